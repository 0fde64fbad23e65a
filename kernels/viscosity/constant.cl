/* constant.cl - one viscosity for all cells: their relaxation rate is known at compile time, but for those
 * of a sponge.
 * SPDX-License-Identifier: MIT */
#define LB_RATE_VARIES LB_HAS_SPONGE

/* 1/tau [1/step] of the cells with populations h and moments m. */
LB_INLINE real lb_relaxation_rate(const real *h, const struct moments m)
{
    real rate = (real)((scalar)LB_OMEGA);
    if (LB_HAS_SPONGE) rate = m.damping > (real)(0) ? lb_inverse((scalar)LB_TAU + m.damping) : rate;
    return rate;
}
