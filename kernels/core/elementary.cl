/* elementary.cl - functions that OpenCL lets differ between devices, from operations that it does not: with
 * these all devices compute the same bits.  One lane.
 * SPDX-License-Identifier: MIT */

/* Within 2e-7 of its size, and exact for powers of two; of a float that is 0, -127.  The polynomial in t = x - 1, for x
 * from the root of 1/2 to the root of 2, is summed by Estrin's scheme, whose operations wait for half as many others as
 * Horner's. */
LB_INLINE float lb_log2(const float x)
{
    const int bits = as_int(x) - 0x3F3504F3; /* from the root of 1/2 on */
    const float t = as_float((bits & 0x7FFFFF) + 0x3F3504F3) - 1.0f, t2 = t * t, t4 = t2 * t2;
    const float low =
        fma(fma(0.287916249f, t, -0.360703686f), t2, fma(0.480910643f, t, -0.721347347f));
    const float high =
        fma(fma(0.125837166f, t, -0.207269864f), t2, fma(0.215715578f, t, -0.238944788f));
    return fma(fma(fma(high, t4, low), t, 1.442695004f), t, (float)(bits >> 23));
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
