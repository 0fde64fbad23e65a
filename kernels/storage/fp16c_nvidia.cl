/* fp16c_nvidia.cl - the same format and the same bits as fp16c.cl, shorter by what PTX has and
 * OpenCL C lacks: a product rounded toward zero.  The float 2^-112 f, cut to 23 bits and then
 * rounded half up to 11, is rounded once, ties away.
 * SPDX-License-Identifier: MIT */
#define LB_STORAGE_SCALE 1.0f

typedef LB_VECTOR(ushort) chunk;

LB_INLINE float lb_spread(const int code)
{
    return as_float(code & (int)0x87FFF000) * 0x1p112f;
}

/* The code in the upper half of the word; what is below it is noise.  fmin makes the largest of a
 * NaN. */
LB_INLINE uint lb_gather_code(const float x)
{
    float small;
    asm("mul.rz.f32 %0, %1, 0f07800000;" : "=f"(small) : "f"(fmin(fabs(x), 0x1.ffep0f)));
    return (as_uint(small) * 16u + 0x8000u) | (as_uint(x) & 0x80000000u);
}

#if LB_W == 2
LB_INLINE real lb_decode(const chunk c)
{
    const uint pair = as_uint(c);
    return (real)(lb_spread((int)(pair << 16) >> 4), lb_spread((int)pair >> 4));
}

LB_INLINE chunk lb_encode(const real x)
{
    return as_ushort2((lb_gather_code(x.x) >> 16) | (lb_gather_code(x.y) & 0xFFFF0000u));
}
#elif LB_W == 1
LB_INLINE real lb_decode(const chunk c)
{
    return lb_spread((int)as_short(c) << 12);
}

LB_INLINE chunk lb_encode(const real x)
{
    return (ushort)(lb_gather_code(x) >> 16);
}
#else
#error "fp16c_nvidia.cl computes one or two lanes"
#endif
