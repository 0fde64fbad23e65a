/* fp16c_avx2.cl - the same format and the same bits as fp16c.cl, shorter for eight lanes with AVX2;
 * without it, fp16c_flush.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
#define LB_STORAGE_SCALE 1.0f
#include "storage/avx2.cl"
#include "storage/fp16c_encode.cl"

/* As in fp16c_flush.cl, but that one shuffle of bytes takes each code into the upper half of its
 * word; four bits further down, the sign is where 0x38000000 has a bit anyway. */
LB_INLINE real lb_decode(const chunk c)
{
    const int8 high =
        as_int8(__builtin_shufflevector((ushort16)(c, c), (ushort16)(0), 16, 0, 16, 1, 16, 2, 16, 3,
                                        16, 12, 16, 13, 16, 14, 16, 15));
    const real v = as_float8(as_int8(as_uint8(high) >> 4) | 0x38000000);
    const real larger = as_float8(max(as_int8(v), 0x38800000));
    return as_float8(as_int8(fma(v, (real)(2.0f), -larger)) | (high & (int)0x80000000));
}

/* What is too large, and a NaN, is saturated. */
LB_INLINE short16 lb_magnitudes(const real a, const real b)
{
    return lb_pack(lb_fp16c_magnitude(fabs(a)) >> 12, lb_fp16c_magnitude(fabs(b)) >> 12);
}
#else
#include "storage/fp16c_flush.cl"
#endif
