#pragma once
/* logarithms.cl - log2 and 2^x of all lanes, of operations that all devices do alike: within 2e-7 of their
 * size in FP32, 1e-15 in FP64.  x is a normal number above 0; |x| < 120.
 * SPDX-License-Identifier: MIT */
#include "core/elementary.cl"

#if LB_ARITHMETIC_FP64
typedef LB_VECTOR(long) log_bits;

/* 2 / ln 2 times the inverse hyperbolic tangent of (x - 1)/(x + 1), from the root of 1/2 to that of 2. */
LB_INLINE real lb_log2_of(const real x)
{
    const log_bits root = (log_bits)(0x3FE6A09E667F3BCDL);
    const log_bits bits = LB_AS(long)(x) - root;
    const real part = LB_AS(double)((bits & (log_bits)(0xFFFFFFFFFFFFFL)) + root);
    const real s = (part - (real)(1)) / (part + (real)(1)), square = s * s;
    real p = (real)(1.0 / 21);
    for (int odd = 19; odd >= 1; odd -= 2)
        p = fma(p, square, (real)(1.0) / (real)((scalar)odd));
    return fma(p * s, (real)(2.8853900817779268147), LB_CONVERT(double)(bits >> (log_bits)(52)));
}

LB_INLINE real lb_exp2_of(const real x)
{
    const real whole = rint(x), t = (x - whole) * (real)(0.69314718055994530942);
    real p = (real)(1);
    for (int n = 13; n >= 1; n--)
        p = fma(p * t, (real)(1) / (real)((scalar)n), (real)(1));
    return LB_AS(double)(LB_AS(long)(p) + (LB_CONVERT(long)(whole) << (log_bits)(52)));
}
#else
typedef LB_VECTOR(int) log_bits;

LB_INLINE real lb_log2_of(const real x)
{
    const log_bits root = (log_bits)(0x3F3504F3);
    const log_bits bits = LB_AS(int)(x) - root;
    const real t = LB_AS(float)((bits & (log_bits)(0x7FFFFF)) + root) - (real)(1);
    real p;
    LB_FLOAT_LOG2(real, p, t);
    return fma(p, t, LB_CONVERT(float)(bits >> (log_bits)(23)));
}

LB_INLINE real lb_exp2_of(const real x)
{
    const real whole = x + (real)(LB_FLOAT_WHOLE), t = x - (whole - (real)(LB_FLOAT_WHOLE));
    real p;
    LB_FLOAT_EXP2(real, p, t);
    return LB_AS(float)(LB_AS(int)(p) + (LB_AS(int)(whole) << (log_bits)(23)));
}
#endif
