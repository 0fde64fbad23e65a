/* block_nvidia.cl - what block.cl does, by PTX: bytes are moved by one instruction, and a half is
 * converted by one.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;
#define LB_HAS_POWERS_OF_HALVES 1

#define LB_PERMUTE(result, a, b, selector) \
    asm("prmt.b32 %0, %1, %2, " #selector ";" : "=r"(result) : "r"(a), "r"(b));

#if LB_W == 2
/* 2^23 + code. */
LB_INLINE real lb_number_of_code(const chunk c)
{
    uint a, b;
    asm("prmt.b32 %0, %1, %2, 0x7610;" : "=r"(a) : "r"(as_uint(c)), "r"(0x4B000000u));
    asm("prmt.b32 %0, %1, %2, 0x7632;" : "=r"(b) : "r"(as_uint(c)), "r"(0x4B000000u));
    return (real)(as_float(a), as_float(b));
}

LB_INLINE chunk lb_code_of_number(const real x)
{
    uint codes;
    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(codes) : "r"(as_uint(x.s0)), "r"(as_uint(x.s1)));
    return as_ushort2(codes);
}

/* 2^(e - 15) of exponents in bits 2 to 6 of the upper bytes of a word's halves. */
LB_INLINE real lb_power_of_halves(const uint halves)
{
    real power;
    asm("{.reg .b16 a, b;\n\t mov.b32 {a, b}, %2;\n\t cvt.f32.f16 %0, a;\n\t cvt.f32.f16 %1, b;}"
        : "=f"(power.s0), "=f"(power.s1)
        : "r"(halves));
    return power;
}

LB_INLINE real lb_power_of_bytes(const uchar2 bytes)
{
    return lb_power_of_halves((uint)bytes.s0 << 8 | (uint)bytes.s1 << 24);
}
#else
LB_INLINE real lb_number_of_code(const chunk c)
{
    return as_float(c | 0x4B000000u);
}

LB_INLINE chunk lb_code_of_number(const real x)
{
    return (ushort)as_uint(x);
}

LB_INLINE real lb_power_of_bytes(const uchar byte)
{
    real power;
    asm("cvt.f32.f16 %0, %1;" : "=f"(power) : "h"((ushort)(byte << 8)));
    return power;
}
#endif
