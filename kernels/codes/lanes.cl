/* codes/lanes.cl - `wide`, the codes of one population in LB_V cells, as a vector of codes.
 * SPDX-License-Identifier: MIT */

typedef LB_LANES(LB_CODE) wide;
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

/* DO(lane, its code, whether it is meant) for every lane. */
/* clang-format off */
#if LB_V == 1
#define LB_FOR_LANES(DO, w, m) DO(0, w, m)
#elif LB_V == 2
#define LB_FOR_LANES(DO, w, m) DO(0, (w).s0, (m).s0) DO(1, (w).s1, (m).s1)
#elif LB_V == 4
#define LB_FOR_LANES(DO, w, m) \
    DO(0, (w).s0, (m).s0) DO(1, (w).s1, (m).s1) DO(2, (w).s2, (m).s2) DO(3, (w).s3, (m).s3)
#elif LB_V == 8
#define LB_FOR_LANES(DO, w, m)                                                                  \
    DO(0, (w).s0, (m).s0) DO(1, (w).s1, (m).s1) DO(2, (w).s2, (m).s2) DO(3, (w).s3, (m).s3)     \
    DO(4, (w).s4, (m).s4) DO(5, (w).s5, (m).s5) DO(6, (w).s6, (m).s6) DO(7, (w).s7, (m).s7)
#else
#define LB_FOR_LANES(DO, w, m)                                                                  \
    DO(0, (w).s0, (m).s0) DO(1, (w).s1, (m).s1) DO(2, (w).s2, (m).s2) DO(3, (w).s3, (m).s3)     \
    DO(4, (w).s4, (m).s4) DO(5, (w).s5, (m).s5) DO(6, (w).s6, (m).s6) DO(7, (w).s7, (m).s7)     \
    DO(8, (w).s8, (m).s8) DO(9, (w).s9, (m).s9) DO(10, (w).sa, (m).sa) DO(11, (w).sb, (m).sb)   \
    DO(12, (w).sc, (m).sc) DO(13, (w).sd, (m).sd) DO(14, (w).se, (m).se) DO(15, (w).sf, (m).sf)
#endif
/* clang-format on */
