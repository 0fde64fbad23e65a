/* fp16c_encode.cl - what fp16c.cl and fp16c_flush.cl share: encoding FP16C without subnormal
 * floats.
 * SPDX-License-Identifier: MIT */

/* |x| brought into one binade, half a unit added.  AVX-512 can round toward zero, and the bits that
 * are cut off later do not matter.  Elsewhere 2^-38, half of the sum's last place, is taken away
 * first: that turns rounding to even into rounding ties away. */
LB_INLINE real lb_fp16c_subnormal(const real a)
{
#if LB_W == 16 && defined(__AVX512F__)
    return __builtin_ia32_vfmaddps512_mask(a, (real)(0x1p15f), (real)(0x1.001p1f), 0xFFFF, 11);
#else
    return fma(a - 0x1p-38f, (real)(0x1p15f), (real)(0x1.001p1f));
#endif
}

/* `normal`: the exponent rebased so that the bits to keep end at bit 12, half a unit added.  The
 * larger of it and the subnormal's is the one that holds.  fmin makes the largest of a NaN. */
LB_INLINE chunk lb_encode(const real x)
{
    const real a = fmin(fabs(x), (real)(0x1.ffep0f));
    const LB_VECTOR(uint) normal = LB_AS(uint)(a) + 0x08000800u;
    const LB_VECTOR(uint) subnormal = LB_AS(uint)(lb_fp16c_subnormal(a));
    const LB_VECTOR(uint) z = max(normal, subnormal); /* its leading 4 leaves on the left */
    return LB_CONVERT(ushort)(((z << 4) | (LB_AS(uint)(x) & 0x80000000u)) >> 16);
}
