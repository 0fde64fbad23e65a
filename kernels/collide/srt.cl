/* srt.cl - single-relaxation-time collision (Bhatnagar, Gross, Krook; Qian et al. 1992) with the
 * force of
 * Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002):
 * f_i* = (1 - w) f_i + w f_i^eq + (1 - w/2) F_i,  F_i = w_i [(c_i.F - u.F)/c^2 +
 * (c_i.u)(c_i.F)/c^4].
 * SPDX-License-Identifier: MIT */
LB_INLINE void lb_collide(real *h, const struct moments m)
{
    const struct equilibrium e = lb_equilibrium(m);
    const real keep = (real)((scalar)1 - (scalar)LB_OMEGA);
    const scalar per_cs2 = (scalar)1 / (scalar)LB_CS2;
    const real gx = m.fx * per_cs2, gy = m.fy * per_cs2, gz = m.fz * per_cs2; /* F/c^2 */
    const real ug = fma(m.ux, gx, fma(m.uy, gy, m.uz * gz));                  /* u.F/c^2 */
    const scalar force_share = (scalar)1 - (scalar)0.5 * (scalar)LB_OMEGA;
#define REST(numerator, denominator)                                                          \
    h[0] = fma(keep, h[0],                                                                    \
               lb_equilibrium_rest(e, (scalar)LB_OMEGA * LB_WEIGHT(numerator, denominator))); \
    if (LB_HAS_FORCE) h[0] -= force_share * LB_WEIGHT(numerator, denominator) * ug;
#define PAIR(i, cx, cy, cz, numerator, denominator)                                             \
    {                                                                                           \
        real along, against;                                                                    \
        lb_equilibrium_pair(e, cx, cy, cz, (scalar)LB_OMEGA *LB_WEIGHT(numerator, denominator), \
                            &along, &against);                                                  \
        h[i] = fma(keep, h[i], along);                                                          \
        h[i + 1] = fma(keep, h[i + 1], against);                                                \
        if (LB_HAS_FORCE) {                                                                     \
            const scalar share = force_share * LB_WEIGHT(numerator, denominator);               \
            const real g = lb_dot(cx, cy, cz, gx, gy, gz);                                      \
            const real even = fma(lb_dot(cx, cy, cz, e.bx, e.by, e.bz), g, -ug);                \
            h[i] = fma((real)(share), even + g, h[i]);                                          \
            h[i + 1] = fma((real)(share), even - g, h[i + 1]);                                  \
        }                                                                                       \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
