/* rounded_alone.cl - each population is rounded by itself when it is stored.
 * SPDX-License-Identifier: MIT */
#define LB_CONSERVES 0

LB_INLINE void lb_conserve(real *h, const struct moments m, const struct noise n, const uint step)
{
}
