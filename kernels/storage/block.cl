/* block.cl - codes of populations that share an exponent, which exponent/per_cell.cl knows.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

/* The bytes of a and b, from the lowest on, that the hexadecimal digits of `selector` count: those of b
 * from 4 on. */
LB_INLINE uint lb_permute(const uint a, const uint b, const uint selector)
{
    const ulong both = (ulong)b << 32 | a;
    uint result = 0;
    for (uint k = 0; k < 4; k++)
        result |= (uint)(both >> (8 * (selector >> 4 * k & 7u)) & 0xFFu) << 8 * k;
    return result;
}
#define LB_PERMUTE(result, a, b, selector) result = lb_permute(a, b, selector);

/* 2^23 + code. */
LB_INLINE real lb_number_of_code(const chunk c)
{
    return LB_AS(float)(LB_CONVERT(uint)(c) | 0x4B000000u);
}

LB_INLINE chunk lb_code_of_number(const real x)
{
    return LB_CONVERT(ushort)(LB_AS(uint)(x) & 0xFFFFu);
}

/* 2^(e - 15) of exponents e, 31 being infinite, in bits 2 to 6 of bytes. */
LB_INLINE real lb_power_of_bytes(const LB_VECTOR(uchar) bytes)
{
    const LB_VECTOR(uint) e = LB_CONVERT(uint)(bytes);
    return LB_AS(float)((e == 0x7Cu ? (LB_VECTOR(uint))(255u << 2) : e + (112u << 2)) << 21u);
}
