/* p16_0s.cl - posit of 16 bits without exponent bits, of 128 f: range 128, least 2^-21.  Sign and
 * magnitude. Nearest in the bit string, ties away from zero; saturating.
 * docs/decisions/0001-number-formats.md. Below 2^-7 such a posit is a fixed-point number; above,
 * its code is the mirror image of the one of 2^-14 / f, up to the mantissa, which runs the other
 * way: the mirror is in the bits of the float.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

LB_INLINE real lb_decode(const chunk c)
{
    const LB_VECTOR(int) wide_code = LB_CONVERT(int)(LB_AS(short)(c));
    const LB_VECTOR(int) counted = (wide_code & 0x7FFF) | 0x4B000000; /* 2^23 + code */
    const real d =
        fma(LB_AS(float)(counted), (real)(0x1p-21f), (real)(-4.0078125f)); /* |f| - 2^-7 */
    const LB_VECTOR(int) below = LB_AS(int)(0x1p-7f - fabs(d));
    const LB_VECTOR(int) magnitude = LB_AS(int)(d) < 0 ? below : 0x78000000 - below;
    return LB_AS(float)(magnitude | (wide_code & (int)0x80000000));
}

/* 1/2 - 2^-25 and truncation round halves up exactly, since the sum is rounded once more.  In the
 * mirror up is down: 0x827FFFFF rather than 0x82800000 takes the next smaller float, so that a half
 * falls short.  The negative number is counted down from 0x8000 by two's complement.  fmin makes
 * the largest of a NaN. */
#define LB_MIRROR (0x82800000u - LB_ROUNDS_TO_NEAREST)

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    const real magnitude = fmin(fabs(x), (real)(128.0f));
    const LB_VECTOR(uint) a = LB_AS(uint)(magnitude);
    const real lower = fma(magnitude, (real)(0x1p21f), lb_offset_real(n, 10));
    const real upper = -lb_offset_real(n, 10) - fabs(LB_AS(float)(LB_MIRROR - a));
    const real code = magnitude < 0x1p-7f ? lower : upper;
    return LB_CONVERT(ushort)(LB_AS(uint)(LB_CONVERT_MODE(int, _rtz)(code) & 0x7FFF) |
                              ((LB_AS(uint)(x) >> 16) & 0x8000u));
}
