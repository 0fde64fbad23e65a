/* rlb.cl - regularised collision (Latt, Chopard, Math. Comput. Simul. 72, 165 (2006)): of what is not
 * equilibrium only the second moments n are kept, n' = (1 - w) n, and populations are made of ten moments,
 * f_i* = w_i [rho + c_i.j/c^2 + sum_ab A_ab (c_ia c_ib - c^2 delta_ab) / (2 c^4)], A = j j/rho + n', with
 * the force of Guo in j and A.  It is MRT with the rate 1 for all moments but those of second order.
 * SPDX-License-Identifier: MIT */
#include "core/whole_weights.cl"

#if LB_Q != 9 && LB_Q != 15 && LB_Q != 19 && LB_Q != 27
#error "rlb collides on D2Q9, D3Q15, D3Q19 and D3Q27"
#endif

/* Density, less 1 where LB_SHIFT, and momentum; and S A_ab / (2 c^4), twice that off the diagonal, over the
 * factor of the weights, with what all populations have of its trace. */
struct collision {
    real all, x, y, z;
    real rest, xx, yy, zz, xy, yz, xz;
};

LB_INLINE struct collision lb_collision(const real *h, const struct moments m)
{
    const struct stress push = lb_push_moments(m), n = lb_stress(h, m, push);
    const real keep = (real)(1) - lb_relaxation_rate(h, m);
    const scalar cs2 = (scalar)LB_CS2, scale = (scalar)LB_STORAGE_SCALE;
    const scalar twice = scale / (cs2 * cs2 * LB_WEIGHT_FACTOR), once = (scalar)0.5 * twice;
    struct collision c;
    c.all = LB_SHIFT ? m.excess : m.rho;
    c.x = LB_IS_ALONG(m.pushed, 0) ? fma((scalar)0.5, m.fx, m.jx) : m.jx;
    c.y = LB_IS_ALONG(m.pushed, 1) ? fma((scalar)0.5, m.fy, m.jy) : m.jy;
    c.z = LB_IS_ALONG(m.pushed, 2) ? fma((scalar)0.5, m.fz, m.jz) : m.jz;
    c.xx = once * (fma(keep, n.xx, m.jx * m.ux) + push.xx);
    c.yy = once * (fma(keep, n.yy, m.jy * m.uy) + push.yy);
    c.zz = once * (fma(keep, n.zz, m.jz * m.uz) + push.zz);
    c.xy = twice * (fma(keep, n.xy, m.jx * m.uy) + push.xy);
    c.yz = twice * (fma(keep, n.yz, m.jy * m.uz) + push.yz);
    c.xz = twice * (fma(keep, n.xz, m.jx * m.uz) + push.xz);
    c.rest = -cs2 * (LB_D == 3 ? c.xx + c.yy + c.zz : c.xx + c.yy);
    return c;
}

LB_INLINE void lb_collide_rest(const struct collision c, const scalar weight, real *h)
{
    *h = fma(lb_whole_weight(weight), c.rest, lb_rest_weight((real)(1)) * c.all);
}

LB_INLINE void lb_collide_pair(const struct collision c, const int cx, const int cy, const int cz,
                               const scalar weight, real *h, real *opposite)
{
    real second = c.rest;
    second = lb_add(second, cx * cx, c.xx);
    second = lb_add(second, cy * cy, c.yy);
    second = lb_add(second, cz * cz, c.zz);
    second = lb_add(second, cx * cy, c.xy);
    second = lb_add(second, cy * cz, c.yz);
    second = lb_add(second, cx * cz, c.xz);
    const real even =
        fma(lb_whole_weight(weight), second, lb_even_weight((real)(1), weight) * c.all);
    const real odd =
        lb_odd_weight((real)(1), cx, cy, cz, weight) * lb_dot(cx, cy, cz, c.x, c.y, c.z);
    *h = even + odd;
    *opposite = even - odd;
}
