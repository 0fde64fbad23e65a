/* high_bytes.cl - codes of 8 bits: in registers they are the upper half of 16.
 * SPDX-License-Identifier: MIT */

LB_INLINE LB_REGISTER_CODE lb_code_at(const global LB_CODE *f, const ulong at)
{
    return (LB_REGISTER_CODE)f[at] << 8;
}

LB_INLINE void lb_set_code(global LB_CODE *f, const ulong at, const LB_REGISTER_CODE code)
{
    f[at] = (LB_CODE)(code >> 8);
}

#ifdef LB_CODES_PIECE
#include "slot/bytes"

LB_INLINE wide lb_codes_at(const global LB_CODE *f, const ulong at)
{
    return lb_codes_of_bytes(lb_bytes_at(f, at), (wide_bytes)(0));
}

LB_INLINE void lb_set_codes(global LB_CODE *f, const ulong at, const wide w)
{
    *(global wide_bytes *)(f + at) = lb_high_bytes(w);
}
#endif
