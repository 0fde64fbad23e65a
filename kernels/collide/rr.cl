/* rr.cl - recursive regularised collision (Malaspinas, arXiv:1505.06900 (2015)), in the words of central
 * moments: of the second moments less those of the equilibrium, n, the deviator relaxes at the rate of
 * the viscosity and the trace at 1, n' = (1 - w) (n - trace/d); all higher central moments become those
 * of a Gaussian with mean u and covariance c^2 + n'/rho, linear in n', so that ten numbers make all
 * populations.  With the force of Guo in momentum and second moments.
 * D2Q9, D3Q19, D3Q27: the populations follow from their moments axis by axis, and what D3Q19 and D2Q9
 * have no directions for is 0 there.  Stable where the viscosity is low and the flow fast.
 * SPDX-License-Identifier: MIT */
#define LB_RR_CORNERS (LB_Q == 27)

#if LB_Q != 9 && LB_Q != 19 && LB_Q != 27
#error "rr collides on D2Q9, D3Q19 and D3Q27"
#endif

/* Moments times S, less those of the weights where LB_SHIFT. */
struct collision {
    real all;
    real x, y, z;
    real xx, yy, zz, xy, yz, xz;
    real xxy, xyy, yyz, yzz, xxz, xzz, xyz;
    real xxyy, yyzz, xxzz, xxyz, xyyz, xyzz;
    real xyyzz, xxyzz, xxyyz, xxyyzz;
};

LB_INLINE struct stress lb_relaxed_stress(struct stress n, const real keep)
{
    const real trace = LB_D == 3 ? n.xx + n.yy + n.zz : n.xx + n.yy;
    const real mean = trace * ((scalar)1 / (scalar)LB_D);
    n.xx = keep * (n.xx - mean);
    n.yy = keep * (n.yy - mean);
    n.zz = keep * (n.zz - mean);
    n.xy *= keep;
    n.yz *= keep;
    n.xz *= keep;
    return n;
}

/* m_aab = u_b (rho u_a^2 + P_aa) + 2 u_a n_ab; `aa` is rho u_a^2 + P_aa, whole. */
LB_INLINE real lb_third(const real aa, const real ua, const real ub, const real nab)
{
    return fma(ub, aa, (scalar)2 * ua * nab);
}

/* <x_a^2 x_b^2> less its part rho c^4 of a fluid at rest: without u it is (n_aa + n_bb) c^2. */
LB_INLINE real lb_fourth(const real rho, const real ua, const real ub, const real naa,
                         const real nbb, const real nab)
{
    const real aa = ua * ua, bb = ub * ub, cs2 = (real)((scalar)LB_CS2);
    const real pa = fma(rho, cs2, naa), pb = fma(rho, cs2, nbb);
    return fma(cs2, naa + nbb, fma(aa, fma(rho, bb, pb), fma(bb, pa, (scalar)4 * (ua * ub) * nab)));
}

/* m_aabc, `bc` being rho u_b u_c + n_bc. */
LB_INLINE real lb_fourth_mixed(const real bc, const real ua, const real ub, const real uc,
                               const real naa, const real nab, const real nac)
{
    return fma(fma(ua, ua, (real)((scalar)LB_CS2)), bc,
               fma((scalar)2 * ua, fma(ub, nac, uc * nab), naa * (ub * uc)));
}

/* m_aabbc less u_c <x_a^2 x_b^2>. */
LB_INLINE real lb_fifth(const real ua, const real ub, const real nac, const real nbc)
{
    const real cs2 = (real)((scalar)LB_CS2);
    return (scalar)2 * fma(ub * nbc, fma(ua, ua, cs2), (ua * nac) * fma(ub, ub, cs2));
}

/* m_xxyyzz less its part rho c^6 of a fluid at rest; `yyzz` is whole. */
LB_INLINE real lb_sixth(const struct moments m, const struct stress n, const real yyzz)
{
    const real cs2 = (real)((scalar)LB_CS2), yy = m.uy * m.uy, zz = m.uz * m.uz;
    const real rest = m.rho * (cs2 * cs2);
    const real along_x = (scalar)2 * m.ux * lb_fifth(m.uy, m.uz, n.xy, n.xz);
    const real y_part = fma(cs2, n.xx + n.zz, rest), z_part = fma(cs2, n.xx + n.yy, rest);
    const real across = fma(yy * zz, fma(m.rho, cs2, n.xx), fma(yy, y_part, zz * z_part));
    const real twisted = ((scalar)4 * cs2) * (m.uy * m.uz * n.yz);
    return fma(m.ux * m.ux, yyzz, along_x + (across + twisted));
}

LB_INLINE void lb_moments_of_corners(struct collision *c, const struct moments m,
                                     const struct stress n, const real base)
{
    const real scale = (real)((scalar)LB_STORAGE_SCALE), cs2 = (real)((scalar)LB_CS2);
    const real at_rest = m.rho * (cs2 * cs2), shift = at_rest - base * (cs2 * cs2);
    const real ux = m.ux, uy = m.uy, uz = m.uz;
    const real xy = fma(m.jx, uy, n.xy), yz = fma(m.jy, uz, n.yz), xz = fma(m.jx, uz, n.xz);
    const real xxyy = c->xxyy + shift, yyzz = c->yyzz + shift, xxzz = c->xxzz + shift;
    c->xyz = scale * fma(m.jx * uy, uz, fma(ux, n.yz, fma(uy, n.xz, uz * n.xy)));
    c->xxyz = scale * lb_fourth_mixed(yz, ux, uy, uz, n.xx, n.xy, n.xz);
    c->xyyz = scale * lb_fourth_mixed(xz, uy, ux, uz, n.yy, n.xy, n.yz);
    c->xyzz = scale * lb_fourth_mixed(xy, uz, ux, uy, n.zz, n.xz, n.yz);
    c->xyyzz = scale * fma(ux, yyzz, lb_fifth(uy, uz, n.xy, n.xz));
    c->xxyzz = scale * fma(uy, xxzz, lb_fifth(ux, uz, n.xy, n.yz));
    c->xxyyz = scale * fma(uz, xxyy, lb_fifth(ux, uy, n.xz, n.yz));
    c->xxyyzz = scale * fma(base, cs2 * cs2 * cs2, lb_sixth(m, n, yyzz));
}

LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    const struct stress push = lb_push_moments(m);
    const real keep = (real)(1) - lb_relaxation_rate(h, m);
    const struct stress n = lb_relaxed_stress(lb_stress(h, m, push), keep);
    const real scale = (real)((scalar)LB_STORAGE_SCALE), cs2 = (real)((scalar)LB_CS2);
    const real base = LB_SHIFT ? m.excess : m.rho;
    const real ux = m.ux, uy = m.uy, uz = m.uz, at_rest = m.rho * cs2;
    const real xx = fma(m.jx, ux, n.xx), yy = fma(m.jy, uy, n.yy), zz = fma(m.jz, uz, n.zz);
    struct collision c = {0};
    c.all = scale * base;
    c.x = LB_IS_ALONG(m.pushed, 0) ? fma((scalar)0.5, m.fx, m.jx) : m.jx;
    c.y = LB_IS_ALONG(m.pushed, 1) ? fma((scalar)0.5, m.fy, m.jy) : m.jy;
    c.z = LB_IS_ALONG(m.pushed, 2) ? fma((scalar)0.5, m.fz, m.jz) : m.jz;
    c.x *= scale;
    c.y *= scale;
    c.z *= scale;
    c.xx = scale * (fma(base, cs2, xx) + push.xx);
    c.yy = scale * (fma(base, cs2, yy) + push.yy);
    c.zz = scale * (fma(base, cs2, zz) + push.zz);
    c.xy = scale * (fma(m.jx, uy, n.xy) + push.xy);
    c.yz = scale * (fma(m.jy, uz, n.yz) + push.yz);
    c.xz = scale * (fma(m.jx, uz, n.xz) + push.xz);
    c.xxy = scale * lb_third(xx + at_rest, ux, uy, n.xy);
    c.xyy = scale * lb_third(yy + at_rest, uy, ux, n.xy);
    c.yyz = scale * lb_third(yy + at_rest, uy, uz, n.yz);
    c.yzz = scale * lb_third(zz + at_rest, uz, uy, n.yz);
    c.xxz = scale * lb_third(xx + at_rest, ux, uz, n.xz);
    c.xzz = scale * lb_third(zz + at_rest, uz, ux, n.xz);
    c.xxyy = fma(base, cs2 * cs2, lb_fourth(m.rho, ux, uy, n.xx, n.yy, n.xy));
    c.yyzz = fma(base, cs2 * cs2, lb_fourth(m.rho, uy, uz, n.yy, n.zz, n.yz));
    c.xxzz = fma(base, cs2 * cs2, lb_fourth(m.rho, ux, uz, n.xx, n.zz, n.xz));
    if (LB_RR_CORNERS) lb_moments_of_corners(&c, m, n, base);
    c.xxyy *= scale;
    c.yyzz *= scale;
    c.xxzz *= scale;
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
    *even *= (scalar)0.5;
    *odd *= (scalar)0.5;
}

/* Of two axes, whose signs are s and t; c is the third. */
LB_INLINE void lb_collide_edge(const int s, const int t, const real abb, const real aab,
                               const real ab, const real aabb, const real abbcc, const real aabcc,
                               const real abcc, const real aabbcc, real *even, real *odd)
{
    const real a = LB_RR_CORNERS ? abb - abbcc : abb, b = LB_RR_CORNERS ? aab - aabcc : aab;
    const real mixed = LB_RR_CORNERS ? ab - abcc : ab, all = LB_RR_CORNERS ? aabb - aabbcc : aabb;
    *even = (scalar)0.25 * lb_add(all, s * t, mixed);
    *odd = (scalar)0.25 * (s > 0 ? lb_add(a, t, b) : lb_add(-a, t, b));
}

LB_INLINE void lb_collide_corner(const struct collision c, const int x, const int y, const int z,
                                 real *even, real *odd)
{
    *even = lb_add(lb_add(lb_add(c.xxyyzz, x * y, c.xyzz), y * z, c.xxyz), x * z, c.xyyz);
    *odd = lb_dot(x, y, z, c.xyyzz, c.xxyzz, c.xxyyz);
    *even *= (scalar)0.125;
    *odd = (scalar)0.125 * lb_add(*odd, x * y * z, c.xyz);
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    const int axes = (cx != 0 ? 1 : 0) | (cy != 0 ? 2 : 0) | (cz != 0 ? 4 : 0);
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
    *h = even + odd;
    *opposite = even - odd;
}
