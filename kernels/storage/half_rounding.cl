/* half_rounding.cl - what FP16 and FP16S do before the conversion to half, which rounds to nearest.
 * SPDX-License-Identifier: MIT */

/* Below 2^-14 halves are equally far apart.  FP16S has populations there below 2^-29 only, far below
 * what FP32 makes of them, and takes no care of these. */
LB_INLINE real lb_ready_for_half(const real x, const struct noise n)
{
    return lb_before_conversion(x, n, 13, LB_STORAGE_SCALE > 1 ? (scalar)0 : (scalar)0x1p-14f);
}
