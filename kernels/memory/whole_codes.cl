/* whole_codes.cl - a code in memory is a code in registers.
 * SPDX-License-Identifier: MIT */

LB_INLINE LB_REGISTER_CODE lb_code_at(const global LB_CODE *f, const ulong at)
{
    return f[at];
}

LB_INLINE void lb_set_code(global LB_CODE *f, const ulong at, const LB_REGISTER_CODE code)
{
    f[at] = code;
}

#ifdef LB_CODES_PIECE
LB_INLINE wide lb_codes_at(const global LB_CODE *f, const uint slot, const LB_INDEX n)
{
    return *(const global wide *)(f + (ulong)slot * LB_STRIDE + n);
}

LB_INLINE void lb_set_codes(global LB_CODE *f, const uint slot, const LB_INDEX n, const wide w)
{
    *(global wide *)(f + (ulong)slot * LB_STRIDE + n) = w;
}
#endif
