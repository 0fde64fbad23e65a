/* posit_nvidia.cl - what the posits' files for NVIDIA share: pairs of codes in one register, and
 * rounding toward zero, which PTX has and OpenCL C lacks.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

#if LB_W != 1 && LB_W != 2
#error "the posits' files for NVIDIA compute one or two lanes"
#endif

/* A position in the bit string, counted down from 2^15 where it is negative, rounded, from bit 1 on;
 * what is above its 15 bits is noise.  1.5 2^23 + 2 x is positive, so rounding it toward zero is the
 * floor.
 * lb_rounded_magnitude: of one that is not negative. */
#if LB_ROUNDS_TO_NEAREST
LB_INLINE uint lb_rounded_position(const float x, const float offset)
{
    (void)offset; /* 1/2 */
    float sum;
    asm("fma.rz.f32 %0, %1, 0f40000000, 0f4B400001;" : "=f"(sum) : "f"(x));
    return as_uint(sum);
}

#define lb_rounded_magnitude lb_rounded_position
#else
LB_INLINE uint lb_rounded_magnitude(const float x, const float offset)
{
    float sum;
    asm("fma.rz.f32 %0, %1, 0f40000000, 0f4B400000;" : "=f"(sum) : "f"(x + offset));
    return as_uint(sum);
}

LB_INLINE uint lb_rounded_position(const float x, const float offset)
{
    uint code;
    asm("{.reg .pred p; .reg .f32 sum; setp.lt.f32 p, %1, 0f00000000;"
        "fma.rz.f32 sum, %2, 0f40000000, 0f4B400000; mov.b32 %0, sum; @p sub.u32 %0, 1, %0;}"
        : "=r"(code)
        : "f"(x), "f"(fabs(x) + offset));
    return code;
}
#endif

/* 2^23 + code, and the code's sign in the highest bit. */
LB_INLINE float lb_counted(const uint code)
{
    return as_float((code & 0x7FFFu) | 0x4B000000u);
}

LB_INLINE float lb_signed(const uint magnitude, const uint sign)
{
    return as_float(magnitude | (sign & 0x80000000u));
}

LB_INLINE float lb_decode_one(const uint code, const uint sign);
LB_INLINE uint lb_encode_one(const float magnitude, const float offset);

#if LB_W == 2
LB_INLINE real lb_decode(const chunk c)
{
    const uint pair = as_uint(c);
    return (real)(lb_decode_one(pair, pair << 16), lb_decode_one(pair >> 16, pair));
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    const real offset = lb_offset_real(n, LB_POSITION_BITS);
    uint codes, signs, word;
    asm("prmt.b32 %0, %1, %2, 0x5410;"
        : "=r"(codes)
        : "r"(lb_encode_one(fabs(x.x), offset.x)), "r"(lb_encode_one(fabs(x.y), offset.y)));
    asm("prmt.b32 %0, %1, %2, 0x7632;" : "=r"(signs) : "r"(as_uint(x.x)), "r"(as_uint(x.y)));
    asm("lop3.b32 %0, %1, %2, 0x7FFF7FFF, 0xE4;" : "=r"(word) : "r"(codes >> 1), "r"(signs));
    return as_ushort2(word);
}
#else
LB_INLINE real lb_decode(const chunk c)
{
    return lb_decode_one(c, (uint)c << 16);
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    return (ushort)(((lb_encode_one(fabs(x), lb_offset_real(n, LB_POSITION_BITS)) >> 1) & 0x7FFFu) |
                    ((as_uint(x) >> 16) & 0x8000u));
}
#endif
