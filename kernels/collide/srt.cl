/* srt.cl - single-relaxation-time collision (Bhatnagar, Gross, Krook; Qian et al. 1992) with Guo's
 * force (equilibrium/second_order.cl):
 * f_i* = (1 - w) f_i + w f_i^eq + (1 - w/2) F_i, w being the rate of the cell.
 * What is taken, 1 - (1 - w) as it is rounded, and what is given are the same numbers.
 * SPDX-License-Identifier: MIT */

/* 1/w - 1/2 of what no cell changes: in an expression NVIDIA leaves a quotient of constants to run time. */
constant scalar lb_share = (scalar)1 / (scalar)LB_OMEGA - (scalar)0.5;

struct collision {
    struct equilibrium e;
    real rate;
};

LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    struct collision c;
    c.rate = lb_relaxation_rate(h, m);
    c.e = lb_pushed_equilibrium(m, LB_RATE_VARIES ? lb_inverse(c.rate) - (real)(0.5)
                                                  : (real)(lb_share));
    return c;
}

LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    const real keep = (real)(1) - c.rate;
    (void)weight;
    *h = fma(keep, *h, lb_equilibrium_rest(c.e, (real)(1) - keep));
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const real keep = (real)(1) - c.rate;
    real along, against;
    lb_equilibrium_pair(c.e, cx, cy, cz, (real)(1) - keep, weight, &along, &against);
    *h = fma(keep, *h, along);
    *opposite = fma(keep, *opposite, against);
}
