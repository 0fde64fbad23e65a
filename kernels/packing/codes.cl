/* codes.cl - `wide`, the codes of one population in LB_V cells, as a vector of codes.
 * SPDX-License-Identifier: MIT */

typedef LB_LANES(LB_REGISTER_CODE) wide;
typedef LB_LANES(
    LB_CODE_MASK) wide_mask; /* all bits set where a lane is meant (1 where LB_V is 1) */

/* Lane l takes the code of lane l + 1, or of lane l - 1. */
#define LB_CODES_FROM_NEXT(w) LB_FROM_NEXT_LANE(w)
#define LB_CODES_FROM_PREVIOUS(w) LB_FROM_PREVIOUS_LANE(w)

/* `yes` in the lanes that `m` means, else `no`. */
#define LB_CHOOSE_CODES(m, yes, no) ((m) ? (yes) : (no))

/* Piece k of LB_W codes, and its replacement. */
#define LB_CODES_PIECE(w, k) LB_PIECE(w, k)
#define LB_SET_CODES_PIECE(w, k, c) LB_SET_PIECE(w, k, c)

/* The lanes whose flags have any of `bits`. */
LB_INLINE wide_mask lb_lanes_with(const wide_flags flags, const uchar bits)
{
    return LB_CONVERT_LANES(LB_CODE_MASK)(flags & bits) != (wide_mask)(0);
}
