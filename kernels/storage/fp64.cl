/* fp64.cl - IEEE double, stored as it is.
 * SPDX-License-Identifier: MIT */
#define LB_DECODES_AT_ONCE 1 /* in one instruction: rows.cl */

typedef LB_VECTOR(double) chunk;

LB_INLINE real lb_decode(const chunk c)
{
    return c;
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    return x;
}
