/* numbers.cl - numbers that share an exponent (per_cell.cl), and which exponent they need.
 * SPDX-License-Identifier: MIT */

/* Populations below 2^-22 of their weights have the last place of those of 2^-22. */
#define LB_EXPONENT_OF_ONE 23
#define LB_NOT_A_NUMBER 31u

/* 2^(n - 1) over the power of two. */
LB_INLINE real lb_inverse_scale_of(const LB_VECTOR(uint) exponent)
{
    return LB_AS(float)(((uint)(126 + LB_EXPONENT_OF_ONE + LB_CODE_BITS) - exponent) << 23u);
}

/* `scale` is 2^(e - 15). */
LB_INLINE real lb_decode_scaled(const chunk c, const real scale, const scalar gain)
{
    const scalar unit = (scalar)(0x1p-8f / (float)(1 << (LB_CODE_BITS - 1))) / gain;
    const scalar zero = (scalar)(0x1p23f + (float)(1 << (LB_CODE_BITS - 1)));
    return fma(lb_number_of_code(c), (real)(unit), (real)(-zero * unit)) * scale;
}

LB_INLINE chunk lb_encode_scaled(const real x, const real inverse, const scalar gain,
                                 const struct noise n)
{
    const scalar zero = (scalar)(0x1p23f + (float)(1 << (LB_CODE_BITS - 1)));
    return lb_code_of_number(fma(x, inverse * gain, lb_offset_of_one(n)) + zero);
}

/* The same of one that need not be in the range. */
LB_INLINE chunk lb_encode_clamped(const real x, const real inverse, const scalar gain,
                                  const struct noise n)
{
    const scalar most = (scalar)((1 << (LB_CODE_BITS - 1)) - 2);
    return lb_encode_scaled(clamp(x * (inverse * gain), (real)(-most), (real)(most)), (real)(1),
                            (scalar)1, n);
}

/* With which `most`, the largest of gain |h|, is below the range by the unit that rounding may add. */
LB_INLINE LB_VECTOR(uint) lb_exponent_for(const real most)
{
    const scalar units = (scalar)(1 << (LB_CODE_BITS - 1));
    const LB_VECTOR(uint) power =
        (LB_AS(uint)(most * (units / (units - (scalar)1.5f))) + 0x7FFFFFu) >> 23u;
    const uint zero = 127 - LB_EXPONENT_OF_ONE;
    return min(max(power, (LB_VECTOR(uint))(zero + 1)) - zero, (LB_VECTOR(uint))(LB_NOT_A_NUMBER));
}
