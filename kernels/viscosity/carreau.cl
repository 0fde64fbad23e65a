/* carreau.cl - from one viscosity at rest to another, lower one: blood, melts.
 * phi = b + (1 - b) (1 + (t r)^2)^((n - 1)/2), with the time t over that of reference and b = LB_LAW_LEAST.
 * Source: Carreau, Trans. Soc. Rheol. 16, 99 (1972).
 * SPDX-License-Identifier: MIT */
#include "core/law_value.cl"

LB_INLINE struct law_value lb_law(const real y)
{
    const scalar power = (scalar)0.5 * ((scalar)LB_LAW_N - (scalar)1);
    const real of_time = y + (real)((scalar)LB_LAW_LOG2_TIME);
    const real square =
        lb_exp2_of((scalar)2 * lb_at_least(lb_at_most(of_time, (scalar)55), (scalar)-55));
    const real base = square + (real)(1);
    const real share =
        (real)((scalar)1 - (scalar)LB_LAW_LEAST) * lb_exp2_of(power * lb_log2_of(base));
    struct law_value v;
    v.phi = share + (real)((scalar)LB_LAW_LEAST);
    const real thins = square * lb_inverse(base);
    v.slope = share * ((scalar)2 * power) * thins;
    v.bend = v.slope * fma(thins, (real)((scalar)2 * power - (scalar)2), (real)(2));
    return v;
}

/* What the power alone would give, between what both viscosities would. */
LB_INLINE real lb_law_start(const real q)
{
    const real tau = (real)((scalar)LB_TAU), viscous = tau - (real)((scalar)0.5);
    const real least = fma(viscous, (real)((scalar)LB_LAW_LEAST), (real)((scalar)0.5));
    const real at_time = (real)(((scalar)LB_LAW_N - (scalar)1) * (scalar)LB_LAW_LOG2_TIME);
    const real thin = (q - lb_log2_of(viscous) - at_time) * lb_inverse((real)((scalar)LB_LAW_N));
    const real slowest = q - lb_log2_of(tau), fastest = q - lb_log2_of(least);
    return thin < slowest ? slowest : thin < fastest ? thin : fastest;
}

#define LB_LAW_YIELD 0.0
#define LB_LAW_MOST 1.0
#include "core/shear_law.cl"
