/* bytes_of_words.cl - what bytes_of_codes.cl does, of words of two codes (words.cl): bytes are moved
 * four at a time.
 * SPDX-License-Identifier: MIT */

/* One word of two codes, from bytes 0 and 1 or from bytes 2 and 3. */
LB_INLINE uint lb_first_word(const uint high, const uint low)
{
    uint w;
    LB_PERMUTE(w, low, high, 0x5140)
    return w;
}

LB_INLINE uint lb_second_word(const uint high, const uint low)
{
    uint w;
    LB_PERMUTE(w, low, high, 0x7362)
    return w;
}

/* The upper or lower bytes of two words. */
LB_INLINE uint lb_odd_bytes(const uint first, const uint second)
{
    uint bytes;
    LB_PERMUTE(bytes, first, second, 0x7531)
    return bytes;
}

LB_INLINE uint lb_even_bytes(const uint first, const uint second)
{
    uint bytes;
    LB_PERMUTE(bytes, first, second, 0x6420)
    return bytes;
}

#if LB_V == 2
typedef ushort wide_bytes;
typedef uchar wide_halves;
#define LB_AS_FLAGS as_uchar2
#define LB_AS_BYTES as_ushort
#elif LB_V == 4
typedef uint wide_bytes;
typedef ushort wide_halves;
#define LB_AS_FLAGS as_uchar4
#define LB_AS_BYTES as_uint
#else
typedef uint2 wide_bytes;
typedef uint wide_halves;
#define LB_AS_FLAGS as_uchar8
#define LB_AS_BYTES as_uint2
#endif

#if LB_V == 8
/* One access, where compilers make two of a vector whose words are used one by one. */
LB_INLINE wide_bytes lb_bytes_at(const global uchar *f, const ulong at)
{
    return as_uint2(*(const global ulong *)(f + at));
}
#else
LB_INLINE wide_bytes lb_bytes_at(const global uchar *f, const ulong at)
{
    return *(const global wide_bytes *)(f + at);
}
#endif

#if LB_V == 2
#define LB_BYTES_ABOVE ((ushort)(LB_BYTE_ABOVE * 0x101u))
#else
#define LB_BYTES_ABOVE ((wide_bytes)(LB_BYTE_ABOVE * 0x1010101u))
#endif

/* Bytes as a vector, and those of a piece. */
LB_INLINE wide_flags lb_flags_of_bytes(const wide_bytes bytes)
{
    return LB_AS_FLAGS(bytes);
}

LB_INLINE wide_bytes lb_bytes_of_flags(const wide_flags flags)
{
    return LB_AS_BYTES(flags);
}

#if LB_V == 8
#define LB_WORD_OF_PIECE(bytes, k) ((k) < 2 ? (bytes).s0 : (bytes).s1)
#else
#define LB_WORD_OF_PIECE(bytes, k) (bytes)
#endif

#ifdef LB_HAS_POWERS_OF_HALVES
LB_INLINE power lb_powers_of_piece(const uint word, const int k)
{
    uint halves;
    if ((k & 1) == 0)
        LB_PERMUTE(halves, word, 0u, 0x1404)
    else
        LB_PERMUTE(halves, word, 0u, 0x3424)
    return lb_power_of_halves(halves);
}
#define LB_POWERS_OF_PIECE(bytes, k) lb_powers_of_piece(LB_WORD_OF_PIECE(bytes, k), k)
#else
#define LB_POWERS_OF_PIECE(bytes, k) lb_power_of_bytes(LB_PIECE(LB_AS_FLAGS(bytes), k))
#endif

#if LB_V == 2
#define LB_SET_BYTES_PIECE(bytes, k, c) bytes = as_ushort(c);
#else
#define LB_SET_BYTES_PIECE(bytes, k, c)          \
    {                                            \
        wide_flags changed = LB_AS_FLAGS(bytes); \
        LB_SET_PIECE(changed, k, c)              \
        bytes = LB_AS_BYTES(changed);            \
    }
#endif

#if LB_V == 2
LB_INLINE wide lb_codes_of_bytes(const wide_bytes high, const wide_bytes low)
{
    return lb_first_word(high, low);
}

LB_INLINE wide_bytes lb_high_bytes(const wide w)
{
    return (ushort)lb_odd_bytes(w, w);
}

LB_INLINE wide_bytes lb_low_bytes(const wide w)
{
    return (ushort)lb_even_bytes(w, w);
}

LB_INLINE wide_bytes lb_bytes_of_halves(const wide_halves halves)
{
    return (ushort)((halves & 0x0Fu) | (halves << 4 & 0x0F00u));
}

/* Lanes of solid cells may have any bits. */
LB_INLINE wide_halves lb_halves_of(const wide_bytes high)
{
    return (uchar)((high & 0x0Fu) | (high >> 4 & 0xF0u));
}
#elif LB_V == 4
LB_INLINE wide lb_codes_of_bytes(const wide_bytes high, const wide_bytes low)
{
    return (uint2)(lb_first_word(high, low), lb_second_word(high, low));
}

LB_INLINE wide_bytes lb_high_bytes(const wide w)
{
    return lb_odd_bytes(w.s0, w.s1);
}

LB_INLINE wide_bytes lb_low_bytes(const wide w)
{
    return lb_even_bytes(w.s0, w.s1);
}

LB_INLINE wide_bytes lb_bytes_of_halves(const wide_halves halves)
{
    const uint h = halves;
    return (h & 0x0F0Fu) | (h << 12 & 0x0F0F0000u);
}

LB_INLINE wide_halves lb_halves_of(const wide_bytes high)
{
    return (ushort)((high & 0x0F0Fu) | (high >> 12 & 0xF0F0u));
}
#else
LB_INLINE wide lb_codes_of_bytes(const wide_bytes high, const wide_bytes low)
{
    return (uint4)(lb_first_word(high.s0, low.s0), lb_second_word(high.s0, low.s0),
                   lb_first_word(high.s1, low.s1), lb_second_word(high.s1, low.s1));
}

LB_INLINE wide_bytes lb_high_bytes(const wide w)
{
    return (uint2)(lb_odd_bytes(w.s0, w.s1), lb_odd_bytes(w.s2, w.s3));
}

LB_INLINE wide_bytes lb_low_bytes(const wide w)
{
    return (uint2)(lb_even_bytes(w.s0, w.s1), lb_even_bytes(w.s2, w.s3));
}

LB_INLINE wide_bytes lb_bytes_of_halves(const wide_halves halves)
{
    return (uint2)(halves & 0x0F0F0F0Fu, halves >> 4 & 0x0F0F0F0Fu);
}

LB_INLINE wide_halves lb_halves_of(const wide_bytes high)
{
    return (high.s0 & 0x0F0F0F0Fu) | (high.s1 << 4 & 0xF0F0F0F0u);
}
#endif
