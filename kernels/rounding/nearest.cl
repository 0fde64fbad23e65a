/* nearest.cl - what a format adds to a number before it drops what it cannot hold: half of the last
 * place.
 * SPDX-License-Identifier: MIT */
#define LB_ROUNDS_TO_NEAREST 1

/* Nothing. */
struct noise {
    int none;
};

LB_INLINE struct noise lb_noise(const struct cell c, const int piece, const uint step)
{
    const struct noise n = {0};
    return n;
}

LB_INLINE struct noise lb_noise_if_finite(const struct noise n, const real x)
{
    return n;
}

LB_INLINE struct noise lb_noise_of(const struct noise n, const int i)
{
    return n;
}

/* As an integer, of a last place of 2^bits. */
LB_INLINE LB_VECTOR(int) lb_offset(const struct noise n, const int bits)
{
    return (LB_VECTOR(int))(1 << (bits - 1));
}

/* Of a last place of 1: the float before 1/2, for sums that are rounded once more. */
LB_INLINE real lb_offset_real(const struct noise n, const int bits)
{
    return (real)(0x0.ffffffp-1f);
}

/* The same for what is rounded to nearest afterwards. */
LB_INLINE real lb_offset_centred(const struct noise n, const int bits)
{
    return (real)(-(scalar)0);
}

/* x itself, where the device's own conversion rounds. */
LB_INLINE real lb_rounded(const real x, const struct noise n, const int bits)
{
    return x;
}

LB_INLINE real lb_rounded_above(const real x, const struct noise n, const int bits,
                                const scalar smallest, const scalar largest)
{
    return x;
}

/* Of two vectors whose lanes are mixed as in storage/avx2/avx2.cl. */
LB_INLINE void lb_mix_noise(const struct noise a, const struct noise b, struct noise *p,
                            struct noise *q)
{
    *p = *q = a;
}
