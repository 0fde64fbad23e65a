/* p16_1s_nvidia.cl - the same format and the same bits as p16_1s.cl, shorter on NVIDIA.
 * SPDX-License-Identifier: MIT */
#define LB_POSITION_BITS 10
#include "storage/nvidia/posit_nvidia.cl"

LB_INLINE float lb_decode_one(const uint code, const uint sign)
{
    const float d = fma(lb_counted(code), 0x1p-81f, -8404992.0f * 0x1p-81f);
    const uint below = as_uint(0x1p-67f - fabs(d));
    uint magnitude;
    asm("{.reg .pred p; setp.ge.f32 p, %1, 0f00000000; shl.b32 %0, %2, 1; @p mad.lo.s32 %0, %2, "
        "-2, 0x78000000;}"
        : "=&r"(magnitude)
        : "f"(d), "r"(below));
    return lb_signed(magnitude, sign);
}

LB_INLINE uint lb_encode_one(const float x, const float offset)
{
    const float most = fmin(x, 0x1p21f);
    const uint h = as_uint(most) >> 1;
    uint w;
    asm("{.reg .pred p; setp.ge.f32 p, %1, 0f3C000000; mad.lo.s32 %0, %2, 1, 0x28800000; @p "
        "mad.lo.s32 %0, %2, -1, 0xE4800000;}"
        : "=&r"(w)
        : "f"(most), "r"(h));
    return lb_rounded_position(as_float(w), offset);
}
