/* srt.cl - single-relaxation-time collision (Bhatnagar, Gross, Krook; Qian et al. 1992) with Guo's
 * force (equilibrium/second_order.cl):
 * f_i* = (1 - w) f_i + w f_i^eq + (1 - w/2) F_i.
 * SPDX-License-Identifier: MIT */
struct collision {
    struct equilibrium e;
};

LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    struct collision c;
    c.e = lb_pushed_equilibrium(m, (scalar)LB_OMEGA);
    return c;
}

LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    const real keep = (real)((scalar)1 - (scalar)LB_OMEGA);
    *h = fma(keep, *h, lb_equilibrium_rest(c.e, (scalar)LB_OMEGA * weight));
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const real keep = (real)((scalar)1 - (scalar)LB_OMEGA);
    real along, against;
    lb_equilibrium_pair(c.e, cx, cy, cz, (scalar)LB_OMEGA * weight, &along, &against);
    *h = fma(keep, *h, along);
    *opposite = fma(keep, *opposite, against);
}
