/* inverse.cl - 1/x by the device's estimate and a step of Newton's, a third of the instructions of a quotient.
 * With NVIDIA's estimate it is the correctly rounded quotient: tests/kernels/test_inverse.c tries every float
 * of five octaves.  For normal x whose inverse is normal, too.
 * SPDX-License-Identifier: MIT */
#if !LB_ARITHMETIC_FP64
LB_INLINE real lb_inverse_estimate(const real x)
{
#ifdef __NV_CL_C_VERSION /* without the instructions for denormal numbers */
    real estimate;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"(x));
    return estimate;
#else
    return native_recip(x);
#endif
}

LB_INLINE real lb_inverse(const real x)
{
    const real estimate = lb_inverse_estimate(x);
    return fma(fma(-x, estimate, (real)(1)), estimate, estimate);
}
#define LB_INVERSE(x) lb_inverse(x)
#endif
