/* law.cl - a viscosity that depends on the shear rate.
 * The second moments n of a cell hold the shear rate times tau: |n| / (2^(1/2) rho c^2).  With s the square of that over
 * the shear rate of reference, the relaxation rate is a function of s, which the host has solved and has a polynomial
 * of for each sixteenth of an octave (lib/workspace/viscosity_table.c).
 * With a yield stress, s is of what is beyond it, and the rate that of the law without it times the share beyond
 * (docs/theory/viscosity.md).
 *   LB_LAW_SCALE             s^(1/2) is this times |n| / rho
 *   LB_LAW_YIELD             what the yield stress has of s^(1/2)
 *   LB_LAW_SLOWEST, LB_LAW_FASTEST   relaxation rates of the highest and the lowest viscosity [1/step]
 * SPDX-License-Identifier: MIT */
#define LB_RATE_VARIES 1
#include "core/stress.cl"
#include "core/deviator.cl"
#include "shared/law_table.h"

#if LB_ARITHMETIC_FP64
typedef LB_VECTOR(ulong) law_bits;
typedef double8 law_row;
#define LB_LAW_PART (52 - LB_LAW_OCTAVE_BITS) /* last bits of s, which do not choose the row */
#define LB_LAW_ONE 0x3FF0000000000000ul
#define LB_LAW_FROM(bits) LB_AS(double)(bits)
#define LB_LAW_BITS(s) LB_AS(ulong)(s)
#else
typedef LB_VECTOR(uint) law_bits;
typedef float4 law_row;
#define LB_LAW_PART (23 - LB_LAW_OCTAVE_BITS)
#define LB_LAW_ONE 0x3F800000u
#define LB_LAW_FROM(bits) LB_AS(float)(bits)
#define LB_LAW_BITS(s) LB_AS(uint)(s)
#endif

/* Numbers of the rows of s >= 0; doubles that are no floats have the first and the last one. */
LB_INLINE LB_VECTOR(uint) lb_law_rows(const law_bits s)
{
    const law_bits row = s >> (law_bits)(LB_LAW_PART);
#if LB_ARITHMETIC_FP64
    const law_bits less = (law_bits)((1023 - 127) * LB_LAW_OCTAVE);
    return LB_CONVERT(uint)(min(max(row, less) - less, (law_bits)(LB_LAW_ROWS - 1)));
#else
    return min(row, (law_bits)(LB_LAW_ROWS - 1)); /* a NaN may have a sign */
#endif
}

enum { LB_LAW_COUNT = LB_LAW_TERMS(LB_ARITHMETIC_FP64) };

/* Coefficient k of the rows of all lanes is terms[k]. */
#if (LB_W == 8 || LB_W == 16) && !LB_ARITHMETIC_FP64
/* Rows of each fourth lane side by side, and both halves of two such vectors mixed number by number, then pair by pair:
 * a transposition of 4 x 4 numbers in each quarter. */
#if LB_W == 8
#define LB_FOURTHS(row, k) (float8)(row[k], row[(k) + 4])
#define LB_MIX(a, b, p, q, r, s) (float8)(a.p, b.p, a.q, b.q, a.r, b.r, a.s, b.s)
#define LB_MIX_LOW(a, b) LB_MIX(a, b, s0, s1, s4, s5)
#define LB_MIX_HIGH(a, b) LB_MIX(a, b, s2, s3, s6, s7)
#define LB_PAIR_LOW(a, b) (float8)(a.s01, b.s01, a.s45, b.s45)
#define LB_PAIR_HIGH(a, b) (float8)(a.s23, b.s23, a.s67, b.s67)
#else
#define LB_FOURTHS(row, k) (float16)(row[k], row[(k) + 4], row[(k) + 8], row[(k) + 12])
#define LB_MIX(a, b, p, q, r, s, t, u, v, w) \
    (float16)(a.p, b.p, a.q, b.q, a.r, b.r, a.s, b.s, a.t, b.t, a.u, b.u, a.v, b.v, a.w, b.w)
#define LB_MIX_LOW(a, b) LB_MIX(a, b, s0, s1, s4, s5, s8, s9, sc, sd)
#define LB_MIX_HIGH(a, b) LB_MIX(a, b, s2, s3, s6, s7, sa, sb, se, sf)
#define LB_PAIR_LOW(a, b) (float16)(a.s01, b.s01, a.s45, b.s45, a.s89, b.s89, a.scd, b.scd)
#define LB_PAIR_HIGH(a, b) (float16)(a.s23, b.s23, a.s67, b.s67, a.sab, b.sab, a.sef, b.sef)
#endif
LB_INLINE void lb_law_terms(real *terms, const global law_row *law, const uint *number)
{
    float4 row[LB_W];
    for (int lane = 0; lane < LB_W; lane++)
        row[lane] = law[number[lane]];
    const real a = LB_FOURTHS(row, 0), b = LB_FOURTHS(row, 1), c = LB_FOURTHS(row, 2),
               d = LB_FOURTHS(row, 3);
    const real low = LB_MIX_LOW(a, b), high = LB_MIX_HIGH(a, b);
    const real next_low = LB_MIX_LOW(c, d), next_high = LB_MIX_HIGH(c, d);
    terms[0] = LB_PAIR_LOW(low, next_low);
    terms[1] = LB_PAIR_HIGH(low, next_low);
    terms[2] = LB_PAIR_LOW(high, next_high);
    terms[3] = LB_PAIR_HIGH(high, next_high);
}
#else
LB_INLINE void lb_law_terms(real *terms, const global law_row *law, const uint *number)
{
    scalar term[LB_LAW_COUNT][LB_W];
    for (int lane = 0; lane < LB_W; lane++) {
        scalar row[LB_LAW_COUNT];
        *(law_row *)row = law[number[lane]];
        for (int k = 0; k < LB_LAW_COUNT; k++)
            term[k][lane] = row[k];
    }
    for (int k = 0; k < LB_LAW_COUNT; k++)
        terms[k] = *(real *)term[k];
}
#endif

/* Without a yield stress and limits; NaN of infinity and of NaN. */
LB_INLINE real lb_law_rate(const global scalar *law, const real s)
{
    const law_bits bits = LB_LAW_BITS(s);
    const law_bits within = bits & (law_bits)((1ul << LB_LAW_PART) - 1);
    const real t = LB_LAW_FROM(within | (law_bits)(LB_LAW_ONE)) - (real)(1 + LB_LAW_HALF);
    uint number[LB_W];
    real terms[LB_LAW_COUNT];
    *(LB_VECTOR(uint) *)number = lb_law_rows(bits);
    lb_law_terms(terms, (const global law_row *)law, number);
    real rate = terms[LB_LAW_COUNT - 1];
    for (int k = LB_LAW_COUNT - 2; k >= 0; k--)
        rate = fma(rate, t, terms[k]);
    return rate;
}

/* Whether S is so near 1 that squares of S n are normal numbers. */
#define LB_LAW_SQUARES_FIT ((LB_UNSCALE > 0x1p-30f) & (LB_UNSCALE < 0x1p30f))

/* 1/tau [1/step] of the cells with populations h and moments m. */
LB_INLINE real lb_relaxation_rate(const real *h, const struct moments m)
{
    const struct stress push = lb_push_moments(m);
    const real size = lb_squared_deviator(LB_LAW_SQUARES_FIT ? lb_scaled_stress(h, m, push)
                                                             : lb_stress(h, m, push));
    const scalar scale =
        (scalar)LB_LAW_SCALE * (LB_LAW_SQUARES_FIT ? (scalar)LB_UNSCALE : (scalar)1);
    const real unit = scale * m.per_mass;
    real rate;
    if (LB_LAW_YIELD != 0) {
        const real all = lb_at_least(unit * lb_root(size), (scalar)1e-30);
        const real beyond = lb_at_least(all - (real)((scalar)LB_LAW_YIELD), (scalar)0);
        rate = lb_law_rate(m.law, beyond * beyond) * (beyond * lb_inverse(all));
    } else {
        rate = lb_law_rate(m.law, size * (unit * unit));
    }
    rate = lb_at_most(lb_at_least(rate, (scalar)LB_LAW_SLOWEST), (scalar)LB_LAW_FASTEST);
    return LB_HAS_SPONGE ? rate * lb_inverse(fma(m.damping, rate, (real)(1))) : rate;
}
