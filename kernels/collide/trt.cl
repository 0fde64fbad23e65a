/* trt.cl - two-relaxation-time collision (Ginzburg, Verhaeghe, d'Humieres, Commun. Comput. Phys.
 * 3, 427 (2008)).
 * The sum p and the difference d of a pair of opposite populations relax at rates of their own:
 * p* = p + w+ (p^eq - p) + (1 - w+/2) (F_i + F_-i),  d* = d + w- (d^eq - d) + (1 - w-/2) (F_i -
 * F_-i).
 * w+ sets the viscosity; (1/w+ - 1/2) (1/w- - 1/2) is the magic parameter, on which alone the
 * place of walls depends.
 * Force: Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002), as in srt.cl.
 * SPDX-License-Identifier: MIT */
LB_INLINE void lb_collide(real *h, const struct moments m)
{
    const struct equilibrium e = lb_equilibrium(m);
    const scalar even_rate = (scalar)LB_OMEGA, odd_rate = (scalar)LB_OMEGA_ODD;
    const scalar keep_even = (scalar)1 - even_rate, keep_odd = (scalar)1 - odd_rate;
    const scalar force_even = (scalar)1 - (scalar)0.5 * even_rate;
    const scalar force_odd = (scalar)1 - (scalar)0.5 * odd_rate;
    const scalar per_cs2 = (scalar)1 / (scalar)LB_CS2;
    const real gx = m.fx * per_cs2, gy = m.fy * per_cs2, gz = m.fz * per_cs2; /* F/c^2 */
    const real ug = fma(m.ux, gx, fma(m.uy, gy, m.uz * gz));                  /* u.F/c^2 */
#define REST(numerator, denominator)                                                   \
    h[0] = fma((real)(keep_even), h[0],                                                \
               lb_equilibrium_rest(e, even_rate * LB_WEIGHT(numerator, denominator))); \
    if (m.has_force) h[0] -= force_even * LB_WEIGHT(numerator, denominator) * ug;
#define PAIR(i, cx, cy, cz, numerator, denominator)                         \
    {                                                                       \
        const scalar weight = LB_WEIGHT(numerator, denominator);            \
        const real sum = h[i] + h[i + 1], difference = h[i] - h[i + 1];     \
        real even = lb_equilibrium_even(e, cx, cy, cz, even_rate * weight); \
        real odd = lb_equilibrium_odd(e, cx, cy, cz, odd_rate * weight);    \
        even = fma((real)((scalar)0.5 * keep_even), sum, even);             \
        odd = fma((real)((scalar)0.5 * keep_odd), difference, odd);         \
        if (m.has_force) {                                                  \
            const real g = lb_dot(cx, cy, cz, gx, gy, gz);                  \
            const real cu = per_cs2 * lb_dot(cx, cy, cz, m.ux, m.uy, m.uz); \
            even = fma((real)(force_even * weight), fma(cu, g, -ug), even); \
            odd += force_odd * weight * g;                                  \
        }                                                                   \
        h[i] = even + odd;                                                  \
        h[i + 1] = even - odd;                                              \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
