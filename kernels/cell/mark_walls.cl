/* mark_walls.cl - marks the cells beside walls in their flags, by the kind of wall.
 * SPDX-License-Identifier: MIT */

/* What is asked of cells of the halo, too: the shape of a surface is seen from a cube of cells. */
#define LB_MARKED (LB_PLACES + (LB_HAS_SURFACE ? LB_HALO : 0))

/* 0 beyond the halo. */
LB_INLINE uchar lb_flags_beside(const global uchar *flags, const struct cell c, const int cx,
                                const int cy, const int cz)
{
    const struct cell there = lb_moved(c, cx, cy, cz);
    return lb_is_seen(there) ? flags[lb_place_of(there)] : (uchar)0;
}

/* Tells every cell that is not solid which kinds of wall are around it.  Two buffers: neighbours
 * read `from`. */
kernel void lb_mark_neighbours(const global uchar *from, global uchar *to)
{
    const LB_INDEX n = (LB_INDEX)get_global_id(0);
    if (n >= LB_MARKED) return;
    const struct cell c = n < LB_PLACES ? lb_cell_at(n) : lb_halo_cell(n);
    uchar here = from[n], around = 0;
    if (n < LB_PLACES ? !lb_is_cell(c) : !lb_is_seen(c)) {
        to[n] = LB_CELL_SOLID;
        return;
    }
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++) {
        around |= lb_flags_beside(from, c, LB_ALONG(i));
    }
    /* The shape of a surface is seen from all cells of a cube. */
#pragma unroll 1
    for (int k = 0; LB_HAS_SURFACE && k < 27; k++) {
        around |= lb_flags_beside(from, c, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
    }
    if ((here & LB_CELL_SOLID) == 0) {
        if (around & LB_CELL_SOLID) here |= LB_CELL_NEAR_SOLID;
        if (around & LB_CELL_MOVING) here |= LB_CELL_NEAR_MOVING;
    }
    to[n] = here;
}
