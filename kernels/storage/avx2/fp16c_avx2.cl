/* fp16c_avx2.cl - the same format and the same bits as fp16c.cl, shorter for eight lanes with AVX2;
 * without it, fp16c_flush.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
#include "storage/avx2/avx2.cl"
#include "storage/fp16c_encode.cl"

/* Of codes in the upper halves of words, as in fp16c_flush.cl; four bits further down, the sign is
 * where 0x38000000 has a bit anyway. */
LB_INLINE real lb_decode_words(const int8 high)
{
    const real v = as_float8(as_int8(as_uint8(high) >> 4) | 0x38000000);
    const real larger = as_float8(max(as_int8(v), 0x38800000));
    return as_float8(as_int8(fma(v, (real)(2.0f), -larger)) | (high & (int)0x80000000));
}

LB_INLINE void lb_decode_two(const chunks w, real *p, real *q)
{
    *p = lb_decode_words(lb_unpack_p(w, (ushort16)(0)));
    *q = lb_decode_words(lb_unpack_q(w, (ushort16)(0)));
}

/* What is too large, and a NaN, is saturated. */
LB_INLINE short16 lb_magnitudes(const real p, const real q, const struct noise of_p,
                                const struct noise of_q)
{
    return lb_pack(lb_fp16c_magnitude(fabs(p), of_p) >> 12,
                   lb_fp16c_magnitude(fabs(q), of_q) >> 12);
}
#else
#include "storage/fp16c_flush.cl"
#endif
