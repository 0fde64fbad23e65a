/* p16_2c_nvidia.cl - the same format and the same bits as p16_2c.cl, shorter on NVIDIA.
 * SPDX-License-Identifier: MIT */
#define LB_POSITION_BITS 9
#include "storage/nvidia/posit_nvidia.cl"

LB_INLINE float lb_decode_one(const uint code, const uint sign)
{
    const float d = fma(lb_counted(code), 0x1p-110f, -0x1p-87f);
    return lb_signed(as_uint(d) << 2, sign);
}

LB_INLINE uint lb_encode_one(const float x, const float offset)
{
    const float position = as_float((as_uint(fmin(x, 0x1.fffp0f)) >> 2) + 0x37000000u);
    return lb_rounded_magnitude(position, offset);
}
