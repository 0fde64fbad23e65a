/* elementary.cl - functions that OpenCL lets differ between devices, from operations that it does not: with
 * these all devices compute the same bits.  One lane.
 * SPDX-License-Identifier: MIT */

/* log2(1 + t) for t from the root of 1/2 less 1 to the root of 2 less 1, and 2^t for |t| <= 1/2: by Estrin's scheme,
 * whose operations wait for half as many others as Horner's. */
#define LB_FLOAT_LOG2(floats, p, t)                                                          \
    {                                                                                        \
        const floats t2 = t * t, t4 = t2 * t2;                                               \
        const floats low = fma(fma((floats)(0.287916249f), t, (floats)(-0.360703686f)), t2,  \
                               fma((floats)(0.480910643f), t, (floats)(-0.721347347f)));     \
        const floats high = fma(fma((floats)(0.125837166f), t, (floats)(-0.207269864f)), t2, \
                                fma((floats)(0.215715578f), t, (floats)(-0.238944788f)));    \
        p = fma(fma(high, t4, low), t, (floats)(1.442695004f));                              \
    }
#define LB_FLOAT_EXP2(floats, p, t)                                                          \
    {                                                                                        \
        const floats t2 = t * t, t4 = t2 * t2;                                               \
        const floats low = fma(fma((floats)(0.0555032878f), t, (floats)(0.240226469f)), t2,  \
                               fma((floats)(0.693147206f), t, (floats)(1.0f)));              \
        const floats high = fma((floats)(0.000153458042f), t2,                               \
                                fma((floats)(0.00133999310f), t, (floats)(0.00961848899f))); \
        p = fma(high, t4, low);                                                              \
    }

/* Added to a number below 2^22 it leaves the nearest whole one, ties to even, in the last bits. */
#define LB_FLOAT_WHOLE 0x1.8p23f

/* Within 2e-7 of its size, and exact for powers of two; of a float that is 0, -127. */
LB_INLINE float lb_log2(const float x)
{
    const int bits = as_int(x) - 0x3F3504F3; /* from the root of 1/2 on */
    const float t = as_float((bits & 0x7FFFFF) + 0x3F3504F3) - 1.0f;
    float p;
    LB_FLOAT_LOG2(float, p, t);
    return fma(p, t, (float)(bits >> 23));
}

/* For |x| < 126; within 2e-7 of its size. */
LB_INLINE float lb_exp2(const float x)
{
    const float whole = x + LB_FLOAT_WHOLE, t = x - (whole - LB_FLOAT_WHOLE);
    float p;
    LB_FLOAT_EXP2(float, p, t);
    return as_float(as_int(p) + (as_int(whole) << 23));
}

/* Of x >= 0, by Newton's steps to x^(-1/3), which need no quotient; within four last places. */
LB_INLINE scalar lb_cbrt(const scalar x)
{
#if LB_ARITHMETIC_FP64
    const int steps = 4;
    scalar inverse = as_double(0x553EF0FF289DD796ul - as_ulong(x) / 3);
#else
    const int steps = 3;
    scalar inverse = as_float(0x54A21D2Au - as_uint(x) / 3);
#endif
    for (int n = 0; n < steps; n++) {
        const scalar square = inverse * inverse;
        const scalar off = fma(-x * inverse, square, (scalar)1);
        inverse = fma(inverse * off, (scalar)(1.0 / 3.0), inverse);
    }
    return x * inverse * inverse;
}
