#pragma once
/* power_of_shear.cl - phi = r^(n - 1).  The left side of shear_law.cl is convex then, and what either of its terms alone
 * would give lies above what is looked for.
 * SPDX-License-Identifier: MIT */
#include "core/law_value.cl"

LB_INLINE struct law_value lb_law(const real y)
{
    const real exponent = (real)((scalar)LB_LAW_N - (scalar)1);
    struct law_value v;
    v.phi = lb_exp2_of(exponent * y);
    v.slope = exponent * v.phi;
    v.bend = exponent * v.slope;
    return v;
}

LB_INLINE real lb_law_start(const real q)
{
    const real viscous = (q - lb_log2_of((real)((scalar)LB_TAU - (scalar)0.5))) *
                         lb_inverse((real)((scalar)LB_LAW_N));
    return q + (real)(1) < viscous ? q + (real)(1) : viscous;
}
