/* smagorinsky.cl - eddies smaller than a cell: the viscosity grows by (C cell)^2 |S|, the strain rate S being
 * that of the second moments, which holds the relaxation time itself: a quadratic equation.
 * Sources: Smagorinsky, Mon. Weather Rev. 91, 99 (1963); Hou, Sterling, Chen, Doolen, Fields Inst. Comm. 6,
 * 151 (1996).
 * SPDX-License-Identifier: MIT */
#define LB_RATE_VARIES 1

/* n_ab n_ab of the part of n without trace. */
LB_INLINE real lb_squared_deviator(const struct stress n)
{
    const real trace = LB_D == 3 ? n.xx + n.yy + n.zz : n.xx + n.yy;
    const real mean = trace * (scalar)(1.0 / LB_D);
    const real xx = n.xx - mean, yy = n.yy - mean, zz = n.zz - mean;
    real across = n.xy * n.xy, along = fma(yy, yy, xx * xx);
    if (LB_D == 3) across = fma(n.yz, n.yz, fma(n.xz, n.xz, across));
    if (LB_D == 3) along = fma(zz, zz, along);
    return fma((real)((scalar)2), across, along);
}

/* 1/tau [1/step] of the cells with populations h and moments m. */
LB_INLINE real lb_relaxation_rate(const real *h, const struct moments m)
{
    const real size = lb_root(lb_squared_deviator(lb_stress(h, m, lb_push_moments(m))));
    const real tau = LB_HAS_SPONGE ? (scalar)LB_TAU + m.damping : (real)((scalar)LB_TAU);
    const real root = lb_root(fma((scalar)LB_SMAGORINSKY * size, m.per_mass, tau * tau));
    return (scalar)2 * lb_inverse(tau + root);
}
