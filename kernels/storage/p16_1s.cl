/* p16_1s.cl - posit of 16 bits with one exponent bit, of 128 f: range 2^21, least 2^-35.  Sign and
 * magnitude. Nearest in the bit string, ties away from zero; saturating.
 * docs/decisions/0001-number-formats.md. As p16_0s.cl, with the float's bits shifted by one to make
 * room for the exponent bit.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

LB_INLINE real lb_decode(const chunk c)
{
    const LB_VECTOR(int) wide_code = LB_CONVERT(int)(LB_AS(short)(c));
    const LB_VECTOR(int) counted = (wide_code & 0x7FFF) | 0x4B000000; /* 2^23 + code */
    const real d = fma(LB_AS(float)(counted), (real)(0x1p-81f), (real)(-8404992.0f * 0x1p-81f));
    const LB_VECTOR(int) below = LB_AS(int)(0x1p-67f - fabs(d)) << 1;
    const LB_VECTOR(int) magnitude = LB_AS(int)(d) < 0 ? below : 0x78000000 - below;
    return LB_AS(float)(magnitude | (wide_code & (int)0x80000000));
}

/* Rounding and mirror as in p16_0s.cl. */
#if LB_ROUNDS_TO_NEAREST
LB_INLINE LB_VECTOR(int) lb_code_of_magnitude(const LB_VECTOR(int) h, const struct noise n)
{
    const LB_VECTOR(int) shifted = h < 0x1E000000 ? h + 0x28800000 : (int)0xE47FFFFF - h;
    const real half_place = /* of its sign */
        LB_AS(float)((shifted & (int)0x80000000) | LB_AS(int)((real)(0x0.ffffffp-1f)));
    return LB_CONVERT_MODE(int, _rtz)(LB_AS(float)(shifted) + half_place) & 0x7FFF;
}
#else
LB_INLINE LB_VECTOR(int) lb_code_of_magnitude(const LB_VECTOR(int) h, const struct noise n)
{
    const real up = lb_counted_up(LB_AS(float)(h + 0x28800000), 1.0f, n);
    const real down = lb_counted_down(LB_AS(float)(0x64800000 - h), 1.0f, n);
    return lb_code_of_count(h < 0x1E000000 ? up : down);
}
#endif

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    const LB_VECTOR(int) h = LB_AS(int)(fmin(fabs(x), (real)(0x1p21f))) >> 1;
    const LB_VECTOR(uint) code = LB_AS(uint)(lb_code_of_magnitude(h, n));
    return LB_CONVERT(ushort)(code | ((LB_AS(uint)(x) >> 16) & 0x8000u));
}
