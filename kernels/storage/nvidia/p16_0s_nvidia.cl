/* p16_0s_nvidia.cl - the same format and the same bits as p16_0s.cl, shorter on NVIDIA.
 * SPDX-License-Identifier: MIT */
#define LB_POSITION_BITS 10
#include "storage/nvidia/posit_nvidia.cl"

LB_INLINE float lb_decode_one(const uint code, const uint sign)
{
    const float d = fma(lb_counted(code), 0x1p-21f, -4.0078125f);
    uint magnitude = as_uint(0x1p-7f - fabs(d));
    asm("{.reg .pred p; setp.ge.f32 p, %1, 0f00000000; @p mad.lo.s32 %0, %0, -1, 0x78000000;}"
        : "+r"(magnitude)
        : "f"(d));
    return lb_signed(magnitude, sign);
}

LB_INLINE uint lb_encode_one(const float x, const float offset)
{
    const float most = fmin(x, 128.0f);
    float lower = most * 0x1p21f;
    const float upper = as_float(0x82800000u - as_uint(most));
    asm("{.reg .pred p; setp.ge.f32 p, %1, 0f3C000000; @p mov.f32 %0, %2;}"
        : "+f"(lower)
        : "f"(most), "f"(-fabs(upper)));
    return lb_rounded_position(lower, offset);
}
