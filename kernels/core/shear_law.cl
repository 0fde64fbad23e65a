#pragma once
/* shear_law.cl - the relaxation rate of cells whose viscosity depends on the shear rate.
 * The second moments n of a cell hold the shear rate times tau: |n| / (2^(1/2) rho c^2).  With r the shear rate over
 * that of reference, phi the viscosity over that of reference and A = LB_TAU - 1/2,
 *     r (1/2 + A phi(r)) = q,
 * which Halley's method solves in log2 r, where the left side's slope lies between 1 and the stress's: two steps
 * suffice, three where a law thins much, and phi follows from the last one's derivatives (docs/theory/viscosity.md).
 * A law defines, before it includes this file,
 *     lb_law(y)       phi, without a yield stress, at r = 2^y, and its derivatives by ln r
 *     lb_law_start(q) where to begin, q being log2 of the right side
 *     LB_LAW_YIELD    what phi has of 1/r; LB_LAW_LEAST, LB_LAW_MOST: what phi is held between
 * SPDX-License-Identifier: MIT */
#define LB_RATE_VARIES 1
#include "core/stress.cl"
#include "core/deviator.cl"

#define LB_LAW_STEPS ((LB_ARITHMETIC_FP64 ? 3 : 2) + ((scalar)LB_LAW_N < (scalar)0.4 ? 1 : 0))
#define LB_LAW_REACH ((scalar)60) /* of log2 r, to both sides */
#define LB_VISCOSITY ((scalar)LB_TAU - (scalar)0.5)
#define LB_LN2 ((scalar)0.69314718055994530942)

/* phi of the shear rate that makes q. */
LB_INLINE real lb_law_viscosity(const real q)
{
    const real without = fma((real)(-LB_VISCOSITY), (real)((scalar)LB_LAW_YIELD), q);
    const real right = lb_log2_of(lb_at_least(without, (scalar)1e-30));
    real y = lb_at_most(lb_at_least(lb_law_start(right), -LB_LAW_REACH), LB_LAW_REACH);
    real phi = (real)(0);
    for (int step = 0; step < LB_LAW_STEPS; step++) {
        const struct law_value v = lb_law(y);
        const real tau = fma((real)(LB_VISCOSITY), v.phi, (real)((scalar)0.5));
        const real per_tau = lb_inverse(tau), rises = (LB_VISCOSITY)*v.slope * per_tau;
        const real bend = fma((LB_VISCOSITY)*v.bend, per_tau, -rises * rises);
        const real slope = (real)(1) + rises, over = y + lb_log2_of(tau) - right;
        const real falls =
            over * slope * lb_inverse(fma((scalar)-0.5 * LB_LN2 * over, bend, slope * slope));
        const real next = lb_at_most(lb_at_least(y - falls, -LB_LAW_REACH), LB_LAW_REACH);
        const real moved = LB_LN2 * (next - y);
        phi = fma(moved, fma((scalar)0.5 * moved, v.bend, v.slope), v.phi);
        y = next;
    }
    if (LB_LAW_YIELD != 0.0) phi = fma((real)((scalar)LB_LAW_YIELD), lb_exp2_of(-y), phi);
    return lb_at_most(lb_at_least(phi, (scalar)LB_LAW_LEAST), (scalar)LB_LAW_MOST);
}

/* 1/tau [1/step] of the cells with populations h and moments m. */
LB_INLINE real lb_relaxation_rate(const real *h, const struct moments m)
{
    const real size = lb_root(lb_squared_deviator(lb_stress(h, m, lb_push_moments(m))));
    const real phi = lb_law_viscosity((scalar)LB_SHEAR_SCALE * size * m.per_mass);
    const real tau = fma((real)(LB_VISCOSITY), phi, (real)((scalar)0.5));
    return lb_inverse(LB_HAS_SPONGE ? tau + m.damping : tau);
}
