/* around.cl - what single cells know whatever is kept of them: their neighbours, moving walls, equilibria.
 * SPDX-License-Identifier: MIT */

/* Flags of the neighbour at (cx, cy, cz), or 0 where no neighbour is special. */
LB_INLINE uchar lb_neighbour_flags(const global uchar *flags, const struct cell c, const uchar here,
                                   const int cx, const int cy, const int cz)
{
    if (!LB_HAS_SOLID || (here & LB_CELL_NEAR_SOLID) == 0) return 0;
    return flags[lb_neighbour_at(c, cx, cy, cz)];
}

/* 2 S w (c . u_wall) / c^2 of a moving wall at (cx, cy, cz). */
LB_INLINE real lb_wall_term(const global scalar *prescribed, const struct cell c, const int cx,
                            const int cy, const int cz, const scalar weight)
{
    const LB_INDEX wall = lb_neighbour_at(c, cx, cy, cz);
    return ((scalar)2 * weight * (scalar)LB_PER_CS2) *
           lb_dot(cx, cy, cz, prescribed[LB_PRESCRIBED(1) + wall],
                  prescribed[LB_PRESCRIBED(2) + wall],
                  LB_D == 3 ? prescribed[LB_PRESCRIBED(3) + wall] : (scalar)0);
}

/* S f_i^eq, or S (f_i^eq - w_i) where LB_SHIFT. */
LB_INLINE void lb_equilibrium_populations(real *h, const struct moments m)
{
    const struct equilibrium e = lb_equilibrium(m);
#define REST(numerator, denominator) h[0] = lb_equilibrium_rest(e, (real)(1));
#define PAIR(i, cx, cy, cz, numerator, denominator)                                         \
    lb_equilibrium_pair(e, cx, cy, cz, (real)(1), LB_WEIGHT(numerator, denominator), h + i, \
                        h + i + 1);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
