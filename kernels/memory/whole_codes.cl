/* whole_codes.cl - a code in memory is a code in registers.
 * SPDX-License-Identifier: MIT */
typedef uint slot_number;

/* Of slot `slot` at index n. */
LB_INLINE ulong lb_place_of_code(const uint slot, const LB_INDEX n)
{
    return (ulong)slot * LB_STRIDE + n;
}

LB_INLINE LB_REGISTER_CODE lb_code_at(const global LB_CODE *f, const ulong at)
{
    return f[at];
}

LB_INLINE void lb_set_code(global LB_CODE *f, const ulong at, const LB_REGISTER_CODE code)
{
    f[at] = code;
}

#ifdef LB_CODES_PIECE
struct spot {
    LB_INDEX index;
};

LB_INLINE struct spot lb_spot(const struct place p, const int cx, const int cy, const int cz)
{
    const struct spot s = {LB_AT(p, cx, cy, cz)};
    return s;
}

LB_INLINE wide lb_codes_at(const global LB_CODE *f, const slot_number slot, const struct spot s)
{
    return *(const global wide *)(f + (ulong)slot * LB_STRIDE + s.index);
}

LB_INLINE void lb_set_codes(global LB_CODE *f, const slot_number slot, const struct spot s,
                            const wide w)
{
    *(global wide *)(f + (ulong)slot * LB_STRIDE + s.index) = w;
}
#endif
