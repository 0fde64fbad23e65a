/* near_walls.cl - whether a wall is near a node of a membrane.
 * SPDX-License-Identifier: MIT */

/* The block of a cell along an axis: blocks are those of the whole box, of which this one has some. */
#define LB_BLOCK_OF(at, origin) (((at) + (origin)) / LB_WALL_BLOCK - (origin) / LB_WALL_BLOCK)

LB_INLINE bool lb_is_near_wall(const global uchar *near, const global long *from)
{
    const uint blocks_x = LB_BLOCK_OF(LB_NX - 1u, LB_ORIGIN_X) + 1,
               blocks_y = LB_BLOCK_OF(LB_NY - 1u, LB_ORIGIN_Y) + 1;
    if (from[0] == LB_RETIRED) return false;
    const struct cell c = lb_cell_of(from[0], from[1], from[2]);
    return near[LB_BLOCK_OF(c.x, LB_ORIGIN_X) +
                blocks_x * (LB_BLOCK_OF(c.y, LB_ORIGIN_Y) +
                            blocks_y * LB_BLOCK_OF(c.z, LB_ORIGIN_Z))] != 0;
}
