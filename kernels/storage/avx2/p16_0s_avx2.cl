/* p16_0s_avx2.cl - the same format and the same bits as p16_0s.cl, shorter for eight lanes with
 * AVX2; without it, p16_0s.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
/* As in p16_0s.cl, but that both flanks are counted from `middle`, 2^-7 of the code's sign, whose bits
 * are 0x3C000000; `counted` is 2^23 + code. */
LB_INLINE real lb_decode_words(const int8 counted, const int8 middle)
{
    const real d = fma(as_float8(counted), (real)(0x1p-21f), (real)(-4.0078125f)); /* |f| - 2^-7 */
    const int8 away = 0x3C000000 - as_int8(0x1p-7f - fabs(d));
    return as_float8(middle + as_int8(__builtin_ia32_psignd256(away, as_int8(d))));
}

/* The mirror of what is above 2^-7 is below it, so the smaller of a number and its mirror is the
 * one to round; 0x77FFFFFF rather than 0x78000000 takes the next smaller float, so that in the
 * mirror a half falls short. */
LB_INLINE int8 lb_magnitude(const real x, const struct noise n)
{
    const int8 a = as_int8(fmin(fabs(x), (real)(128.0f)));
    const int8 mirror = (int)(0x78000000 - LB_ROUNDS_TO_NEAREST) - a;
    const int8 code = __builtin_ia32_cvttps2dq256(
        fma(as_float8(min(a, mirror)), (real)(0x1p21f), lb_offset_real(n, 10)));
    return __builtin_ia32_psignd256(code, 0x77FFFFFF - a - a);
}

#include "storage/avx2/posit_avx2.cl"
#else
#include "storage/p16_0s.cl"
#endif
