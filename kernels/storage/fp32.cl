/* fp32.cl - IEEE float; from double arithmetic rounded to nearest, ties to even.
 * SPDX-License-Identifier: MIT */
#define LB_DECODES_AT_ONCE 1 /* in one instruction: rows.cl */

typedef LB_VECTOR(float) chunk;

LB_INLINE real lb_decode(const chunk c)
{
#if LB_ARITHMETIC_FP64
    return LB_CONVERT(double)(c);
#else
    return c;
#endif
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
#if LB_ARITHMETIC_FP64
    return LB_CONVERT_MODE(float, _rte)(lb_rounded(x, n, 29));
#else
    return x;
#endif
}
