/* bytes.cl - codes of 8 bits.
 * SPDX-License-Identifier: MIT */
#define LB_HALVES_OF_SLOT 0u
#include "memory/blocks.cl"

LB_INLINE LB_REGISTER_CODE lb_code_at(const global LB_CODE *f, const ulong at)
{
    return f[lb_byte_at(at)];
}

LB_INLINE void lb_set_code(global LB_CODE *f, const ulong at, const LB_REGISTER_CODE code)
{
    f[lb_byte_at(at)] = (LB_CODE)code;
}

#ifdef LB_CODES_PIECE
LB_INLINE wide lb_codes_at(const global LB_CODE *f, const slot_number slot, const struct spot s)
{
    const wide_bytes low = lb_bytes_at(f, slot * LB_ROW_CODES + s.row + s.in_row);
    return lb_codes_of_bytes(LB_BYTES_ABOVE, low);
}

LB_INLINE void lb_set_codes(global LB_CODE *f, const slot_number slot, const struct spot s,
                            const wide w)
{
    *(global wide_bytes *)(f + (slot * LB_ROW_CODES + s.row + s.in_row)) = lb_low_bytes(w);
}
#endif
