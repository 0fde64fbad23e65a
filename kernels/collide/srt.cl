/* srt.cl - single-relaxation-time collision (Bhatnagar, Gross, Krook; Qian et al. 1992) with the
 * force of
 * Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002):
 * f_i* = (1 - w) f_i + w f_i^eq + (1 - w/2) F_i,  F_i = w_i [(c_i.F - u.F)/c^2 +
 * (c_i.u)(c_i.F)/c^4].
 * SPDX-License-Identifier: MIT */
LB_INLINE void lb_collide(real *h, const struct moments m)
{
    struct equilibrium e = lb_equilibrium(m);
    const real keep = (real)((scalar)1 - (scalar)LB_OMEGA);
    const scalar share = (scalar)1 - (scalar)0.5 * (scalar)LB_OMEGA;
    const scalar per_cs2 = (scalar)1 / (scalar)LB_CS2;
    const real gx = m.fx * (share * per_cs2), gy = m.fy * (share * per_cs2),
               gz = m.fz * (share * per_cs2); /* (1 - w/2) F/c^2 */
    /* -u.F is the same for all directions: it goes where the density goes */
    if (m.has_force)
        e.base = fma((real)((scalar)-1 / (scalar)LB_OMEGA), fma(m.ux, gx, fma(m.uy, gy, m.uz * gz)),
                     e.base);
#define REST(numerator, denominator) \
    h[0] = fma(keep, h[0],           \
               lb_equilibrium_rest(e, (scalar)LB_OMEGA * LB_WEIGHT(numerator, denominator)));
#define PAIR(i, cx, cy, cz, numerator, denominator)                                     \
    {                                                                                   \
        const scalar weight = LB_WEIGHT(numerator, denominator);                        \
        real along, against;                                                            \
        lb_equilibrium_pair(e, cx, cy, cz, (scalar)LB_OMEGA *weight, &along, &against); \
        if (m.has_force) {                                                              \
            const real b = lb_dot(cx, cy, cz, e.bx, e.by, e.bz);                        \
            const real g = lb_dot(cx, cy, cz, weight * gx, weight * gy, weight * gz);   \
            along += fma(b, g, g);                                                      \
            against += fma(b, g, -g);                                                   \
        }                                                                               \
        h[i] = fma(keep, h[i], along);                                                  \
        h[i + 1] = fma(keep, h[i + 1], against);                                        \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
