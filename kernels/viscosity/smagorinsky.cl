/* smagorinsky.cl - eddies smaller than a cell: the viscosity grows by (C cell)^2 |S|, the strain rate S being
 * that of the second moments, which holds the relaxation time itself: a quadratic equation.
 * Sources: Smagorinsky, Mon. Weather Rev. 91, 99 (1963); Hou, Sterling, Chen, Doolen, Fields Inst. Comm. 6,
 * 151 (1996).
 * SPDX-License-Identifier: MIT */
#define LB_RATE_VARIES 1
#include "core/stress.cl"
#include "core/deviator.cl"

/* 1/tau [1/step] of the cells with populations h and moments m. */
LB_INLINE real lb_relaxation_rate(const real *h, const struct moments m)
{
    const real size = lb_root(lb_squared_deviator(lb_stress(h, m, lb_push_moments(m))));
    const real tau = LB_HAS_SPONGE ? (scalar)LB_TAU + m.damping : (real)((scalar)LB_TAU);
    const real root = lb_root(fma((scalar)LB_SMAGORINSKY * size, m.per_mass, tau * tau));
    return (scalar)2 * lb_inverse(tau + root);
}
