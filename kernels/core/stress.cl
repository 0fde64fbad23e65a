/* stress.cl - second moments of a cell: those of the populations less those of the equilibrium.
 * SPDX-License-Identifier: MIT */

/* (F_a u_b + F_b u_a) / 2; -0 without force, so that compilers leave out the addition. */
LB_INLINE real lb_push_moment(const int pushed, const int a, const int b, const real fa,
                              const real fb, const real ua, const real ub)
{
    real sum = (real)(0);
    if (!LB_IS_ALONG(pushed, a) && !LB_IS_ALONG(pushed, b)) return LB_NOTHING;
    if (LB_IS_ALONG(pushed, a)) sum = fa * ub;
    if (LB_IS_ALONG(pushed, b)) sum = fma(fb, ua, sum);
    return (scalar)0.5 * sum;
}

LB_INLINE struct stress lb_push_moments(const struct moments m)
{
    struct stress s;
    s.xx = lb_push_moment(m.pushed, 0, 0, m.fx, m.fx, m.ux, m.ux);
    s.yy = lb_push_moment(m.pushed, 1, 1, m.fy, m.fy, m.uy, m.uy);
    s.zz = lb_push_moment(m.pushed, 2, 2, m.fz, m.fz, m.uz, m.uz);
    s.xy = lb_push_moment(m.pushed, 0, 1, m.fx, m.fy, m.ux, m.uy);
    s.yz = lb_push_moment(m.pushed, 1, 2, m.fy, m.fz, m.uy, m.uz);
    s.xz = lb_push_moment(m.pushed, 0, 2, m.fx, m.fz, m.ux, m.uz);
    return s;
}

/* rho u_a^2, with the pressure where it is in what a cell keeps. */
LB_INLINE real lb_diagonal(const real j, const real u, const real pressure)
{
    return LB_KEEPS_MOMENTS ? j * u : fma(j, u, pressure);
}

/* A second moment of what a cell keeps, on the diagonal, times S, less the pressure where that is in it. */
LB_INLINE real lb_less_pressure(const real p, const struct moments m)
{
    const scalar pressure = (scalar)LB_STORAGE_SCALE * (scalar)LB_CS2;
    return LB_KEEPS_MOMENTS ? p : fma((real)(-pressure), LB_SHIFT ? m.excess : m.rho, p);
}

/* Second moments of the populations less those of the equilibrium, with half the force's. */
LB_INLINE struct stress lb_stress(const real *h, const struct moments m, const struct stress push)
{
    const struct stress p = lb_kept_products(h);
    const real unscale = (real)((scalar)1 / (scalar)LB_STORAGE_SCALE);
    const real pressure = (LB_SHIFT ? m.excess : m.rho) * (scalar)LB_CS2;
    struct stress n;
    n.xx = fma(p.xx, unscale, -lb_diagonal(m.jx, m.ux, pressure)) + push.xx;
    n.yy = fma(p.yy, unscale, -lb_diagonal(m.jy, m.uy, pressure)) + push.yy;
    n.zz = fma(p.zz, unscale, -lb_diagonal(m.jz, m.uz, pressure)) + push.zz;
    n.xy = fma(p.xy, unscale, -m.jx * m.uy) + push.xy;
    n.yz = fma(p.yz, unscale, -m.jy * m.uz) + push.yz;
    n.xz = fma(p.xz, unscale, -m.jx * m.uz) + push.xz;
    return n;
}
