/* inverse.cl - 1/x by the device's estimate and a step of Newton's, a third of the instructions of a quotient.
 * With NVIDIA's estimate it is the correctly rounded quotient: tests/kernels/test_inverse.c tries every float
 * of five octaves.  For x whose inverse is a normal number.
 * SPDX-License-Identifier: MIT */
#if !LB_ARITHMETIC_FP64
LB_INLINE real lb_inverse(const real x)
{
    const real estimate = native_recip(x);
    return fma(fma(-x, estimate, (real)(1)), estimate, estimate);
}
#define LB_INVERSE(x) lb_inverse(x)
#endif
