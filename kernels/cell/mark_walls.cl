/* mark_walls.cl - marks the cells beside walls in their flags, by the kind of wall.
 * SPDX-License-Identifier: MIT */

/* Tells every cell that is not solid which kinds of wall are around it.  Two buffers: neighbours
 * read `from`. */
kernel void lb_mark_neighbours(const global uchar *from, global uchar *to)
{
    const LB_INDEX n = (LB_INDEX)get_global_id(0);
    if (n >= LB_PLACES) return;
    const struct cell c = lb_cell_at(n);
    if (!lb_is_cell(c)) {
        to[n] = LB_CELL_SOLID;
        return;
    }
    uchar here = from[n], around = 0;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++) {
        around |= from[lb_neighbour_at(c, LB_ALONG(i))];
    }
    /* The shape of a surface is seen from all cells of a cube. */
#pragma unroll 1
    for (int k = 0; LB_HAS_SURFACE && k < 27; k++) {
        around |= from[lb_neighbour_at(c, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1)];
    }
    if ((here & LB_CELL_SOLID) == 0) {
        if (around & LB_CELL_SOLID) here |= LB_CELL_NEAR_SOLID;
        if (around & LB_CELL_MOVING) here |= LB_CELL_NEAR_MOVING;
    }
    to[n] = here;
}
