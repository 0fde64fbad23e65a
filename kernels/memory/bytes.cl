/* bytes.cl - codes of 8 bits.
 * SPDX-License-Identifier: MIT */

LB_INLINE LB_REGISTER_CODE lb_code_at(const global LB_CODE *f, const ulong at)
{
    return f[at];
}

LB_INLINE void lb_set_code(global LB_CODE *f, const ulong at, const LB_REGISTER_CODE code)
{
    f[at] = (LB_CODE)code;
}

#ifdef LB_CODES_PIECE
#include "slot/bytes"

LB_INLINE wide lb_codes_at(const global LB_CODE *f, const uint slot, const LB_INDEX n)
{
    return lb_codes_of_bytes((wide_bytes)(0), lb_bytes_at(f, (ulong)slot * LB_STRIDE + n));
}

LB_INLINE void lb_set_codes(global LB_CODE *f, const uint slot, const LB_INDEX n, const wide w)
{
    *(global wide_bytes *)(f + (ulong)slot * LB_STRIDE + n) = lb_low_bytes(w);
}
#endif
