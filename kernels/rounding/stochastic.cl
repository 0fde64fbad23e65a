/* stochastic.cl - what a format adds to a number before it drops what it cannot hold: a share of the
 * last place that is uniformly distributed, so that the number is rounded up as often as the dropped
 * part says, and the mean is the number.  docs/theory/rounding.md
 * The noise depends on the cell, the step and the seed alone: every device, layout and streaming has the
 * same.  The populations of a cell share it.  Of a pair the errors of momentum are least when both are rounded
 * the same way; where the shift makes one number about the other's opposite and a format rounds magnitudes, that
 * is the complement for one of them.  Every second pair has the complement, too: of two pairs the errors of mass
 * cancel.
 * SPDX-License-Identifier: MIT */
#define LB_ROUNDS_TO_NEAREST 0

#if LB_ARITHMETIC_FP64
typedef LB_VECTOR(ulong) real_bits;
#define LB_AS_BITS LB_AS(ulong)
#define LB_CONVERT_BITS LB_CONVERT(ulong)
#define LB_AS_REAL LB_AS(double)
#define LB_TO_REAL LB_CONVERT(double)
#define LB_EXPONENT_BITS 0x7FF0000000000000ul
#define LB_MANTISSA 52
#else
typedef LB_VECTOR(uint) real_bits;
#define LB_AS_BITS LB_AS(uint)
#define LB_CONVERT_BITS LB_CONVERT(uint)
#define LB_AS_REAL LB_AS(float)
#define LB_TO_REAL LB_CONVERT(float)
#define LB_EXPONENT_BITS 0x7F800000u
#define LB_MANTISSA 23
#endif

/* Random words, and their complements. */
struct noise {
    LB_VECTOR(uint) word, complement;
};

/* What a cell's place adds to what is hashed: of 1500 triples of odd numbers those with the longest shortest
 * vector at which a sum repeats, 2240 cells. */
#define LB_SPREAD_X 0x6F672C45u
#define LB_SPREAD_Y 0x48715849u
#define LB_SPREAD_Z 0x32655F0Bu
#define LB_SPREAD_LANES \
    (LB_LANE_AXIS == 0 ? LB_SPREAD_X : LB_LANE_AXIS == 1 ? LB_SPREAD_Y : LB_SPREAD_Z)

/* What a cell adds to what is hashed. */
LB_INLINE uint lb_place_in_noise(const struct cell c)
{
    const struct cell w = lb_in_whole(c);
    return w.x * LB_SPREAD_X + w.y * LB_SPREAD_Y + w.z * LB_SPREAD_Z;
}

/* Two rounds of the finalizer of MurmurHash3 (Appleby), whose last shift matters to low bits only; the keys of the
 * step (lb_noise_keys) come before the first, in `word` already, and behind it, so that no two steps share words,
 * wherever they are looked at. */
LB_INLINE struct noise lb_noise_of_word(LB_VECTOR(uint) word, const ulong keys)
{
    word = ((word ^ (word >> 16u)) * 0x85EBCA6Bu) ^ (uint)(keys >> 32u);
    struct noise n;
    n.word = (word ^ (word >> 13u)) * 0xC2B2AE35u;
    n.complement = ~n.word;
    return n;
}

LB_INLINE struct noise lb_noise_of_spread(const LB_VECTOR(uint) spread, const ulong keys)
{
    return lb_noise_of_word(spread + (uint)keys, keys);
}

/* Of the cells of a piece of the vector at c; of the cell c itself where arithmetic has one lane. */
LB_INLINE struct noise lb_noise(const struct cell c, const int piece, const ulong keys)
{
    const uint first = lb_place_in_noise(c) + (uint)keys;
    const LB_VECTOR(uint) lanes = LB_LANE_NUMBERS + (uint)(piece * LB_W);
    return lb_noise_of_word(first + lanes * ((uint)LB_SLAB * LB_SPREAD_LANES), keys);
}

/* None where x is infinite or NaN: that must stay what it is. */
LB_INLINE struct noise lb_noise_if_finite(struct noise n, const real x)
{
    if (LB_HOLDS_NAN) {
        const LB_VECTOR(int) is_finite = LB_CONVERT(int)(fabs(x) < (real)((scalar)0x1p60f));
        n.word = is_finite ? n.word : (LB_VECTOR(uint))(0);
        n.complement = is_finite ? n.complement : (LB_VECTOR(uint))(0);
    }
    return n;
}

/* For population i, opposite pairs being 1 and 2, 3 and 4, ... */
LB_INLINE struct noise lb_noise_of(const struct noise n, const int i)
{
    const struct noise complement = {n.complement, n.word};
    const bool is_second = LB_TURNS_OPPOSITE && i % 2 == 0;
    return (((i + 1) / 2 & 1) != 0) != is_second ? n : complement;
}

/* Another one, as if it were independent of n; none where n is none.  For all populations alike. */
LB_INLINE struct noise lb_noise_again(const struct noise n)
{
    const LB_VECTOR(uint) word = (n.word ^ (n.word >> 15u)) * 0x2C1B3C6Du;
    const struct noise again = {word, word};
    return again;
}

/* As an integer, of a last place of 2^bits. */
LB_INLINE LB_VECTOR(int) lb_offset(const struct noise n, const int bits)
{
    return LB_AS(int)(n.word >> (uint)(32 - bits));
}

/* Of a last place of 1, for what is rounded to nearest afterwards: odd multiples of 2^-bits / 2. */
LB_INLINE real lb_offset_centred(const struct noise n, const int bits)
{
    return LB_TO_REAL(LB_AS(int)(n.word >> (uint)(32 - bits)) * 2 + 1 - (1 << bits)) *
           (scalar)as_float((uint)(126 - bits) << 23u); /* 2^-bits / 2 */
}

/* x with its last `bits` bits rounded away. */
LB_INLINE real lb_rounded(const real x, const struct noise n, const int bits)
{
    const real_bits offset = LB_CONVERT_BITS(n.word >> (uint)(32 - bits));
    return LB_AS_REAL((LB_AS_BITS(x) + offset) & ~(((real_bits)1 << bits) - 1));
}

/* --- of formats of 16 bits, whose arithmetic is in FP32 --------------------------------------- */
#if !LB_ARITHMETIC_FP64

/* For a conversion that drops `bits` bits from `smallest` on, and below what is less than the last place
 * of `smallest`: of what is added there, less than half, the conversion takes the nearest. */
LB_INLINE real lb_before_conversion(const real x, const struct noise n, const int bits,
                                    const scalar smallest)
{
    const real rounded = lb_rounded(x, n, bits);
    if (!(smallest > 0)) return rounded;
    const real place =
        (real)(smallest * (scalar)as_float((uint)(104 + bits) << 23u)) /* 2^(bits - 23) */;
    const real size = fabs(x);
    const real small = copysign(fma(lb_offset_centred(n, bits - 1), place, size), x);
    return size < (real)(smallest) ? small : rounded;
}

/* For numbers below 2^8, which are rounded to whole ones afterwards: 2^10 + zero and odd multiples of 2^-13
 * about it, so that sums with whole numbers are exact. */
LB_INLINE real lb_centre_from(const struct noise n, const uint zero)
{
    return LB_AS(float)((n.word >> 20u << 1u | 1u) + (0x44800000u + (zero * 2u - 1u) * 4096u));
}

/* Of a code x that is not negative, below 2^15, when `zero` has been added to it: sums with `start` are in
 * [2^15, 2^16), 8 bits of noise behind the point. */
LB_INLINE real lb_start_from(const struct noise n, const uint zero)
{
    return LB_AS(float)((n.word >> 24u) | (0x47000000u + zero * 256u)); /* 2^15 + zero + noise */
}

LB_INLINE real lb_start_of_code(const struct noise n)
{
    return lb_start_from(n, 0);
}

LB_INLINE LB_VECTOR(int) lb_rounded_code(const real x, const struct noise n)
{
    return (LB_AS(int)(x + lb_start_of_code(n)) >> 8) & 0x7FFF;
}

/* Of a posit's code that is counted up from 0 to 2^14, or down from 2^15 to 2^14: half a count added to
 * the first is in [2^13, 2^14], the second in [2^14, 2^15), both with 9 bits of noise behind the
 * point, and the last bit of the float's exponent is the code's highest. */
LB_INLINE real lb_start_of_count(const struct noise n)
{
    return LB_AS(float)((n.word >> 23u) | 0x46000000u); /* 2^13 + noise / 2 */
}

LB_INLINE real lb_noise_of_count(const struct noise n)
{
    return LB_AS(float)((n.word >> 23u) | 0x46800000u) - (real)(0x1p14f);
}

/* The count is scale * x. */
LB_INLINE real lb_counted_up(const real x, const scalar scale, const struct noise n)
{
    return fma(x, (real)(0.5f * scale), lb_start_of_count(n));
}

LB_INLINE real lb_counted_down(const real x, const scalar scale, const struct noise n)
{
    return fma(x, (real)(-scale), (real)(0x1p15f)) + lb_noise_of_count(n);
}

LB_INLINE LB_VECTOR(int) lb_code_of_count(const real sum)
{
    return (LB_AS(int)(sum) >> 9) & 0x7FFF;
}

#endif

#ifdef __AVX2__
/* Of two vectors whose lanes are mixed as in storage/avx2/avx2.cl. */
LB_INLINE void lb_mix_noise(const struct noise a, const struct noise b, struct noise *p,
                            struct noise *q)
{
#if LB_W == 8
    p->word = (LB_VECTOR(uint))(a.word.lo, b.word.lo);
    q->word = (LB_VECTOR(uint))(a.word.hi, b.word.hi);
    p->complement = ~p->word;
    q->complement = ~q->word;
#endif
}
#endif
