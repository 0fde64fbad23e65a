/* srt.cl - single-relaxation-time collision (Bhatnagar, Gross, Krook; Qian et al. 1992) with the
 * force of
 * Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002):
 * f_i* = (1 - w) f_i + w f_i^eq + (1 - w/2) F_i,  F_i = w_i [(c_i.F - u.F)/c^2 +
 * (c_i.u)(c_i.F)/c^4].
 * SPDX-License-Identifier: MIT */
#include "collide/pushed.cl"

/* c.g is (1 - w/2) F/c^2. */
LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    const scalar share = ((scalar)1 - (scalar)0.5 * (scalar)LB_OMEGA) / (scalar)LB_CS2;
    return lb_pushed_collision(m, share, (scalar)-1 / (scalar)LB_OMEGA);
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
    const scalar rate = (scalar)LB_OMEGA * weight;
    real along, against;
    lb_equilibrium_pair(c.e, cx, cy, cz, rate, &along, &against);
    if (lb_is_pushed(c.pushed, cx, cy, cz)) { /* nothing changes where the force is 0 */
        const real b = lb_dot(cx, cy, cz, c.e.bx, c.e.by, c.e.bz);
        const real g = lb_push(c.pushed, cx, cy, cz, weight * c.gx, weight * c.gy, weight * c.gz);
        along += fma(b, g, g);
        against += fma(b, g, -g);
    }
    *h = fma(keep, *h, along);
    *opposite = fma(keep, *opposite, against);
}
