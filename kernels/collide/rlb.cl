/* rlb.cl - regularised collision (Latt, Chopard, Math. Comput. Simul. 72, 165 (2006)): of what is not
 * equilibrium only the second moments n are kept, n' = (1 - w) n, and populations are made of ten moments,
 * f_i* = w_i [rho + c_i.j/c^2 + sum_ab A_ab (c_ia c_ib - c^2 delta_ab) / (2 c^4)], A = j j/rho + n', with
 * the force of Guo in j and A.  It is MRT with the rate 1 for all moments but those of second order.
 * SPDX-License-Identifier: MIT */
#include "core/stress.cl"
#if LB_Q != 9 && LB_Q != 15 && LB_Q != 19 && LB_Q != 27
#error "rlb collides on D2Q9, D3Q15, D3Q19 and D3Q27"
#endif

/* Numbers are in a unit in which the populations of most directions are plain sums of them: times S and the
 * weight of these.  Weights of the others are whole multiples or a fourth of it. */
#if LB_Q == 15
#define LB_RLB_UNIT LB_WEIGHT(1, 72)
#elif LB_Q == 27
#define LB_RLB_UNIT LB_WEIGHT(1, 54)
#else
#define LB_RLB_UNIT LB_WEIGHT(1, 36)
#endif

/* Quotients of constants: in an expression some drivers leave them to run time. */
constant scalar lb_rlb_quarters = (scalar)4 / LB_RLB_UNIT;
constant scalar lb_rlb_over_cs2 = LB_RLB_UNIT * (scalar)LB_UNSCALE / (scalar)LB_CS2;
constant scalar lb_rlb_over_cs4 = LB_RLB_UNIT / ((scalar)LB_CS2 * (scalar)LB_CS2);

LB_INLINE scalar lb_rlb_units(const scalar weight)
{
    return (scalar)0.25f * (scalar)(int)(weight * lb_rlb_quarters + (scalar)0.5f);
}

/* c^2: in FP32 with 19 bits, so that its products with weights in units are exact. */
#define LB_RLB_CS2 (LB_ARITHMETIC_FP64 ? (scalar)LB_CS2 : (scalar)0x1.55554p-2f)

/* Density, less 1 where LB_SHIFT, times S; momentum, times S but where a force acts; in that unit A_ab / (2 c^4),
 * twice that off the diagonal, the trace of A, and what all populations have of density and trace. */
struct collision {
    real all, x, y, z;
    int pushed;
    real trace, base;
    real xx, yy, zz, xy, yz, xz;
};

/* Weights of density and of momentum that add up to 1, as in weights.cl for a share of 1: multiples of 2^-24
 * (2^-53).  Of literals alone, which every compiler works out. */
#define LB_RLB_ON_GRID(x) (((x) + (scalar)0.75f) - (scalar)0.75f)
#define LB_RLB_WEIGHT (LB_RLB_UNIT * (scalar)LB_UNSCALE)
#define LB_RLB_EVEN LB_RLB_ON_GRID(LB_RLB_WEIGHT)
#define LB_RLB_ODD LB_RLB_ON_GRID(lb_rlb_over_cs2)

LB_INLINE scalar lb_rlb_rest_weight(void)
{
    scalar left = (scalar)1;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    left -= (scalar)2 * lb_rlb_units(LB_WEIGHT(numerator, denominator)) * LB_RLB_EVEN;
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return left;
}

LB_INLINE scalar lb_rlb_axis_weight(void)
{
    scalar left = (scalar)1;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    if ((cx) != 0 && ((cy) != 0 || (cz) != 0))      \
        left -= (scalar)2 * lb_rlb_units(LB_WEIGHT(numerator, denominator)) * LB_RLB_ODD;
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return (scalar)0.5f * left;
}

/* A = j j/rho + n' = w j j/rho + (1 - w) P, and (2 - w) (F u + u F)/2, P being what a cell keeps of second
 * moments less the pressure. */
LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    const struct stress push = lb_push_moments(m), p = lb_kept_products(h);
    const real rate = lb_relaxation_rate(h, m), keep = (real)(1) - rate;
    const scalar unscale = (scalar)LB_UNSCALE;
    const scalar twice = lb_rlb_over_cs4, once = (scalar)0.5 * twice;
    const real kept = (once * unscale) * keep, kept_twice = (twice * unscale) * keep;
    const real pushed = once * (keep + (real)(1)), pushed_twice = twice * (keep + (real)(1));
    const real flow = ((once * unscale * unscale) * rate) * m.per_mass;
    const struct momentum j = lb_scaled_momentum(m);
    const real ux = flow * j.x, uy = flow * j.y,
               uz = flow * j.z; /* velocity, in that unit, times w */
    const real twice_ux = ux + ux, twice_uy = uy + uy;
    struct collision c;
    c.all = m.sum;
    c.pushed = m.pushed;
    c.x = m.pushed == 0 ? j.x : LB_IS_ALONG(m.pushed, 0) ? fma((scalar)0.5, m.fx, m.jx) : m.jx;
    c.y = m.pushed == 0 ? j.y : LB_IS_ALONG(m.pushed, 1) ? fma((scalar)0.5, m.fy, m.jy) : m.jy;
    c.z = m.pushed == 0 ? j.z : LB_IS_ALONG(m.pushed, 2) ? fma((scalar)0.5, m.fz, m.jz) : m.jz;
    c.xx = fma(ux, j.x, kept * lb_less_pressure(p.xx, m));
    c.yy = fma(uy, j.y, kept * lb_less_pressure(p.yy, m));
    c.zz = fma(uz, j.z, kept * lb_less_pressure(p.zz, m));
    c.xy = fma(twice_ux, j.y, kept_twice * p.xy);
    c.yz = fma(twice_uy, j.z, kept_twice * p.yz);
    c.xz = fma(twice_ux, j.z, kept_twice * p.xz);
    if (m.pushed != 0) {
        c.xx = fma(pushed, push.xx, c.xx);
        c.yy = fma(pushed, push.yy, c.yy);
        c.zz = fma(pushed, push.zz, c.zz);
        c.xy = fma(pushed_twice, push.xy, c.xy);
        c.yz = fma(pushed_twice, push.yz, c.yz);
        c.xz = fma(pushed_twice, push.xz, c.xz);
    }
    c.trace = LB_D == 3 ? c.xx + c.yy + c.zz : c.xx + c.yy;
    c.base = fma((real)(-LB_RLB_CS2), c.trace, LB_RLB_EVEN * c.all);
    return c;
}

/* Of the trace, what the others leave: together it is 0. */
LB_INLINE scalar lb_rlb_rest_share(void)
{
    scalar left = 0;
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator)                       \
    left += (scalar)2 * lb_rlb_units(LB_WEIGHT(numerator, denominator)) * \
            (LB_RLB_CS2 - (scalar)((cx) * (cx)));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return left;
}

LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    const scalar share = lb_rlb_rest_share();
    (void)weight;
    *h = fma((real)(share), c.trace, lb_rlb_rest_weight() * c.all);
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const scalar units = lb_rlb_units(weight);
    const bool is_axis = cx * cx + cy * cy + cz * cz == 1;
    const scalar per_j = c.pushed == 0 ? (scalar)1 : (scalar)LB_STORAGE_SCALE;
    const real share = per_j * (is_axis ? lb_rlb_axis_weight() : units * LB_RLB_ODD);
    const real along = lb_dot(cx, cy, cz, c.x, c.y, c.z);
    real even = c.base;
    even = lb_add(even, cx * cx, c.xx);
    even = lb_add(even, cy * cy, c.yy);
    even = lb_add(even, cz * cz, c.zz);
    even = lb_add(even, cx * cy, c.xy);
    even = lb_add(even, cy * cz, c.yz);
    even = lb_add(even, cx * cz, c.xz);
    if (units != (scalar)1) even *= units;
    *h = fma(share, along, even);
    *opposite = fma(-share, along, even);
}
