/* fp16c_flush.cl - the same format and the same bits as fp16c.cl without subnormal floats: for
 * devices that flush them, and for CPUs, where they take a hundred cycles each.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

/* v is 2^(e-15) (1 + m); with e = 0 the value is 2^-14 m = 2 v - 2^-14, which is the larger one
 * otherwise. */
LB_INLINE real lb_decode(const chunk c)
{
    const LB_VECTOR(int) spread = LB_CONVERT(int)(LB_AS(short)(c)) << 12;
    const real v = LB_AS(float)((spread & 0x07FFF000) | 0x38000000);
    const real larger = LB_AS(float)(max(LB_AS(int)(v), 0x38800000));
    return LB_AS(float)(LB_AS(int)(fma(v, (real)(2.0f), -larger)) | (spread & (int)0x80000000));
}

#include "storage/fp16c_encode.cl"
