/* block_nvidia.cl - what block.cl does, by PTX: bytes are moved by one instruction, a half is converted by
 * one, and two by none.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;
#define LB_HAS_POWERS_OF_HALVES 1

#define LB_PERMUTE(result, a, b, selector) \
    asm("prmt.b32 %0, %1, %2, " #selector ";" : "=r"(result) : "r"(a), "r"(b));

/* The compiler no longer knows what it has worked out from index n. */
#define LB_FORGET(n)                               \
    {                                              \
        uint low = (uint)(n);                      \
        asm volatile("" : "+r"(low));              \
        n = ((n) & ~(LB_INDEX)0xFFFFFFFFul) | low; \
    }

#if LB_W == 2
/* The number is in the lower bits of 2^23 + x, or of 2^15 + x before the point. */
LB_INLINE chunk lb_code_of_whole(const real x)
{
    uint codes;
    LB_PERMUTE(codes, as_uint(x.s0), as_uint(x.s1), 0x5410)
    return as_ushort2(codes);
}

LB_INLINE chunk lb_code_before_point(const real x)
{
    uint codes;
    LB_PERMUTE(codes, as_uint(x.s0), as_uint(x.s1), 0x6521)
    return as_ushort2(codes);
}

/* Two halves, which are whole from 2^10 on; it is their sign and exponent that LB_BYTE_ABOVE is. */
LB_INLINE chunk lb_code_of_rounded(const real x)
{
    uint codes;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(codes) : "f"(x.s1), "f"(x.s0));
    return as_ushort2(codes);
}

/* 2^23 + code. */
LB_INLINE real lb_number_of_code(const chunk c)
{
    uint a, b;
#if LB_CODE_BITS == 8
    LB_PERMUTE(a, as_uint(c), 0x4B000000u, 0x7650)
    LB_PERMUTE(b, as_uint(c), 0x4B000000u, 0x7652)
#else
    LB_PERMUTE(a, as_uint(c), 0x4B000000u, 0x7610)
    LB_PERMUTE(b, as_uint(c), 0x4B000000u, 0x7632)
#endif
    return (real)(as_float(a), as_float(b));
}

LB_INLINE real lb_reals_of_halves(const uint halves)
{
    real x;
    asm("{.reg .b16 a, b;\n\t mov.b32 {a, b}, %2;\n\t cvt.f32.f16 %0, a;\n\t cvt.f32.f16 %1, b;}"
        : "=f"(x.s0), "=f"(x.s1)
        : "r"(halves));
    return x;
}

LB_INLINE real lb_number_times(const chunk c, const real scale, const scalar unit)
{
    const scalar zero = (scalar)(0x1p23f + (float)(1 << (LB_CODE_BITS - 1)));
    return fma(lb_number_of_code(c), (real)(unit), (real)(-zero * unit)) * scale;
}

#if LB_CODE_BITS == 8
#define LB_BYTE_ABOVE 0x64u
typedef uint power; /* two halves */

LB_INLINE power lb_power_of_halves(const uint halves)
{
    return halves;
}

/* x, a power of two or a multiple of one, twice as a half. */
LB_INLINE uint lb_as_halves(const scalar x)
{
    const uint bits = as_uint(x);
    return ((bits >> 16 & 0x8000u) | ((bits >> 13 & 0x3FFFFu) - (112u << 10))) * 0x10001u;
}

/* With these units all 40 binades of products are halves. */
LB_INLINE real lb_whole_times(const chunk c, const power scale, const scalar unit)
{
    if (unit > (scalar)0x1p-6f || unit < (scalar)0x1p-10f)
        return lb_number_times(c, lb_reals_of_halves(scale), unit);
    uint x;
    asm("fma.rn.f16x2 %0, %1, %2, %3;"
        : "=r"(x)
        : "r"(as_uint(c)), "r"(lb_as_halves(unit)), "r"(lb_as_halves((scalar)-1152 * unit)));
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(x) : "r"(x), "r"(scale));
    return lb_reals_of_halves(x);
}
#else
typedef real power;

LB_INLINE power lb_power_of_halves(const uint halves)
{
    return lb_reals_of_halves(halves);
}

LB_INLINE real lb_whole_times(const chunk c, const power scale, const scalar unit)
{
    return lb_number_times(c, scale, unit);
}
#endif

/* 2^(e - 15) of exponents in bits 2 to 6 of bytes, which are the upper ones of halves. */
LB_INLINE power lb_power_of_bytes(const uchar2 bytes)
{
    return lb_power_of_halves((uint)bytes.s0 << 8 | (uint)bytes.s1 << 24);
}
#else
#define LB_BYTE_ABOVE 0u
typedef real power;

LB_INLINE chunk lb_code_of_whole(const real x)
{
    return (ushort)as_uint(x);
}

LB_INLINE chunk lb_code_before_point(const real x)
{
    return (ushort)(as_uint(x) >> 8);
}

LB_INLINE chunk lb_code_of_rounded(const real x)
{
    return lb_code_of_whole(x + (0x1p23f - 0x1p10f));
}

LB_INLINE real lb_whole_times(const chunk c, const power scale, const scalar unit)
{
    const scalar zero = (scalar)(0x1p23f + (float)(1 << (LB_CODE_BITS - 1)));
    return fma(as_float(c | 0x4B000000u), unit, -zero * unit) * scale;
}

LB_INLINE power lb_power_of_bytes(const uchar byte)
{
    real power_of_two;
    asm("cvt.f32.f16 %0, %1;" : "=f"(power_of_two) : "h"((ushort)(byte << 8)));
    return power_of_two;
}
#endif
