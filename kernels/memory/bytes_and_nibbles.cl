/* bytes_and_nibbles.cl - codes of 12 bits: a byte with the lower eight, and half a byte with the others.
 * Of the LB_V / 2 bytes of halves of a vector, byte k has lane k in its lower and lane k + LB_V / 2 in
 * its upper half; with one lane, each cell has a whole one.
 * SPDX-License-Identifier: MIT */
#define LB_HALVES_IN_BYTE (LB_V == 1 ? 1u : 2u)
#define LB_HALVES_OF_SLOT (LB_ROW_CODES / LB_HALVES_IN_BYTE)
#include "memory/blocks.cl"

/* --- single cells ------------------------------------------------------------------------------- */

LB_INLINE ulong lb_half_at(const ulong at)
{
    const uint cell = lb_cell_of_place(at), lane = cell % LB_V;
    const uint in_slot = LB_V == 1 ? cell : cell / LB_V * (LB_V / 2) + lane % ((LB_V + 1) / 2);
    return (at >> 32) * LB_ROW_BYTES + LB_HALVES_BEGIN + lb_slot_of_place(at) * LB_HALVES_OF_SLOT +
           in_slot;
}

LB_INLINE uint lb_shift_of_half(const ulong at)
{
    return lb_cell_of_place(at) % LB_V < (LB_V + 1) / 2 ? 0u : 4u;
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
LB_INLINE ulong lb_halves_at(const slot_number slot, const struct spot s)
{
    return slot * LB_HALVES_OF_SLOT + LB_HALVES_BEGIN + s.row + s.in_row / LB_HALVES_IN_BYTE;
}

LB_INLINE wide lb_codes_at(const global LB_CODE *f, const slot_number slot, const struct spot s)
{
    const wide_bytes low = lb_bytes_at(f, slot * LB_ROW_CODES + s.row + s.in_row);
    const global uchar *halves = f + lb_halves_at(slot, s);
#if LB_V == 1
    return lb_codes_of_bytes(*halves & (uchar)0x0F, low);
#else
    return lb_codes_of_bytes(lb_bytes_of_halves(*(const global wide_halves *)halves), low);
#endif
}

LB_INLINE void lb_set_codes(global LB_CODE *f, const slot_number slot, const struct spot s,
                            const wide w)
{
    global uchar *halves = f + lb_halves_at(slot, s);
    *(global wide_bytes *)(f + (slot * LB_ROW_CODES + s.row + s.in_row)) = lb_low_bytes(w);
#if LB_V == 1
    *halves = lb_high_bytes(w);
#else
    *(global wide_halves *)halves = lb_halves_of(lb_high_bytes(w));
#endif
}
#endif
