/* posit_avx2.cl - what p16_0s_avx2.cl and p16_1s_avx2.cl share: codes above 2^-7 are the mirror image
 * of those below.
 * SPDX-License-Identifier: MIT */
#include "storage/avx2/avx2.cl"

LB_INLINE void lb_decode_two(const chunks w, real *p, real *q)
{
    const ushort16 code = w & (ushort)0x7FFF, middle = (w & (ushort)0x8000) | (ushort)0x3C00;
    const ushort16 exponent = (ushort16)(0x4B00), nothing = (ushort16)(0);
    *p = lb_decode_words(lb_unpack_p(exponent, code), lb_unpack_p(middle, nothing));
    *q = lb_decode_words(lb_unpack_q(exponent, code), lb_unpack_q(middle, nothing));
}

/* Counted down from 0x8000 in the mirror by two's complement. */
LB_INLINE short16 lb_magnitudes(const real p, const real q, const struct noise of_p,
                                const struct noise of_q)
{
    return lb_pack(lb_magnitude(p, of_p), lb_magnitude(q, of_q)) & (short)0x7FFF;
}
