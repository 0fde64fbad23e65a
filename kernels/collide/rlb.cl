/* rlb.cl - regularised collision (Latt, Chopard, Math. Comput. Simul. 72, 165 (2006)): of what is not
 * equilibrium only the second moments n are kept, n' = (1 - w) n, and populations are made of ten moments,
 * f_i* = w_i [rho + c_i.j/c^2 + sum_ab A_ab (c_ia c_ib - c^2 delta_ab) / (2 c^4)], A = j j/rho + n', with
 * the force of Guo in j and A.  It is MRT with the rate 1 for all moments but those of second order.
 * SPDX-License-Identifier: MIT */
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

LB_INLINE scalar lb_rlb_units(const scalar weight)
{
    const scalar quarters = (scalar)4 / LB_RLB_UNIT;
    return (scalar)0.25f * (scalar)(int)(weight * quarters + (scalar)0.5f);
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

/* S times the weights of density: they add up to S (weights.cl). */
LB_INLINE real lb_rlb_even_weight(void)
{
    return lb_even_weight((real)(1), LB_RLB_UNIT);
}

LB_INLINE real lb_rlb_rest_weight(void)
{
    real left = (real)((scalar)LB_STORAGE_SCALE);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    left -= (scalar)2 * lb_rlb_units(LB_WEIGHT(numerator, denominator)) * lb_rlb_even_weight();
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return left;
}

/* And of momentum. */
LB_INLINE real lb_rlb_odd_weight(void)
{
    return lb_diagonal_weight((real)(1), LB_RLB_UNIT);
}

LB_INLINE real lb_rlb_axis_weight(void)
{
    real left = (real)((scalar)LB_STORAGE_SCALE);
#define REST(numerator, denominator)
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    if ((cx) != 0 && ((cy) != 0 || (cz) != 0))      \
        left -= (scalar)2 * lb_rlb_units(LB_WEIGHT(numerator, denominator)) * lb_rlb_odd_weight();
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    return (scalar)0.5 * left;
}

/* A = j j/rho + n' = w j j/rho + (1 - w) P, and (2 - w) (F u + u F)/2, P being what a cell keeps of second
 * moments less the pressure. */
LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    const struct stress push = lb_push_moments(m), p = lb_kept_products(h);
    const real rate = lb_relaxation_rate(h, m), keep = (real)(1) - rate;
    const scalar unscale = (scalar)1 / (scalar)LB_STORAGE_SCALE;
    const scalar twice = LB_RLB_UNIT / ((scalar)LB_CS2 * (scalar)LB_CS2),
                 once = (scalar)0.5 * twice;
    const real kept = (once * unscale) * keep, kept_twice = (twice * unscale) * keep;
    const real pushed = once * (keep + (real)(1)), pushed_twice = twice * (keep + (real)(1));
    const real flow = (once * unscale) * rate, flow_twice = (twice * unscale) * rate;
    const struct momentum j = lb_scaled_momentum(m);
    const real jx = flow * j.x, jy = flow * j.y, jz = flow * j.z;
    const real twice_jx = flow_twice * j.x, twice_jy = flow_twice * j.y;
    struct collision c;
    c.all = m.sum;
    c.pushed = m.pushed;
    c.x = m.pushed == 0 ? j.x : LB_IS_ALONG(m.pushed, 0) ? fma((scalar)0.5, m.fx, m.jx) : m.jx;
    c.y = m.pushed == 0 ? j.y : LB_IS_ALONG(m.pushed, 1) ? fma((scalar)0.5, m.fy, m.jy) : m.jy;
    c.z = m.pushed == 0 ? j.z : LB_IS_ALONG(m.pushed, 2) ? fma((scalar)0.5, m.fz, m.jz) : m.jz;
    c.xx = fma(jx, m.ux, kept * lb_less_pressure(p.xx, m));
    c.yy = fma(jy, m.uy, kept * lb_less_pressure(p.yy, m));
    c.zz = fma(jz, m.uz, kept * lb_less_pressure(p.zz, m));
    c.xy = fma(twice_jx, m.uy, kept_twice * p.xy);
    c.yz = fma(twice_jy, m.uz, kept_twice * p.yz);
    c.xz = fma(twice_jx, m.uz, kept_twice * p.xz);
    if (m.pushed != 0) {
        c.xx = fma(pushed, push.xx, c.xx);
        c.yy = fma(pushed, push.yy, c.yy);
        c.zz = fma(pushed, push.zz, c.zz);
        c.xy = fma(pushed_twice, push.xy, c.xy);
        c.yz = fma(pushed_twice, push.yz, c.yz);
        c.xz = fma(pushed_twice, push.xz, c.xz);
    }
    c.trace = LB_D == 3 ? c.xx + c.yy + c.zz : c.xx + c.yy;
    c.base = fma((real)(-LB_RLB_CS2), c.trace, (unscale * lb_rlb_even_weight()) * c.all);
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
    const scalar unscale = (scalar)1 / (scalar)LB_STORAGE_SCALE;
    *h = fma((real)(share), c.trace, (unscale * lb_rlb_rest_weight()) * c.all);
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const scalar unscale = (scalar)1 / (scalar)LB_STORAGE_SCALE, units = lb_rlb_units(weight);
    const bool is_axis = cx * cx + cy * cy + cz * cz == 1;
    const scalar per_j = c.pushed == 0 ? unscale : (scalar)1;
    const real share = per_j * (is_axis ? lb_rlb_axis_weight() : units * lb_rlb_odd_weight());
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
