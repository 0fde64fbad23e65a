/* no_penetration.cl - markers stay out of solid cells.
 * SPDX-License-Identifier: MIT */

/* The cell that a marker is in. */
LB_INLINE struct cell lb_cell_of(const long x, const long y, const long z)
{
    return lb_cell_in_box((int)(x >> LB_POSITION_BITS), (int)(y >> LB_POSITION_BITS),
                          LB_D == 3 ? (int)(z >> LB_POSITION_BITS) : 0);
}

LB_INLINE bool lb_is_solid(const global uchar *flags, const long x, const long y, const long z)
{
    const struct cell c = lb_cell_of(x, y, z);
    return lb_is_seen(c) && (flags[lb_place_of(c)] & LB_CELL_SOLID) != 0;
}

/* A marker's way in a step, an axis after the other; what would end in a solid cell is left out.
 * A marker inside of one may leave. */
LB_INLINE void lb_keep_out(const global uchar *flags, const long *from, long *way)
{
    long to[3] = {from[0], from[1], LB_D == 3 ? from[2] : 0};
    if (lb_is_solid(flags, to[0], to[1], to[2])) return;
    for (uint a = 0; a < LB_D; a++) {
        to[a] = from[a] + way[a];
        if (!lb_is_solid(flags, to[0], to[1], to[2])) continue;
        to[a] = from[a];
        way[a] = 0;
    }
}
