/* all_populations.cl - what a cell keeps from one step to the next: its populations.
 * SPDX-License-Identifier: MIT */
#define LB_KEEPS_MOMENTS 0

LB_INLINE struct conserved lb_kept_conserved(const real *h)
{
    return lb_conserved(h);
}

LB_INLINE struct stress lb_kept_products(const real *h)
{
    return lb_products(h);
}
