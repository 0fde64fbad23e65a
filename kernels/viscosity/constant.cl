/* constant.cl - one viscosity for all cells: their relaxation rate is known at compile time.
 * SPDX-License-Identifier: MIT */
#define LB_RATE_VARIES 0

/* 1/tau [1/step] of the cells with populations h and moments m. */
LB_INLINE real lb_relaxation_rate(const real *h, const struct moments m)
{
    return (real)((scalar)LB_OMEGA);
}
