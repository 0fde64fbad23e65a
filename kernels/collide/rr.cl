/* rr.cl - recursive regularised collision (Malaspinas, arXiv:1505.06900 (2015)), in the words of central
 * moments: of the second moments less those of the equilibrium, n, the deviator relaxes at the rate of
 * the viscosity and the trace at 1, n' = (1 - w) (n - trace/d); all higher central moments become those
 * of a Gaussian with mean u and covariance c^2 + n'/rho, linear in n', so that ten numbers make all
 * populations.  With the force of Guo in momentum and second moments.
 * D2Q9, D3Q19, D3Q27: the populations follow from their moments axis by axis, and what D3Q19 and D2Q9
 * have no directions for is 0 there.  Stable where the viscosity is low and the flow fast.
 * SPDX-License-Identifier: MIT */
#include "core/stress.cl"
#define LB_RR_CORNERS (LB_Q == 27)

#if LB_Q != 9 && LB_Q != 19 && LB_Q != 27
#error "rr collides on D2Q9, D3Q19 and D3Q27"
#endif

/* Moments are in units in which the populations of most directions are plain sums of them: times S over
 * 2 for each axis of these directions. */
#define LB_RR_UNIT ((scalar)(LB_RR_CORNERS ? 8 : 4))
#define LB_PER_RR_UNIT ((scalar)(LB_RR_CORNERS ? 0.125f : 0.25f))

/* Moments in that unit, less those of the weights where LB_SHIFT. */
struct collision {
    real all;
    real x, y, z;
    real xx, yy, zz, xy, yz, xz;
    real xxy, xyy, yyz, yzz, xxz, xzz, xyz;
    real xxyy, yyzz, xxzz, xxyz, xyyz, xyzz;
    real xyyzz, xxyzz, xxyyz, xxyyzz;
};

/* In that unit: density, times c^2, the same less the weights' where LB_SHIFT, momentum, n' without trace;
 * and the velocity. */
struct gaussian {
    real rho, pressure, base, jx, jy, jz;
    struct stress n;
    real ux, uy, uz;
};

/* Without trace, times keep. */
LB_INLINE struct stress lb_relaxed_stress(struct stress n, const real keep)
{
    const real trace = LB_D == 3 ? n.xx + n.yy + n.zz : n.xx + n.yy;
    const real mean = trace * (scalar)(1.0 / LB_D);
    n.xx = keep * (n.xx - mean);
    n.yy = keep * (n.yy - mean);
    n.zz = LB_D == 3 ? keep * (n.zz - mean) : (real)(0);
    n.xy *= keep;
    n.yz *= keep;
    n.xz *= keep;
    return n;
}

/* m_aab = u_b (rho u_a^2 + P_aa) + 2 u_a n_ab; `aa` is rho u_a^2 + P_aa, `turned` 2 u_a n_ab. */
LB_INLINE real lb_third(const real aa, const real ub, const real turned)
{
    return fma(ub, aa, turned);
}

/* m_aabb less rho c^4 of a fluid at rest; `pa` is P_aa, `bb` rho u_b^2 + P_bb, `turned` 2 u_a n_ab.  Without u it
 * is (n_aa + n_bb) c^2, which is -n_cc c^2. */
LB_INLINE real lb_fourth(const real pa, const real bb, const real ua, const real ub,
                         const real turned, const real ncc)
{
    return fma(ua * ua, bb, fma(ub * ub, pa, fma(ub + ub, turned, -(scalar)LB_CS2 * ncc)));
}

/* m_aabc, `bc` being rho u_b u_c + n_bc. */
LB_INLINE real lb_fourth_mixed(const real bc, const real ua, const real ub, const real uc,
                               const real naa, const real nab, const real nac)
{
    return fma(fma(ua, ua, (real)((scalar)LB_CS2)), bc,
               fma((scalar)2 * ua, fma(ub, nac, uc * nab), naa * (ub * uc)));
}

/* m_aabbc less u_c m_aabb. */
LB_INLINE real lb_fifth(const real ua, const real ub, const real nac, const real nbc)
{
    const real cs2 = (real)((scalar)LB_CS2);
    return (scalar)2 * fma(ub * nbc, fma(ua, ua, cs2), (ua * nac) * fma(ub, ub, cs2));
}

/* m_xxyyzz less rho c^6 of a fluid at rest; `yyzz` is whole. */
LB_INLINE real lb_sixth(const struct gaussian g, const real yyzz)
{
    const struct stress n = g.n;
    const real cs2 = (real)((scalar)LB_CS2), yy = g.uy * g.uy, zz = g.uz * g.uz;
    const real rest = g.pressure * cs2;
    const real along_x = (scalar)2 * g.ux * lb_fifth(g.uy, g.uz, n.xy, n.xz);
    const real y_part = fma(-cs2, n.yy, rest), z_part = fma(-cs2, n.zz, rest);
    const real across = fma(yy * zz, g.pressure + n.xx, fma(yy, y_part, zz * z_part));
    const real twisted = ((scalar)4 * cs2) * (g.uy * g.uz * n.yz);
    return fma(g.ux * g.ux, yyzz, along_x + (across + twisted));
}

LB_INLINE void lb_moments_of_corners(struct collision *c, const struct gaussian g)
{
    const struct stress n = g.n;
    const real cs2 = (real)((scalar)LB_CS2), at_rest = g.pressure * cs2;
    const real ux = g.ux, uy = g.uy, uz = g.uz;
    const real xy = fma(g.jx, uy, n.xy), yz = fma(g.jy, uz, n.yz), xz = fma(g.jx, uz, n.xz);
    const real shift = at_rest - g.base * (cs2 * cs2);
    const real xxyy = c->xxyy + shift, yyzz = c->yyzz + shift, xxzz = c->xxzz + shift;
    c->xyz = fma(g.jx * uy, uz, fma(ux, n.yz, fma(uy, n.xz, uz * n.xy)));
    c->xxyz = lb_fourth_mixed(yz, ux, uy, uz, n.xx, n.xy, n.xz);
    c->xyyz = lb_fourth_mixed(xz, uy, ux, uz, n.yy, n.xy, n.yz);
    c->xyzz = lb_fourth_mixed(xy, uz, ux, uy, n.zz, n.xz, n.yz);
    c->xyyzz = fma(ux, yyzz, lb_fifth(uy, uz, n.xy, n.xz));
    c->xxyzz = fma(uy, xxzz, lb_fifth(ux, uz, n.xy, n.yz));
    c->xxyyz = fma(uz, xxyy, lb_fifth(ux, uy, n.xz, n.yz));
    c->xxyyzz = fma(g.base, cs2 * cs2 * cs2, lb_sixth(g, yyzz));
}

LB_INLINE struct gaussian lb_gaussian(const real *h, const struct moments m,
                                      const struct stress push)
{
    const real unit = (real)((scalar)LB_STORAGE_SCALE * LB_PER_RR_UNIT);
    const scalar per_unit = LB_PER_RR_UNIT; /* of what is times S */
    const real keep = per_unit - per_unit * lb_relaxation_rate(h, m);
    const struct momentum j = lb_scaled_momentum(m);
    struct gaussian g;
    g.rho = unit * m.rho;
    g.pressure = g.rho * (scalar)LB_CS2;
    g.base = LB_SHIFT ? per_unit * m.sum : g.rho;
    g.jx = per_unit * j.x;
    g.jy = per_unit * j.y;
    g.jz = per_unit * j.z;
    g.n = lb_relaxed_stress(lb_scaled_stress(h, m, push), keep);
    g.ux = m.ux;
    g.uy = m.uy;
    g.uz = m.uz;
    return g;
}

/* Density, momentum and second moments, with the force. */
LB_INLINE void lb_moments_with_force(struct collision *c, const struct gaussian g,
                                     const struct moments m, const struct stress push)
{
    const real unit = (real)((scalar)LB_STORAGE_SCALE * LB_PER_RR_UNIT);
    const real half_unit = (scalar)0.5 * unit;
    c->all = g.base;
    c->x = LB_IS_ALONG(m.pushed, 0) ? fma(half_unit, m.fx, g.jx) : g.jx;
    c->y = LB_IS_ALONG(m.pushed, 1) ? fma(half_unit, m.fy, g.jy) : g.jy;
    c->z = LB_IS_ALONG(m.pushed, 2) ? fma(half_unit, m.fz, g.jz) : g.jz;
    if (m.pushed == 0) return;
    c->xx = fma(unit, push.xx, c->xx);
    c->yy = fma(unit, push.yy, c->yy);
    c->zz = fma(unit, push.zz, c->zz);
    c->xy = fma(unit, push.xy, c->xy);
    c->yz = fma(unit, push.yz, c->yz);
    c->xz = fma(unit, push.xz, c->xz);
}

LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    const struct stress push = lb_push_moments(m);
    const struct gaussian g = lb_gaussian(h, m, push);
    const struct stress n = g.n;
    const scalar cs2 = (scalar)LB_CS2;
    const real ux = g.ux, uy = g.uy, uz = g.uz;
    const real px = g.pressure + n.xx, py = g.pressure + n.yy, pz = g.pressure + n.zz;
    const real xx = fma(g.jx, ux, n.xx), yy = fma(g.jy, uy, n.yy), zz = fma(g.jz, uz, n.zz);
    const real all_xx = xx + g.pressure, all_yy = yy + g.pressure, all_zz = zz + g.pressure;
    const real twice_xy = n.xy + n.xy, twice_yz = n.yz + n.yz, twice_xz = n.xz + n.xz;
    const real x_xy = ux * twice_xy, y_yz = uy * twice_yz, x_xz = ux * twice_xz;
    const real base = g.base * (cs2 * cs2);
    struct collision c = {0};
    c.xx = fma(g.base, cs2, xx);
    c.yy = fma(g.base, cs2, yy);
    c.zz = fma(g.base, cs2, zz);
    c.xy = fma(g.jx, uy, n.xy);
    c.yz = fma(g.jy, uz, n.yz);
    c.xz = fma(g.jx, uz, n.xz);
    c.xxy = lb_third(all_xx, uy, x_xy);
    c.xyy = lb_third(all_yy, ux, uy * twice_xy);
    c.yyz = lb_third(all_yy, uz, y_yz);
    c.yzz = lb_third(all_zz, uy, uz * twice_yz);
    c.xxz = lb_third(all_xx, uz, x_xz);
    c.xzz = lb_third(all_zz, ux, uz * twice_xz);
    c.xxyy = base + lb_fourth(px, all_yy, ux, uy, x_xy, n.zz);
    c.yyzz = base + lb_fourth(py, all_zz, uy, uz, y_yz, n.xx);
    c.xxzz = base + lb_fourth(px, all_zz, ux, uz, x_xz, n.yy);
    if (LB_RR_CORNERS) lb_moments_of_corners(&c, g);
    lb_moments_with_force(&c, g, m, push);
    return c;
}

LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    (void)weight;
    if (LB_D == 2)
        *h = (c.all - (c.xx + c.yy)) + c.xxyy;
    else
        *h = (c.all - (c.xx + c.yy + c.zz)) + (c.xxyy + c.yyzz + c.xxzz);
    if (LB_RR_CORNERS) *h -= c.xxyyzz;
    *h *= LB_RR_UNIT;
}

/* Moments of one axis a with the others, b and c. */
LB_INLINE void lb_collide_axis(const real a, const real abb, const real acc, const real abbcc,
                               const real aa, const real aabb, const real aacc, const real aabbcc,
                               real *even, real *odd)
{
    *even = aa - aabb;
    *odd = a - abb;
    if (LB_D == 3) *even -= aacc;
    if (LB_D == 3) *odd -= acc;
    if (LB_RR_CORNERS) *even += aabbcc;
    if (LB_RR_CORNERS) *odd += abbcc;
}

/* Of two axes, whose signs are s and t; c is the third. */
LB_INLINE void lb_collide_edge(const int s, const int t, const real abb, const real aab,
                               const real ab, const real aabb, const real abbcc, const real aabcc,
                               const real abcc, const real aabbcc, real *even, real *odd)
{
    const real a = LB_RR_CORNERS ? abb - abbcc : abb, b = LB_RR_CORNERS ? aab - aabcc : aab;
    const real mixed = LB_RR_CORNERS ? ab - abcc : ab, all = LB_RR_CORNERS ? aabb - aabbcc : aabb;
    *even = lb_add(all, s * t, mixed);
    *odd = s > 0 ? lb_add(a, t, b) : lb_add(-a, t, b);
}

LB_INLINE void lb_collide_corner(const struct collision c, const int x, const int y, const int z,
                                 real *even, real *odd)
{
    *even = lb_add(lb_add(lb_add(c.xxyyzz, x * y, c.xyzz), y * z, c.xxyz), x * z, c.xyyz);
    *odd = lb_dot(x, y, z, c.xyyzz, c.xxyzz, c.xxyyz);
    *odd = lb_add(*odd, x * y * z, c.xyz);
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const int axes = (cx != 0 ? 1 : 0) | (cy != 0 ? 2 : 0) | (cz != 0 ? 4 : 0);
    const int order = (cx != 0) + (cy != 0) + (cz != 0);
    const scalar factor = LB_RR_UNIT * (order == 1   ? (scalar)0.5f
                                        : order == 2 ? (scalar)0.25f
                                                     : (scalar)0.125f);
    real even = LB_NOTHING, odd = LB_NOTHING;
    (void)weight;
    if (axes == 1)
        lb_collide_axis(c.x, c.xyy, c.xzz, c.xyyzz, c.xx, c.xxyy, c.xxzz, c.xxyyzz, &even, &odd);
    if (axes == 2)
        lb_collide_axis(c.y, c.xxy, c.yzz, c.xxyzz, c.yy, c.xxyy, c.yyzz, c.xxyyzz, &even, &odd);
    if (axes == 4)
        lb_collide_axis(c.z, c.xxz, c.yyz, c.xxyyz, c.zz, c.xxzz, c.yyzz, c.xxyyzz, &even, &odd);
    if (cx + cy + cz < 0 && (axes == 1 || axes == 2 || axes == 4)) odd = -odd;
    if (axes == 3)
        lb_collide_edge(cx, cy, c.xyy, c.xxy, c.xy, c.xxyy, c.xyyzz, c.xxyzz, c.xyzz, c.xxyyzz,
                        &even, &odd);
    if (axes == 6)
        lb_collide_edge(cy, cz, c.yzz, c.yyz, c.yz, c.yyzz, c.xxyzz, c.xxyyz, c.xxyz, c.xxyyzz,
                        &even, &odd);
    if (axes == 5)
        lb_collide_edge(cx, cz, c.xzz, c.xxz, c.xz, c.xxzz, c.xyyzz, c.xxyyz, c.xyyz, c.xxyyzz,
                        &even, &odd);
    if (axes == 7) lb_collide_corner(c, cx, cy, cz, &even, &odd);
    if (factor != (scalar)1) odd *= factor;
    *h = factor != (scalar)1 ? fma(factor, even, odd) : even + odd;
    *opposite = factor != (scalar)1 ? fma(factor, even, -odd) : even - odd;
}
