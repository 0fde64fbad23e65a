/* fp16c_avx2.cl - the same format and the same bits as fp16c.cl, shorter for eight lanes with AVX2;
 * without it, fp16c_flush.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
#define LB_STORAGE_SCALE 1.0f
#include "storage/avx2.cl"

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

/* `fixed`: |x| as a fixed-point number, right below 2^-14.  1/2 - 2^-25 and truncation round halves
 * up exactly, since the sum is rounded once more.  `normal`: the float's bits rebased, half a code
 * added, right from there on.  Kept from going on below, it is the smaller one there and nowhere
 * else.  Where it is too large, as for NaN, it is -2^31, which packs to 0x8000. */
LB_INLINE short16 lb_magnitudes(const real a, const real b)
{
    const real p = fabs(a), q = fabs(b);
    const real scale = (real)(0x1p25f), half_code = (real)(0x0.ffffffp-1f);
    const short16 fixed = lb_pack(__builtin_ia32_cvttps2dq256(fma(p, scale, half_code)),
                                  __builtin_ia32_cvttps2dq256(fma(q, scale, half_code)));
    const short16 normal =
        lb_pack((as_int8(p) - 0x37FFF800) >> 12, (as_int8(q) - 0x37FFF800) >> 12);
    return as_short16(min(as_ushort16(max(normal, (short16)(0x0800))), as_ushort16(fixed)));
}
#else
#include "storage/fp16c_flush.cl"
#endif
