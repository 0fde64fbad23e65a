/* find_walls.cl - which populations of cells come out of walls.
 * SPDX-License-Identifier: MIT */

/* Bit i of walls[k]: population i of the k-th of `count` cells comes out of a wall on this side of all cuts;
 * the exchange has those from beyond bounce back.  Where moments are kept there are none. */
kernel void lb_find_walls(const global uchar *flags, const global LB_INDEX *beside,
                          global uint *walls, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(beside[k]);
    const uchar here = flags[beside[k]];
    uint from = 0;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++)
        if ((LB_KEEPS_MOMENTS || lb_cuts_crossed(c, LB_AGAINST(i)) == 0) &&
            lb_is_wall(lb_neighbour_flags(flags, c, here, LB_AGAINST(i))))
            from |= 1u << i;
    walls[k] = from;
}
