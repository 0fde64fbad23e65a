/* simd.cl - one spelling for scalars and vectors.  Memory has LB_V lanes, the arithmetic LB_W: a
 * memory vector is LB_V / LB_W pieces of the arithmetic.  Lane l of a memory vector belongs to slab l
 * of the lane axis (layout.cl), so lanes are never each other's neighbours except across the border of
 * a slab, where a whole vector is rotated by one lane.
 * OpenCL C's comparisons give 1 for scalars and -1 for vectors; ?: takes either, so code asks with
 * ?:, LB_ANY and lb_any only.
 * SPDX-License-Identifier: MIT */
#if LB_W != 1 && LB_W != 2 && LB_W != 4 && LB_W != 8 && LB_W != 16
#error "LB_W must be 1, 2, 4, 8 or 16"
#endif

#define LB_NAME3_(a, b, c) a##b##c
#define LB_NAME3(a, b, c) LB_NAME3_(a, b, c)
#if LB_W == 1
#define LB_WIDTH
#else
#define LB_WIDTH LB_W
#endif

/* 0, 1, ... */
#if LB_W == 1
#define LB_LANE_NUMBERS 0u
#elif LB_W == 2
#define LB_LANE_NUMBERS ((uint2)(0, 1))
#elif LB_W == 4
#define LB_LANE_NUMBERS ((uint4)(0, 1, 2, 3))
#elif LB_W == 8
#define LB_LANE_NUMBERS ((uint8)(0, 1, 2, 3, 4, 5, 6, 7))
#else
#define LB_LANE_NUMBERS ((uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#endif

#define LB_VECTOR(type) LB_NAME3(type, LB_WIDTH, )          /* float8 */
#define LB_AS(type) LB_NAME3(as_, type, LB_WIDTH)           /* as_float8: the same bits */
#define LB_CONVERT(type) LB_NAME3(convert_, type, LB_WIDTH) /* convert_float8: the same value */
#define LB_CONVERT_MODE(type, mode) LB_NAME3(convert_##type, LB_WIDTH, mode) /* convert_int8_rtz */

#if LB_ARITHMETIC_FP64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double scalar;
typedef LB_VECTOR(double) real;
#if LB_W == 1
typedef int mask;
#else
typedef LB_VECTOR(long) mask;
#endif
#else
typedef float scalar;
typedef LB_VECTOR(float) real;
typedef LB_VECTOR(int) mask; /* what comparing two reals gives */
#endif

#if LB_W == 1
#define LB_ANY(m) ((m) != 0)
#else
#define LB_ANY(m) any(m)
#endif

#include "core/inverse.cl"

/* Whether reals compared so in any lane.  PoCL's any() asks one lane after the other. */
LB_INLINE bool lb_any(const mask m)
{
#if LB_W == 16 && !LB_ARITHMETIC_FP64
    const long4 w = as_long8(m).lo | as_long8(m).hi;
    return (w.s0 | w.s1 | w.s2 | w.s3) != 0;
#elif LB_W == 8 && !LB_ARITHMETIC_FP64
    const long4 w = as_long4(m);
    return (w.s0 | w.s1 | w.s2 | w.s3) != 0;
#else
    return LB_ANY(m);
#endif
}

/* A NaN in `x` passes, unlike with fmin and fmax. */
LB_INLINE real lb_at_most(const real x, const scalar most)
{
    return x > (real)(most) ? (real)(most) : x;
}

LB_INLINE real lb_at_least(const real x, const scalar least)
{
    return x < (real)(least) ? (real)(least) : x;
}

/* --- memory vectors ---------------------------------------------------------------------------- */

#define LB_PASTE_(a, b) a##b
#define LB_PASTE(a, b) LB_PASTE_(a, b)

/* clang-format off */
#if LB_V == 1
#define LB_LANES(type) type
#define LB_CONVERT_LANES(type) LB_PASTE(convert_, type)
#define LB_ANY_LANE(m) (m)
#define LB_FROM_NEXT_LANE(w) (w)
#define LB_FROM_PREVIOUS_LANE(w) (w)
#else
#define LB_LANES(type) LB_PASTE(type, LB_V)
#define LB_CONVERT_LANES(type) LB_PASTE(LB_PASTE(convert_, type), LB_V)
#define LB_ANY_LANE(m) any(m)
#endif
#if LB_V == 2
#define LB_FROM_NEXT_LANE(w) (w).s10
#define LB_FROM_PREVIOUS_LANE(w) (w).s10
#elif LB_V == 4
#define LB_FROM_NEXT_LANE(w) (w).s1230
#define LB_FROM_PREVIOUS_LANE(w) (w).s3012
#elif LB_V == 8
#define LB_FROM_NEXT_LANE(w) (w).s12345670
#define LB_FROM_PREVIOUS_LANE(w) (w).s70123456
#elif LB_V == 16
#define LB_FROM_NEXT_LANE(w) (w).s123456789abcdef0
#define LB_FROM_PREVIOUS_LANE(w) (w).sf0123456789abcde
#endif
/* clang-format on */

typedef LB_LANES(uchar) wide_flags;
#if LB_ARITHMETIC_FP64
typedef LB_LANES(double) wide_scalar;
#else
typedef LB_LANES(float) wide_scalar;
#endif

/* Whether any lane's flags have any of `bits`. */
LB_INLINE bool lb_any_with(const wide_flags flags, const uchar bits)
{
#if LB_V == 1
    return (flags & bits) != 0;
#elif LB_V == 2
    return (as_ushort(flags) & (bits * 0x0101u)) != 0u;
#elif LB_V == 4
    return (as_uint(flags) & (bits * 0x01010101u)) != 0u;
#elif LB_V == 8
    return (as_ulong(flags) & (bits * 0x0101010101010101ul)) != 0ul;
#else
    return ((as_ulong(flags.lo) | as_ulong(flags.hi)) & (bits * 0x0101010101010101ul)) != 0ul;
#endif
}

/* --- the pieces of a memory vector ------------------------------------------------------------- */

/* Element type of `mask`, what comparing two reals gives. */
#if LB_ARITHMETIC_FP64 && LB_W > 1
#define LB_MASK long
#else
#define LB_MASK int
#endif

/* Piece k of a vector, and its replacement; k is known at compile time.  LB_FOR_PIECES runs over
 * all.  Here a vector is one piece; core/pieces.cl has the others. */
#if LB_V == LB_W
#define LB_PIECE(w, k) (w)
#define LB_SET_PIECE(w, k, c) w = (c);
#define LB_FOR_PIECES(DO) DO(0)
#endif
