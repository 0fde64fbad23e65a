/* fp16c_encode.cl - encoding FP16C without subnormal floats: what its files share.
 * SPDX-License-Identifier: MIT */

/* The code of a = |x| right of bit 12, noise below.  a and the larger of it and the float before
 * 2^-14 are 2 v of fp16c_flush.cl's lb_decode, whose bits are rebased and half a code added.  Below
 * 2^-14 the sum is rounded once more: a number on a half code is then in the middle between that
 * half code and the float before it, and goes to the even one, the half code; every smaller number
 * goes down. */
LB_INLINE LB_VECTOR(int) lb_fp16c_magnitude(const real a, const struct noise n)
{
    const real larger = LB_AS(float)(max(LB_AS(int)(a), 0x38800000 - LB_ROUNDS_TO_NEAREST));
    return LB_AS(int)(a + larger) + (lb_offset(n, 12) - 0x38800000);
}

/* Not where avx2.cl encodes.  fmin makes the largest of a NaN. */
#ifndef LB_CODES_OF_TWO
LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    const LB_VECTOR(uint) z = LB_AS(uint)(lb_fp16c_magnitude(fmin(fabs(x), (real)(0x1.ffep0f)), n));
    return LB_CONVERT(ushort)(((z << 4) | (LB_AS(uint)(x) & 0x80000000u)) >> 16);
}
#endif
