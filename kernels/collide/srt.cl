/* srt.cl - single-relaxation-time collision (Bhatnagar, Gross, Krook; Qian et al. 1992) with Guo's
 * force (equilibrium/second_order.cl):
 * f_i* = (1 - w) f_i + w f_i^eq + (1 - w/2) F_i, w being the rate of the cell.
 * SPDX-License-Identifier: MIT */
struct collision {
    struct equilibrium e;
    real rate;
};

LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    struct collision c;
    c.rate = lb_relaxation_rate(h, m);
    c.e = lb_pushed_equilibrium(m, c.rate);
    return c;
}

LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    *h = fma((real)(1) - c.rate, *h, lb_equilibrium_rest(c.e, c.rate * weight));
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const real keep = (real)(1) - c.rate;
    real along, against;
    lb_equilibrium_pair(c.e, cx, cy, cz, c.rate * weight, &along, &against);
    *h = fma(keep, *h, along);
    *opposite = fma(keep, *opposite, against);
}
