/* inverse.cl - 1/x and the root of x, correctly rounded, for normal x whose result is normal; the root of 0
 * is 0.
 * OpenCL's own are right for any x, and NVIDIA's compiler does that by a branch and a call around the
 * instructions below, for constants, too, where they are arguments.  Here the device's estimate and one step
 * of Newton's are all.  tests/kernels/test_inverse.c tries every float of five octaves.
 * SPDX-License-Identifier: MIT */
#if defined(__NV_CL_C_VERSION) && LB_W == 1 && !LB_ARITHMETIC_FP64
LB_INLINE float lb_inverse(const float x)
{
    float estimate;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"(x));
    return fma(fma(-x, estimate, 1.0f), estimate, estimate);
}

LB_INLINE float lb_root(const float x)
{
    float estimate;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"(x));
    estimate = fmin(estimate, 0x1p100f); /* infinite of 0 */
    const float near = x * estimate;
    return fma(fma(-near, near, x), 0.5f * estimate, near);
}
#else
LB_INLINE real lb_inverse(const real x)
{
    return (real)(1) / x;
}

LB_INLINE real lb_root(const real x)
{
    return sqrt(x);
}
#endif
