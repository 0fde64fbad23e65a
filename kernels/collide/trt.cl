/* trt.cl - two-relaxation-time collision (Ginzburg, Verhaeghe, d'Humieres, Commun. Comput. Phys.
 * 3, 427 (2008)) with Guo's force (equilibrium/second_order.cl).
 * The sum p and the difference d of a pair of opposite populations relax at rates of their own:
 * p* = p + w+ (p^eq - p) + (1 - w+/2) (F_i + F_-i),  d* = d + w- (d^eq - d) + (1 - w-/2) (F_i -
 * F_-i).
 * w+ sets the viscosity; (1/w+ - 1/2) (1/w- - 1/2) is the magic parameter, on which alone the
 * place of walls depends.
 * SPDX-License-Identifier: MIT */

/* The equilibria are the same but for what a force does to them. */
struct collision {
    real even_rate, odd_rate;
    struct equilibrium even, odd;
};

/* w- that keeps the magic parameter M: (2 - w+) / (2 M w+ + 1 - w+/2). */
LB_INLINE real lb_odd_rate(const real even_rate)
{
    if (!LB_RATE_VARIES) return (real)((scalar)LB_OMEGA_ODD);
    const real slope = (real)((scalar)2 * (scalar)LB_MAGIC - (scalar)0.5);
    return ((real)(2) - even_rate) * lb_inverse(fma(slope, even_rate, (real)(1)));
}

/* 1/w - 1/2 of what no cell changes: in an expression NVIDIA leaves a quotient of constants to run time. */
constant scalar lb_even_share = (scalar)1 / (scalar)LB_OMEGA - (scalar)0.5;
constant scalar lb_odd_share = (scalar)1 / (scalar)LB_OMEGA_ODD - (scalar)0.5;

LB_INLINE real lb_share_of(const real rate, const scalar constant_share)
{
    return LB_RATE_VARIES ? lb_inverse(rate) - (real)(0.5) : (real)(constant_share);
}

LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    struct collision c;
    c.even_rate = lb_relaxation_rate(h, m);
    c.odd_rate = lb_odd_rate(c.even_rate);
    c.even = lb_pushed_equilibrium(m, lb_share_of(c.even_rate, lb_even_share));
    c.odd = lb_pushed_equilibrium(m, lb_share_of(c.odd_rate, lb_odd_share));
    return c;
}

LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    const real keep = (real)(1) - c.even_rate;
    (void)weight;
    *h = fma(keep, *h, lb_equilibrium_rest(c.even, (real)(1) - keep));
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const real keep_even = (real)(1) - c.even_rate, keep_odd = (real)(1) - c.odd_rate;
    const real sum = *h + *opposite, difference = *h - *opposite;
    real even = lb_equilibrium_even(c.even, cx, cy, cz, (real)(1) - keep_even, weight);
    real odd = lb_equilibrium_odd(c.odd, cx, cy, cz, (real)(1) - keep_odd, weight);
    even = fma((scalar)0.5 * keep_even, sum, even);
    odd = fma((scalar)0.5 * keep_odd, difference, odd);
    *h = even + odd;
    *opposite = even - odd;
}
