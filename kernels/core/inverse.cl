/* inverse.cl - 1/x and the root of x, correctly rounded, for normal x whose result is normal; the root of 0
 * is 0.
 * OpenCL's own are right for any x, and NVIDIA's compiler does that by a branch and a call around the
 * instructions below, for constants, too, where they are arguments.  Here the device's estimate and one step
 * of Newton's are all.  tests/kernels/test_inverse.c tries every float of five octaves.
 * SPDX-License-Identifier: MIT */
#if defined(__NV_CL_C_VERSION) && LB_W <= 4 && !LB_ARITHMETIC_FP64
LB_INLINE float lb_inverse_of_one(const float x)
{
    float estimate;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"(x));
    return fma(fma(-x, estimate, 1.0f), estimate, estimate);
}

LB_INLINE float lb_root_of_one(const float x)
{
    float estimate;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(estimate) : "f"(x));
    estimate = fmin(estimate, 0x1p100f); /* infinite of 0 */
    const float near = x * estimate;
    return fma(fma(-near, near, x), 0.5f * estimate, near);
}

/* Lane by lane. */
#if LB_W == 1
#define LB_OF_LANES(f, x) f(x)
#elif LB_W == 2
#define LB_OF_LANES(f, x) ((float2)(f((x).s0), f((x).s1)))
#else
#define LB_OF_LANES(f, x) ((float4)(f((x).s0), f((x).s1), f((x).s2), f((x).s3)))
#endif
#else
#define LB_OF_LANES(f, x) f(x)
#define lb_inverse_of_one(x) ((real)(1) / (x))
#define lb_root_of_one sqrt
#endif

LB_INLINE real lb_inverse(const real x)
{
    return LB_OF_LANES(lb_inverse_of_one, x);
}

LB_INLINE real lb_root(const real x)
{
    return LB_OF_LANES(lb_root_of_one, x);
}
