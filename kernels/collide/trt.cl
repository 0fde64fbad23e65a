/* trt.cl - two-relaxation-time collision (Ginzburg, Verhaeghe, d'Humieres, Commun. Comput. Phys.
 * 3, 427 (2008)) with Guo's force (equilibrium/second_order.cl).
 * The sum p and the difference d of a pair of opposite populations relax at rates of their own:
 * p* = p + w+ (p^eq - p) + (1 - w+/2) (F_i + F_-i),  d* = d + w- (d^eq - d) + (1 - w-/2) (F_i -
 * F_-i).
 * w+ sets the viscosity; (1/w+ - 1/2) (1/w- - 1/2) is the magic parameter, on which alone the
 * place of walls depends.
 * SPDX-License-Identifier: MIT */

/* The same but for what a force does to them. */
struct collision {
    struct equilibrium even, odd;
};

LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    struct collision c;
    c.even = lb_pushed_equilibrium(m, (scalar)LB_OMEGA);
    c.odd = lb_pushed_equilibrium(m, (scalar)LB_OMEGA_ODD);
    return c;
}

LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    const scalar even_rate = (scalar)LB_OMEGA;
    *h = fma((real)((scalar)1 - even_rate), *h, lb_equilibrium_rest(c.even, even_rate * weight));
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const scalar even_rate = (scalar)LB_OMEGA, odd_rate = (scalar)LB_OMEGA_ODD;
    const scalar half_even = (scalar)0.5 * ((scalar)1 - even_rate);
    const scalar half_odd = (scalar)0.5 * ((scalar)1 - odd_rate);
    const real sum = *h + *opposite, difference = *h - *opposite;
    real even = lb_equilibrium_even(c.even, cx, cy, cz, even_rate * weight);
    real odd = lb_equilibrium_odd(c.odd, cx, cy, cz, odd_rate * weight);
    even = fma((real)(half_even), sum, even);
    odd = fma((real)(half_odd), difference, odd);
    *h = even + odd;
    *opposite = even - odd;
}
