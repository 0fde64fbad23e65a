/* bytes_and_nibbles.cl - codes of 12 bits: LB_BLOCK bytes with the lower eight of as many codes, and
 * behind them half a byte with the others of each, so that what belongs together is in one page.
 * Of the LB_V / 2 bytes of halves of a vector, byte k has lane k in its lower and lane k + LB_V / 2 in
 * its upper half; with one lane, each cell has a whole one.
 * SPDX-License-Identifier: MIT */
#define LB_BLOCK 128u /* codes; LB_STRIDE is a multiple */
#define LB_HALVES_OF_BLOCK (LB_V == 1 ? LB_BLOCK : LB_BLOCK / 2)

/* --- single cells ------------------------------------------------------------------------------- */

LB_INLINE ulong lb_byte_at(const ulong at)
{
    return at + at / LB_BLOCK * LB_HALVES_OF_BLOCK;
}

LB_INLINE ulong lb_half_at(const ulong at)
{
    const ulong block = at / LB_BLOCK * (LB_BLOCK + LB_HALVES_OF_BLOCK) + LB_BLOCK;
    const uint in_block = (uint)(at % LB_BLOCK), lane = in_block % LB_V;
    if (LB_V == 1) return block + in_block;
    return block + in_block / LB_V * (LB_V / 2) + lane % ((LB_V + 1) / 2);
}

LB_INLINE uint lb_shift_of_half(const ulong at)
{
    return at % LB_V < (LB_V + 1) / 2 ? 0u : 4u;
}

LB_INLINE LB_REGISTER_CODE lb_code_at(const global LB_CODE *f, const ulong at)
{
    const uint half_byte = (uint)f[lb_half_at(at)] >> lb_shift_of_half(at) & 15u;
    return (LB_REGISTER_CODE)((uint)f[lb_byte_at(at)] | half_byte << 8);
}

/* Work-items that set codes side by side share a byte of halves, of which each changes its own. */
LB_INLINE void lb_set_code(global LB_CODE *f, const ulong at, const LB_REGISTER_CODE code)
{
    const ulong byte = lb_half_at(at);
    const uint shift = lb_shift_of_half(at);
    const uint change = ((uint)f[byte] >> shift ^ (uint)code >> 8) & 15u;
    volatile global uint *word = (volatile global uint *)(f + (byte & ~3ul));
    f[lb_byte_at(at)] = (LB_CODE)code;
    atomic_xor(word, change << (shift + 8u * (uint)(byte & 3ul)));
}

/* --- memory vectors ----------------------------------------------------------------------------- */

#ifdef LB_CODES_PIECE
#include "slot/bytes"

/* Where slot `slot` begins, and from there the bytes and halves of the vector at index n. */
#define LB_PLANE(f, slot) \
    ((f) + (ulong)(slot) * (LB_STRIDE / LB_BLOCK * (LB_BLOCK + LB_HALVES_OF_BLOCK)))
#define LB_BYTES_OF(n) ((n) + (n) / LB_BLOCK * LB_HALVES_OF_BLOCK)
#define LB_HALVES_OF(n)                                            \
    ((n) / LB_BLOCK * (LB_BLOCK + LB_HALVES_OF_BLOCK) + LB_BLOCK + \
     (LB_V == 1 ? (n) % LB_BLOCK : (n) % LB_BLOCK / 2))

LB_INLINE wide lb_codes_at(const global LB_CODE *f, const uint slot, const LB_INDEX n)
{
    const global uchar *plane = LB_PLANE(f, slot);
    const wide_bytes low = lb_bytes_at(plane, LB_BYTES_OF(n));
#if LB_V == 1
    return lb_codes_of_bytes(plane[LB_HALVES_OF(n)] & (uchar)0x0F, low);
#else
    const wide_halves halves = *(const global wide_halves *)(plane + LB_HALVES_OF(n));
    return lb_codes_of_bytes(lb_bytes_of_halves(halves), low);
#endif
}

LB_INLINE void lb_set_codes(global LB_CODE *f, const uint slot, const LB_INDEX n, const wide w)
{
    global uchar *plane = LB_PLANE(f, slot);
    *(global wide_bytes *)(plane + LB_BYTES_OF(n)) = lb_low_bytes(w);
#if LB_V == 1
    plane[LB_HALVES_OF(n)] = lb_high_bytes(w);
#else
    *(global wide_halves *)(plane + LB_HALVES_OF(n)) = lb_halves_of(lb_high_bytes(w));
#endif
}
#endif
