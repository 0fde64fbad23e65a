#pragma once
/* stress.cl - second moments of a cell: those of the populations less those of the equilibrium.
 * SPDX-License-Identifier: MIT */
#include "core/products.cl"

/* Momentum with half the force, times S: what a cell keeps, where no force acts along the axis. */
struct momentum {
    real x, y, z;
};

LB_INLINE struct momentum lb_scaled_momentum(const struct moments m)
{
    const scalar scale = (scalar)LB_STORAGE_SCALE;
    struct momentum s;
    s.x = LB_IS_ALONG(m.pushed, 0) ? scale * m.jx : m.sum_x;
    s.y = LB_IS_ALONG(m.pushed, 1) ? scale * m.jy : m.sum_y;
    s.z = LB_IS_ALONG(m.pushed, 2) ? scale * m.jz : m.sum_z;
    return s;
}

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

/* A second moment of what a cell keeps, on the diagonal, times S, less the pressure where that is in it. */
LB_INLINE real lb_less_pressure(const real p, const struct moments m)
{
    return LB_KEEPS_MOMENTS ? p : fma((real)(-(scalar)LB_CS2), m.sum, p);
}

/* Second moments of the populations less those of the equilibrium, with half the force's, times S. */
LB_INLINE struct stress lb_scaled_stress(const real *h, const struct moments m,
                                         const struct stress push)
{
    const struct stress p = lb_kept_products(h);
    const struct momentum j = lb_scaled_momentum(m);
    const real scale = (real)((scalar)LB_STORAGE_SCALE);
    struct stress n;
    n.xx = fma(-j.x, m.ux, lb_less_pressure(p.xx, m));
    n.yy = fma(-j.y, m.uy, lb_less_pressure(p.yy, m));
    n.zz = fma(-j.z, m.uz, lb_less_pressure(p.zz, m));
    n.xy = fma(-j.x, m.uy, p.xy);
    n.yz = fma(-j.y, m.uz, p.yz);
    n.xz = fma(-j.x, m.uz, p.xz);
    if (m.pushed == 0) return n;
    n.xx = fma(scale, push.xx, n.xx);
    n.yy = fma(scale, push.yy, n.yy);
    n.zz = fma(scale, push.zz, n.zz);
    n.xy = fma(scale, push.xy, n.xy);
    n.yz = fma(scale, push.yz, n.yz);
    n.xz = fma(scale, push.xz, n.xz);
    return n;
}

LB_INLINE struct stress lb_stress(const real *h, const struct moments m, const struct stress push)
{
    const real unscale = (real)(scalar)LB_UNSCALE;
    struct stress n = lb_scaled_stress(h, m, push);
    n.xx *= unscale;
    n.yy *= unscale;
    n.zz *= unscale;
    n.xy *= unscale;
    n.yz *= unscale;
    n.xz *= unscale;
    return n;
}
