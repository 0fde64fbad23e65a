/* nearest.cl - what a format adds to a number before it drops what it cannot hold: half of the last
 * place.
 * SPDX-License-Identifier: MIT */
#define LB_ROUNDS_TO_NEAREST 1

/* Nothing. */
struct noise {
    int none;
};

LB_INLINE struct noise lb_noise(const struct cell c, const int piece, const ulong keys)
{
    const struct noise n = {0};
    return n;
}

LB_INLINE struct noise lb_noise_if_finite(const struct noise n, const real x)
{
    return n;
}

#define lb_noise_of(n, i) (n)

/* --- what formats ask --------------------------------------------------------------------------- */

/* As an integer, of a last place of 2^bits. */
#define lb_offset(n, bits) ((LB_VECTOR(int))(1 << ((bits)-1)))

/* For numbers below 2^8, which are rounded to whole ones afterwards. */
#define lb_centre_from(n, zero) ((real)((scalar)(0x1p10f + (float)(zero))))

/* Of a posit's code x that is not negative, below 2^15: 1/2 - 2^-25 and truncation round halves up
 * exactly, since the sum is rounded once more.  The result may be 2^15. */
LB_INLINE LB_VECTOR(int) lb_rounded_code(const real x, const struct noise n)
{
    return LB_CONVERT_MODE(int, _rtz)(x + (real)(0x0.ffffffp-1f));
}

/* Of a last place of 1, for what is rounded to nearest afterwards. */
#define lb_offset_centred(n, bits) ((real)(-(scalar)0))

/* x itself, where the device's own conversion rounds. */
#define lb_rounded(x, n, bits) (x)
#define lb_before_conversion(x, n, bits, smallest) (x)

/* Of two vectors whose lanes are mixed as in storage/avx2/avx2.cl. */
LB_INLINE void lb_mix_noise(const struct noise a, const struct noise b, struct noise *p,
                            struct noise *q)
{
    *p = *q = a;
}
