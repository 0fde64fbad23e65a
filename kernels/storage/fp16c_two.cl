/* fp16c_two.cl - what fp16c_avx2.cl and fp16c_amd.cl share: they differ in lb_decode_words.
 * SPDX-License-Identifier: MIT */
#define LB_STORAGE_SCALE 1.0f
#include "storage/avx2.cl"
#include "storage/fp16c_encode.cl"

LB_INLINE void lb_decode_two(const chunks w, real *p, real *q)
{
    *p = lb_decode_words(lb_unpack_p(w, (ushort16)(0)));
    *q = lb_decode_words(lb_unpack_q(w, (ushort16)(0)));
}

/* What is too large, and a NaN, is saturated. */
LB_INLINE short16 lb_magnitudes(const real p, const real q)
{
    return lb_pack(lb_fp16c_magnitude(fabs(p)) >> 12, lb_fp16c_magnitude(fabs(q)) >> 12);
}
