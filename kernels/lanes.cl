/* lanes.cl - the memory vector `wide` of LB_V codes, and its pieces of LB_W codes that the
 * arithmetic takes.
 * Lane l of a vector belongs to slab l of the lane axis, so lanes are never each other's
 * neighbours except across a slab border, where a whole vector is rotated by one lane.
 * SPDX-License-Identifier: MIT */

#define LB_PASTE_(a, b) a##b
#define LB_PASTE(a, b) LB_PASTE_(a, b)

/* clang-format off */
#if LB_V == 1
#define LB_LANES(type) type
#define LB_CONVERT_LANES(type) LB_PASTE(convert_, type)
#define LB_ANY_LANE(m) (m)
#define LB_FROM_NEXT_LANE(w) (w)
#define LB_FROM_PREVIOUS_LANE(w) (w)
#define LB_FOR_LANES(DO, w, m) DO(0, w, m)
#else
#define LB_LANES(type) LB_PASTE(type, LB_V)
#define LB_CONVERT_LANES(type) LB_PASTE(LB_PASTE(convert_, type), LB_V)
#define LB_ANY_LANE(m) any(m)
#endif
#if LB_V == 2
#define LB_FROM_NEXT_LANE(w) (w).s10
#define LB_FROM_PREVIOUS_LANE(w) (w).s10
#define LB_FOR_LANES(DO, w, m) DO(0, (w).s0, (m).s0) DO(1, (w).s1, (m).s1)
#elif LB_V == 4
#define LB_FROM_NEXT_LANE(w) (w).s1230
#define LB_FROM_PREVIOUS_LANE(w) (w).s3012
#define LB_FOR_LANES(DO, w, m) \
    DO(0, (w).s0, (m).s0) DO(1, (w).s1, (m).s1) DO(2, (w).s2, (m).s2) DO(3, (w).s3, (m).s3)
#elif LB_V == 8
#define LB_FROM_NEXT_LANE(w) (w).s12345670
#define LB_FROM_PREVIOUS_LANE(w) (w).s70123456
#define LB_FOR_LANES(DO, w, m)                                                                  \
    DO(0, (w).s0, (m).s0) DO(1, (w).s1, (m).s1) DO(2, (w).s2, (m).s2) DO(3, (w).s3, (m).s3)     \
    DO(4, (w).s4, (m).s4) DO(5, (w).s5, (m).s5) DO(6, (w).s6, (m).s6) DO(7, (w).s7, (m).s7)
#elif LB_V == 16
#define LB_FROM_NEXT_LANE(w) (w).s123456789abcdef0
#define LB_FROM_PREVIOUS_LANE(w) (w).sf0123456789abcde
#define LB_FOR_LANES(DO, w, m)                                                                  \
    DO(0, (w).s0, (m).s0) DO(1, (w).s1, (m).s1) DO(2, (w).s2, (m).s2) DO(3, (w).s3, (m).s3)     \
    DO(4, (w).s4, (m).s4) DO(5, (w).s5, (m).s5) DO(6, (w).s6, (m).s6) DO(7, (w).s7, (m).s7)     \
    DO(8, (w).s8, (m).s8) DO(9, (w).s9, (m).s9) DO(10, (w).sa, (m).sa) DO(11, (w).sb, (m).sb)   \
    DO(12, (w).sc, (m).sc) DO(13, (w).sd, (m).sd) DO(14, (w).se, (m).se) DO(15, (w).sf, (m).sf)
#endif
/* clang-format on */

/* Element type of `mask`, what comparing two reals gives. */
#if LB_ARITHMETIC_FP64 && LB_W > 1
#define LB_MASK long
#else
#define LB_MASK int
#endif

typedef LB_LANES(LB_CODE) wide; /* the codes of one population in LB_V cells */
typedef LB_LANES(
    LB_CODE_MASK) wide_mask; /* all bits set where a lane is meant (1 where LB_V is 1) */
typedef LB_LANES(uchar) wide_flags;
#if LB_ARITHMETIC_FP64
typedef LB_LANES(double) wide_scalar;
#else
typedef LB_LANES(float) wide_scalar;
#endif

/* The lanes whose flags have any of `bits`. */
LB_INLINE wide_mask lb_lanes_with(const wide_flags flags, const uchar bits)
{
    return LB_CONVERT_LANES(LB_CODE_MASK)(flags & bits) != (wide_mask)(0);
}

/* Piece k of a vector, and its replacement; k is known at compile time.  LB_FOR_PIECES runs over
 * all. */
/* clang-format off */
#if LB_V / LB_W == 1
#define LB_PIECE(w, k) (w)
#define LB_SET_PIECE(w, k, c) w = (c);
#define LB_FOR_PIECES(DO) DO(0)
#elif LB_V / LB_W == 2
#define LB_PIECE(w, k) ((k) == 0 ? (w).lo : (w).hi)
#define LB_SET_PIECE(w, k, c) \
    if ((k) == 0) (w).lo = (c); \
    if ((k) == 1) (w).hi = (c);
#define LB_FOR_PIECES(DO) DO(0) DO(1)
#elif LB_V / LB_W == 4
#define LB_PIECE(w, k) \
    ((k) == 0 ? (w).lo.lo : (k) == 1 ? (w).lo.hi : (k) == 2 ? (w).hi.lo : (w).hi.hi)
#define LB_SET_PIECE(w, k, c)      \
    if ((k) == 0) (w).lo.lo = (c); \
    if ((k) == 1) (w).lo.hi = (c); \
    if ((k) == 2) (w).hi.lo = (c); \
    if ((k) == 3) (w).hi.hi = (c);
#define LB_FOR_PIECES(DO) DO(0) DO(1) DO(2) DO(3)
#elif LB_V / LB_W == 8
#define LB_PIECE(w, k)                                                     \
    ((k) < 4 ? ((k) == 0   ? (w).lo.lo.lo                                  \
                : (k) == 1 ? (w).lo.lo.hi                                  \
                : (k) == 2 ? (w).lo.hi.lo                                  \
                           : (w).lo.hi.hi)                                 \
             : ((k) == 4   ? (w).hi.lo.lo                                  \
                : (k) == 5 ? (w).hi.lo.hi                                  \
                : (k) == 6 ? (w).hi.hi.lo                                  \
                           : (w).hi.hi.hi))
#define LB_SET_PIECE(w, k, c)         \
    if ((k) == 0) (w).lo.lo.lo = (c); \
    if ((k) == 1) (w).lo.lo.hi = (c); \
    if ((k) == 2) (w).lo.hi.lo = (c); \
    if ((k) == 3) (w).lo.hi.hi = (c); \
    if ((k) == 4) (w).hi.lo.lo = (c); \
    if ((k) == 5) (w).hi.lo.hi = (c); \
    if ((k) == 6) (w).hi.hi.lo = (c); \
    if ((k) == 7) (w).hi.hi.hi = (c);
#define LB_FOR_PIECES(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#else
#error "a memory vector has at most 8 pieces: choose LB_W of at least LB_V / 8"
#endif
/* clang-format on */
