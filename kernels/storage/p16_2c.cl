/* p16_2c.cl - one-sided posit of 16 bits with two exponent bits: k zeros, a one, exponent E,
 * fraction m mean 2^(-3 - 4k + E) (1 + m); range 2 - 2^-12, least 2^-59.  Sign and magnitude;
 * nearest in the bit string, ties away from zero; saturating. 
 * docs/decisions/0001-number-formats.md.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

/* The code, read as a fixed-point number, is a float whose exponent counts the zeros; shifting that
 * float's bits by two makes room for E: the bits of the value, but for a constant that the scaling
 * takes in. */
LB_INLINE real lb_decode(const chunk c)
{
    const LB_VECTOR(int) wide_code = LB_CONVERT(int)(LB_AS(short)(c));
    const LB_VECTOR(int) counted = (wide_code & 0x7FFF) | 0x4B000000; /* 2^23 + code */
    const real d = fma(LB_AS(float)(counted), (real)(0x1p-110f), (real)(-0x1p-87f));
    return LB_AS(float)((LB_AS(int)(d) << 2) | (wide_code & (int)0x80000000));
}

/* 1/2 - 2^-25 and truncation round halves up exactly, since the sum is rounded once more.  fmin
 * makes the largest of a NaN. */
LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    const real magnitude = fmin(fabs(x), (real)(0x1.fffp0f));
    const real d = LB_AS(float)((LB_AS(uint)(magnitude) >> 2) + 0x37000000u);
    /* signed: no unsigned conversion before AVX-512 */
    const LB_VECTOR(uint) code = LB_AS(uint)(LB_CONVERT_MODE(int, _rtz)(d + lb_offset_real(n, 9)));
    return LB_CONVERT(ushort)(code | ((LB_AS(uint)(x) >> 16) & 0x8000u));
}
