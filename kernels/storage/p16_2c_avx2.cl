/* p16_2c_avx2.cl - the same format and the same bits as p16_2c.cl, shorter for eight lanes with
 * AVX2; without it, p16_2c.cl.
 * SPDX-License-Identifier: MIT */
#if LB_W == 8 && defined(__AVX2__)
#define LB_STORAGE_SCALE 1.0f
#include "storage/avx2.cl"

/* As in p16_2c.cl. */
LB_INLINE real lb_decode(const chunk c)
{
    const int8 wide_code = convert_int8(as_short8(c));
    const int8 counted = (wide_code & 0x7FFF) | 0x4B000000; /* 2^23 + code */
    const real d = fma(as_float8(counted), (real)(0x1p-110f), (real)(-0x1p-87f));
    return as_float8((as_int8(d) << 2) | (wide_code & (int)0x80000000));
}

/* As in p16_2c.cl, not clamped. */
LB_INLINE int8 lb_magnitude(const real x)
{
    const real d = as_float8((as_uint8(fabs(x)) >> 2) + 0x37000000u);
    return __builtin_ia32_cvttps2dq256(d + 0x0.ffffffp-1f);
}

/* What is too large for an integer, as a NaN is, is -2^31, which packs to 0x8000. */
LB_INLINE short16 lb_magnitudes(const real a, const real b)
{
    const ushort16 code = as_ushort16(lb_pack(lb_magnitude(a), lb_magnitude(b)));
    return as_short16(min(code, (ushort16)(0x7FFF)));
}
#else
#include "storage/p16_2c.cl"
#endif
