/* half_rounding.cl - rounding to half other than by the conversion itself: what the files of FP16 and
 * FP16S share.
 * SPDX-License-Identifier: MIT */

/* Below 2^-14 halves are equally far apart.  FP16S has populations there below 2^-29 only, far below
 * what FP32 makes of them, and leaves these to the conversion. */
LB_INLINE real lb_rounded_to_half(const real x, const struct noise n)
{
    if (LB_STORAGE_SCALE > 1) return lb_rounded(x, n, 13);
    return lb_rounded_above(x, n, 13, (scalar)0x1p-14f, (scalar)0x1p15f);
}
