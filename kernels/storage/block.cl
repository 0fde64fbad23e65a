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

#define LB_BYTE_ABOVE 0u /* in registers, above a code of 8 bits */
typedef real power;

/* Of one with 2^23 added to it. */
LB_INLINE chunk lb_code_of_whole(const real x)
{
    return LB_CONVERT(ushort)(LB_AS(uint)(x) & 0xFFFFu);
}

/* Of one with 2^15 added to it. */
LB_INLINE chunk lb_code_before_point(const real x)
{
    return LB_CONVERT(ushort)(LB_AS(uint)(x) >> 8u & 0xFFFFu);
}

/* Of one that is to be rounded, with 2^10 added to it. */
LB_INLINE chunk lb_code_of_rounded(const real x)
{
    return lb_code_of_whole(x + (real)((scalar)(0x1p23f - 0x1p10f)));
}

/* The whole number of a code, times a scale and a unit. */
LB_INLINE real lb_whole_times(const chunk c, const power scale, const scalar unit)
{
    const scalar zero = (scalar)(0x1p23f + (float)(1 << (LB_CODE_BITS - 1)));
    const real number = LB_AS(float)(LB_CONVERT(uint)(c) | 0x4B000000u);
    return fma(number, (real)(unit), (real)(-zero * unit)) * scale;
}

/* 2^(e - 15) of exponents e, 31 being infinite, in bits 2 to 6 of bytes. */
LB_INLINE power lb_power_of_bytes(const LB_VECTOR(uchar) bytes)
{
    const LB_VECTOR(uint) e = LB_CONVERT(uint)(bytes);
    return LB_AS(float)((e == 0x7Cu ? (LB_VECTOR(uint))(255u << 2) : e + (112u << 2)) << 21u);
}
