/* p16_1s_avx2.cl - the same format and the same bits as p16_1s.cl, shorter for eight lanes with
 * AVX2; without it, p16_1s.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
/* As in p16_1s.cl, but that both flanks are counted from `middle`, 2^-7 of the code's sign, whose bits
 * are 0x3C000000; `counted` is 2^23 + code. */
LB_INLINE real lb_decode_words(const int8 counted, const int8 middle)
{
    const real d = fma(as_float8(counted), (real)(0x1p-81f), (real)(-8404992.0f * 0x1p-81f));
    const int8 away = 0x3C000000 - (as_int8(0x1p-67f - fabs(d)) << 1);
    return as_float8(middle + as_int8(__builtin_ia32_psignd256(away, as_int8(d))));
}

/* Smaller of number and mirror as in p16_0s_avx2.cl. */
LB_INLINE int8 lb_magnitude(const real x, const struct noise n)
{
    const int8 h = as_int8(as_uint8(fmin(fabs(x), (real)(0x1p21f))) >> 1);
    const int8 lower = h + 0x28800000, mirror = (int)(0x64800000 - LB_ROUNDS_TO_NEAREST) - h;
    const int8 code =
        __builtin_ia32_cvttps2dq256(as_float8(min(lower, mirror)) + lb_offset_real(n, 10));
    return __builtin_ia32_psignd256(code, 0x647FFFFF - h - lower);
}

#include "storage/avx2/posit_avx2.cl"
#else
#include "storage/p16_1s.cl"
#endif
