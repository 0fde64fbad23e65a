/* p16_0s_avx2.cl - the same format and the same bits as p16_0s.cl, shorter for eight lanes with
 * AVX2; without it, p16_0s.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
#define LB_STORAGE_SCALE 1.0f
#include "storage/avx2.cl"

/* As in p16_0s.cl, but that both flanks are counted from 2^-7, whose bits are 0x3C000000. */
LB_INLINE real lb_decode(const chunk c)
{
    const int8 wide_code = convert_int8(as_short8(c));
    const int8 counted = (wide_code & 0x7FFF) | 0x4B000000;                        /* 2^23 + code */
    const real d = fma(as_float8(counted), (real)(0x1p-21f), (real)(-4.0078125f)); /* |f| - 2^-7 */
    const int8 away = 0x3C000000 - as_int8(0x1p-7f - fabs(d));
    const int8 middle = (wide_code & (int)0x80000000) | 0x3C000000;
    return as_float8(middle + as_int8(__builtin_ia32_psignd256(away, as_int8(d))));
}

/* The mirror of what is above 2^-7 is below it, so the smaller of a number and its mirror is the
 * one to round; 0x77FFFFFF rather than 0x78000000 takes the next smaller float, so that in the
 * mirror a half falls short. */
LB_INLINE int8 lb_magnitude(const real x)
{
    const int8 a = as_int8(fmin(fabs(x), (real)(128.0f)));
    const int8 mirror = 0x77FFFFFF - a;
    const int8 code = __builtin_ia32_cvttps2dq256(
        fma(as_float8(min(a, mirror)), (real)(0x1p21f), (real)(0x0.ffffffp-1f)));
    return __builtin_ia32_psignd256(code, mirror - a);
}

/* Counted down from 0x8000 in the mirror by two's complement. */
LB_INLINE short16 lb_magnitudes(const real a, const real b)
{
    return lb_pack(lb_magnitude(a), lb_magnitude(b)) & (short)0x7FFF;
}
#else
#include "storage/p16_0s.cl"
#endif
