/* inverse.cl - 1/x by the device's estimate and a step of Newton's, a third of the instructions of a quotient.
 * Where the estimate is off by a last place at most, as on NVIDIA, this is the correctly rounded quotient:
 * tests/kernels/test_inverse.c tries every float of some octaves.  For x whose inverse is a normal number.
 * SPDX-License-Identifier: MIT */
#if LB_ARITHMETIC_FP64
#define LB_INVERSE(x) ((real)(1) / (x))
#else
LB_INLINE real lb_inverse(const real x)
{
    const real estimate = native_recip(x);
    return fma(fma(-x, estimate, (real)(1)), estimate, estimate);
}
#define LB_INVERSE(x) lb_inverse(x)
#endif
