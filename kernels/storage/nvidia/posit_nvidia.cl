/* posit_nvidia.cl - what the posits' files for NVIDIA share: pairs of codes in one register, and
 * rounding toward zero, which PTX has and OpenCL C lacks.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

#if LB_W != 1 && LB_W != 2
#error "the posits' files for NVIDIA compute one or two lanes"
#endif

/* Where codes are in what lb_encode_one returns, and what it gets beside the number. */
struct starts {
    real first, second;
};
#if LB_ROUNDS_TO_NEAREST
#define LB_CODE_FIRST_BIT 1
#define LB_CODE_BYTES "0x5410"
LB_INLINE struct starts lb_starts(const struct noise n)
{
    const struct starts s = {(real)(0.0f), (real)(0.0f)};
    return s;
}

/* A position in the bit string, counted down from 2^15 where it is negative, rounded; what is above its
 * 15 bits is noise.  1.5 2^23 + 2 x is positive, so rounding it toward zero is the floor. */
LB_INLINE uint lb_rounded_position(const float x)
{
    float sum;
    asm("fma.rz.f32 %0, %1, 0f40000000, 0f4B400001;" : "=f"(sum) : "f"(x));
    return as_uint(sum);
}
#else
#define LB_CODE_FIRST_BIT (LB_IS_COUNTED ? 9 : 8)
#define LB_CODE_BYTES "0x6521"
LB_INLINE struct starts lb_starts(const struct noise n)
{
    const struct starts counted = {lb_start_of_count(n), lb_noise_of_count(n)};
    const struct starts whole = {lb_start_of_code(n), (real)(0.0f)};
    return LB_IS_COUNTED ? counted : whole;
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
LB_INLINE uint lb_encode_one(const float magnitude, const float first, const float second);

#if LB_W == 2
LB_INLINE real lb_decode(const chunk c)
{
    const uint pair = as_uint(c);
    return (real)(lb_decode_one(pair, pair << 16), lb_decode_one(pair >> 16, pair));
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    const struct starts s = lb_starts(n);
    uint codes, signs, word;
    asm("prmt.b32 %0, %1, %2, " LB_CODE_BYTES ";"
        : "=r"(codes)
        : "r"(lb_encode_one(fabs(x.x), s.first.x, s.second.x)),
          "r"(lb_encode_one(fabs(x.y), s.first.y, s.second.y)));
    asm("prmt.b32 %0, %1, %2, 0x7632;" : "=r"(signs) : "r"(as_uint(x.x)), "r"(as_uint(x.y)));
    asm("lop3.b32 %0, %1, %2, 0x7FFF7FFF, 0xE4;"
        : "=r"(word)
        : "r"(codes >> (LB_CODE_FIRST_BIT % 8)), "r"(signs));
    return as_ushort2(word);
}
#else
LB_INLINE real lb_decode(const chunk c)
{
    return lb_decode_one(c, (uint)c << 16);
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    const struct starts s = lb_starts(n);
    const uint code = lb_encode_one(fabs(x), s.first, s.second) >> LB_CODE_FIRST_BIT;
    return (ushort)((code & 0x7FFFu) | ((as_uint(x) >> 16) & 0x8000u));
}
#endif
