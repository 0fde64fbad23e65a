/* numbers.cl - numbers that share an exponent (per_cell.cl), and which exponent they need.
 * SPDX-License-Identifier: MIT */

/* Populations below 2^-22 of their weights have the last place of those of 2^-22. */
#define LB_EXPONENT_OF_ONE 23
#define LB_NOT_A_NUMBER 31u
#define LB_ZERO (1u << (LB_CODE_BITS - 1)) /* the code of 0 */

/* 2^(n - 1) over the power of two, of what registers hold. */
LB_INLINE real lb_inverse_scale_of(const LB_VECTOR(uint) exponent)
{
    const uint of_registers = as_uint((float)LB_STORAGE_SCALE) >> 23u;
    return LB_AS(float)(((uint)(253 + LB_EXPONENT_OF_ONE + LB_CODE_BITS) - of_registers - exponent)
                        << 23u);
}

/* `scale` is 2^(e - 15). */
LB_INLINE real lb_decode_scaled(const chunk c, const power scale, const scalar gain)
{
    const float per_zero = as_float(((uint)(128 - LB_CODE_BITS)) << 23u); /* 1 / LB_ZERO */
    const scalar unit = (scalar)(0x1p-8f * LB_STORAGE_SCALE) * per_zero *
                        as_float((254u << 23u) - as_uint((float)gain)); /* a power of two */
    return lb_whole_times(c, scale, unit);
}

/* A sum is a code of what is added to it and of noise.  Of eight bits the sum is what is to be rounded to
 * a whole number; of twelve, the places behind the point are cut off, if they are noise. */
#if LB_CODE_BITS == 8
#define LB_START(n) lb_centre_from(n, LB_ZERO)
#define LB_CODE_OF_SUM lb_code_of_rounded
#elif LB_ROUNDS_TO_NEAREST
#define LB_START(n) ((real)((scalar)(0x1p23f + (float)LB_ZERO)))
#define LB_CODE_OF_SUM lb_code_of_whole
#else
#define LB_START(n) lb_start_from(n, LB_ZERO)
#define LB_CODE_OF_SUM lb_code_before_point
#endif

LB_INLINE chunk lb_encode_scaled(const real x, const real inverse, const scalar gain,
                                 const struct noise n)
{
    return LB_CODE_OF_SUM(fma(x, inverse * gain, LB_START(n)));
}

/* The same of one that need not be in the range. */
LB_INLINE chunk lb_encode_clamped(const real x, const real inverse, const scalar gain,
                                  const struct noise n)
{
    const scalar most = (scalar)((int)LB_ZERO - 2);
    return lb_encode_scaled(clamp(x * (inverse * gain), (real)(-most), (real)(most)), (real)(1),
                            (scalar)1, n);
}

/* The range over what is left of it without the unit and a half that rounding may add, and without half a unit. */
constant scalar lb_margin_of_rounding = (scalar)LB_ZERO / ((scalar)LB_ZERO - (scalar)1.5f);
constant scalar lb_margin_of_codes = (scalar)LB_ZERO / ((scalar)LB_ZERO - (scalar)0.5f);

/* With which `most`, the largest of gain |h|, is below the range by a margin. */
LB_INLINE LB_VECTOR(uint) lb_exponent_with(const real most, const scalar margin)
{
    const LB_VECTOR(uint) power =
        (LB_AS(uint)(most * (margin * (scalar)LB_UNSCALE)) + 0x7FFFFFu) >> 23u;
    const uint zero = 127 - LB_EXPONENT_OF_ONE;
    return min(max(power, (LB_VECTOR(uint))(zero + 1)) - zero, (LB_VECTOR(uint))(LB_NOT_A_NUMBER));
}

LB_INLINE LB_VECTOR(uint) lb_exponent_for(const real most)
{
    return lb_exponent_with(most, lb_margin_of_rounding);
}
