/* p16_0s_avx2.cl - the same format and the same bits as p16_0s.cl, shorter for eight lanes with
 * AVX2; without it, p16_0s.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
#define LB_STORAGE_SCALE 1.0f
#include "storage/avx2.cl"

/* As in p16_0s.cl, but that both flanks are counted from `middle`, 2^-7 of the code's sign, whose bits
 * are 0x3C000000; `counted` is 2^23 + code. */
LB_INLINE real lb_decode_words(const int8 counted, const int8 middle)
{
    const real d = fma(as_float8(counted), (real)(0x1p-21f), (real)(-4.0078125f)); /* |f| - 2^-7 */
    const int8 away = 0x3C000000 - as_int8(0x1p-7f - fabs(d));
    return as_float8(middle + as_int8(__builtin_ia32_psignd256(away, as_int8(d))));
}

LB_INLINE void lb_decode_two(const chunks w, real *p, real *q)
{
    const ushort16 code = w & (ushort)0x7FFF, middle = (w & (ushort)0x8000) | (ushort)0x3C00;
    const ushort16 exponent = (ushort16)(0x4B00), nothing = (ushort16)(0);
    *p = lb_decode_words(lb_unpack_p(exponent, code), lb_unpack_p(middle, nothing));
    *q = lb_decode_words(lb_unpack_q(exponent, code), lb_unpack_q(middle, nothing));
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
LB_INLINE short16 lb_magnitudes(const real p, const real q)
{
    return lb_pack(lb_magnitude(p), lb_magnitude(q)) & (short)0x7FFF;
}
#else
#include "storage/p16_0s.cl"
#endif
