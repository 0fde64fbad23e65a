/* p16_2c_avx2.cl - the same format and the same bits as p16_2c.cl, shorter for eight lanes with
 * AVX2; without it, p16_2c.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
#include "storage/avx2/avx2.cl"

/* As in p16_2c.cl; `counted` is 2^23 + code. */
LB_INLINE real lb_decode_words(const int8 counted, const int8 sign)
{
    const real d = fma(as_float8(counted), (real)(0x1p-110f), (real)(-0x1p-87f));
    return as_float8((as_int8(d) << 2) | sign);
}

LB_INLINE void lb_decode_two(const chunks w, real *p, real *q)
{
    const ushort16 code = w & (ushort)0x7FFF, sign = w & (ushort)0x8000;
    const ushort16 exponent = (ushort16)(0x4B00), nothing = (ushort16)(0);
    *p = lb_decode_words(lb_unpack_p(exponent, code), lb_unpack_p(sign, nothing));
    *q = lb_decode_words(lb_unpack_q(exponent, code), lb_unpack_q(sign, nothing));
}

/* As in p16_2c.cl, not clamped. */
LB_INLINE int8 lb_magnitude(const real x, const struct noise n)
{
    const real d = as_float8((as_uint8(fabs(x)) >> 2) + 0x37000000u);
    return __builtin_ia32_cvttps2dq256(d + lb_offset_real(n, 9));
}

/* What is too large for an integer, as a NaN is, is -2^31, which packs to 0x8000. */
LB_INLINE short16 lb_magnitudes(const real p, const real q, const struct noise of_p,
                                const struct noise of_q)
{
    const ushort16 code = as_ushort16(lb_pack(lb_magnitude(p, of_p), lb_magnitude(q, of_q)));
    return as_short16(min(code, (ushort16)(0x7FFF)));
}
#else
#include "storage/p16_2c.cl"
#endif
