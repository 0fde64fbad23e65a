/* trt.cl - two-relaxation-time collision (Ginzburg, Verhaeghe, d'Humieres, Commun. Comput. Phys.
 * 3, 427 (2008)).
 * The sum p and the difference d of a pair of opposite populations relax at rates of their own:
 * p* = p + w+ (p^eq - p) + (1 - w+/2) (F_i + F_-i),  d* = d + w- (d^eq - d) + (1 - w-/2) (F_i -
 * F_-i).
 * w+ sets the viscosity; (1/w+ - 1/2) (1/w- - 1/2) is the magic parameter, on which alone the
 * place of walls depends.
 * Force: Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002), as in srt.cl.
 * SPDX-License-Identifier: MIT */
#include "collide/pushed.cl"

/* c.g is F/c^2. */
LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    const scalar even_rate = (scalar)LB_OMEGA;
    const scalar force_even = (scalar)1 - (scalar)0.5 * even_rate;
    return lb_pushed_collision(m, (scalar)1 / (scalar)LB_CS2, -force_even / even_rate);
}

LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    const scalar even_rate = (scalar)LB_OMEGA;
    *h = fma((real)((scalar)1 - even_rate), *h, lb_equilibrium_rest(c.e, even_rate * weight));
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const scalar even_rate = (scalar)LB_OMEGA, odd_rate = (scalar)LB_OMEGA_ODD;
    const scalar half_even = (scalar)0.5 * ((scalar)1 - even_rate);
    const scalar half_odd = (scalar)0.5 * ((scalar)1 - odd_rate);
    const real sum = *h + *opposite, difference = *h - *opposite;
    real even = lb_equilibrium_even(c.e, cx, cy, cz, even_rate * weight);
    real odd = lb_equilibrium_odd(c.e, cx, cy, cz, odd_rate * weight);
    even = fma((real)(half_even), sum, even);
    odd = fma((real)(half_odd), difference, odd);
    if (lb_is_pushed(c.pushed, cx, cy, cz)) {
        const scalar force_even = weight * ((scalar)1 - (scalar)0.5 * even_rate);
        const scalar force_odd = weight * ((scalar)1 - (scalar)0.5 * odd_rate);
        const real b = lb_dot(cx, cy, cz, c.e.bx, c.e.by, c.e.bz);
        even = fma(
            b,
            lb_push(c.pushed, cx, cy, cz, force_even * c.gx, force_even * c.gy, force_even * c.gz),
            even);
        odd += lb_push(c.pushed, cx, cy, cz, force_odd * c.gx, force_odd * c.gy, force_odd * c.gz);
    }
    *h = even + odd;
    *opposite = even - odd;
}
