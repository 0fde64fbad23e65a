/* vector.cl - one spelling for scalars and vectors: LB_W lanes of arithmetic, written once.
 * OpenCL C's comparisons give 1 for scalars and -1 for vectors; ?: takes either, so code asks with
 * ?:, LB_ANY and lb_any only.
 * SPDX-License-Identifier: MIT */
#if !defined(LB_W) || !defined(LB_ARITHMETIC_FP64)
#error "the arithmetic is missing: LB_W, LB_ARITHMETIC_FP64"
#endif
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
