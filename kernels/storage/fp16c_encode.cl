/* fp16c_encode.cl - what fp16c.cl and fp16c_flush.cl share: encoding FP16C without subnormal
 * floats.
 * SPDX-License-Identifier: MIT */

/* `normal`: the exponent rebased so that the bits to keep end at bit 12, half a unit added.
 * `subnormal`: brought into one binade, half a unit added; taking 2^-38 away first, half of that
 * sum's last place, turns its rounding to even into rounding ties away.  The larger of the two is
 * the one that holds.  fmin makes the largest of a NaN. */
LB_INLINE chunk lb_encode(const real x)
{
    const real a = fmin(fabs(x), (real)(0x1.ffep0f));
    const LB_VECTOR(uint) normal = LB_AS(uint)(a) + 0x08000800u;
    const real subnormal = fma(a - 0x1p-38f, (real)(0x1p15f), (real)(0x1.001p1f));
    const LB_VECTOR(uint) z =
        max(normal, LB_AS(uint)(subnormal)); /* its leading 4 leaves on the left */
    return LB_CONVERT(ushort)(((z << 4) | (LB_AS(uint)(x) & 0x80000000u)) >> 16);
}
