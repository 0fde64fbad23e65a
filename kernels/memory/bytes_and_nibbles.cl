/* bytes_and_nibbles.cl - codes of 12 bits, which are the upper ones of 16 in registers: a byte with the
 * upper eight of them, and behind the bytes of all populations half a byte with the others.
 * Byte k of the LB_V / 2 bytes of halves of a vector has lane k in its upper and lane k + LB_V / 2 in
 * its lower half; with one lane, each cell has a whole one.
 * SPDX-License-Identifier: MIT */

#define LB_HALVES_AT ((ulong)LB_Q * LB_STRIDE)

/* --- single cells ------------------------------------------------------------------------------- */

LB_INLINE ulong lb_half_at(const ulong at)
{
    if (LB_V == 1) return LB_HALVES_AT + at;
    return LB_HALVES_AT + at / LB_V * (LB_V / 2) + at % LB_V % ((LB_V + 1) / 2);
}

LB_INLINE uint lb_shift_of_half(const ulong at)
{
    return at % LB_V < (LB_V + 1) / 2 ? 4u : 0u;
}

LB_INLINE LB_REGISTER_CODE lb_code_at(const global LB_CODE *f, const ulong at)
{
    const uint half_byte = (uint)f[lb_half_at(at)] >> lb_shift_of_half(at) & 15u;
    return (LB_REGISTER_CODE)((uint)f[at] << 8 | half_byte << 4);
}

/* Work-items that set codes side by side share a byte of halves, of which each changes its own. */
LB_INLINE void lb_set_code(global LB_CODE *f, const ulong at, const LB_REGISTER_CODE code)
{
    const ulong byte = lb_half_at(at);
    const uint shift = lb_shift_of_half(at);
    const uint change = ((uint)f[byte] >> shift ^ (uint)code >> 4) & 15u;
    volatile global uint *word = (volatile global uint *)(f + (byte & ~3ul));
    f[at] = (LB_CODE)(code >> 8);
    atomic_xor(word, change << (shift + 8u * (uint)(byte & 3ul)));
}

/* --- memory vectors ----------------------------------------------------------------------------- */

#ifdef LB_CODES_PIECE
#include "slot/bytes"

LB_INLINE wide lb_codes_at(const global LB_CODE *f, const ulong at)
{
    const wide_bytes high = lb_bytes_at(f, at);
#if LB_V == 1
    return lb_codes_of_bytes(high, f[LB_HALVES_AT + at] & (uchar)0xF0);
#else
    const wide_halves halves = *(const global wide_halves *)(f + LB_HALVES_AT + at / 2);
    return lb_codes_of_bytes(high, lb_low_bytes_of(halves));
#endif
}

LB_INLINE void lb_set_codes(global LB_CODE *f, const ulong at, const wide w)
{
    *(global wide_bytes *)(f + at) = lb_high_bytes(w);
#if LB_V == 1
    f[LB_HALVES_AT + at] = lb_low_bytes(w);
#else
    *(global wide_halves *)(f + LB_HALVES_AT + at / 2) = lb_halves_of(lb_low_bytes(w));
#endif
}
#endif
