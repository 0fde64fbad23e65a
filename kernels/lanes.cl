/* lanes.cl - vectors of LB_V lanes as they lie in memory (flags, prescribed values), and their
 * pieces of LB_W lanes that the arithmetic takes.  Populations have a type of their own: codes/.
 * Lane l of a vector belongs to slab l of the lane axis, so lanes are never each other's
 * neighbours except across a slab border, where a whole vector is rotated by one lane.
 * SPDX-License-Identifier: MIT */

#define LB_PASTE_(a, b) a##b
#define LB_PASTE(a, b) LB_PASTE_(a, b)

/* clang-format off */
#if LB_V == 1
#define LB_LANES(type) type
#define LB_CONVERT_LANES(type) LB_PASTE(convert_, type)
#define LB_FROM_NEXT_LANE(w) (w)
#define LB_FROM_PREVIOUS_LANE(w) (w)
#else
#define LB_LANES(type) LB_PASTE(type, LB_V)
#define LB_CONVERT_LANES(type) LB_PASTE(LB_PASTE(convert_, type), LB_V)
#endif
#if LB_V == 2
#define LB_FROM_NEXT_LANE(w) (w).s10
#define LB_FROM_PREVIOUS_LANE(w) (w).s10
#elif LB_V == 4
#define LB_FROM_NEXT_LANE(w) (w).s1230
#define LB_FROM_PREVIOUS_LANE(w) (w).s3012
#elif LB_V == 8
#define LB_FROM_NEXT_LANE(w) (w).s12345670
#define LB_FROM_PREVIOUS_LANE(w) (w).s70123456
#elif LB_V == 16
#define LB_FROM_NEXT_LANE(w) (w).s123456789abcdef0
#define LB_FROM_PREVIOUS_LANE(w) (w).sf0123456789abcde
#endif
/* clang-format on */

/* Element type of `mask`, what comparing two reals gives. */
#if LB_ARITHMETIC_FP64 && LB_W > 1
#define LB_MASK long
#else
#define LB_MASK int
#endif

typedef LB_LANES(uchar) wide_flags;
#if LB_ARITHMETIC_FP64
typedef LB_LANES(double) wide_scalar;
#else
typedef LB_LANES(float) wide_scalar;
#endif

/* Whether any lane's flags have any of `bits`. */
LB_INLINE bool lb_any_with(const wide_flags flags, const uchar bits)
{
#if LB_V == 1
    return (flags & bits) != 0;
#elif LB_V == 2
    return (as_ushort(flags) & (bits * 0x0101u)) != 0u;
#elif LB_V == 4
    return (as_uint(flags) & (bits * 0x01010101u)) != 0u;
#elif LB_V == 8
    return (as_ulong(flags) & (bits * 0x0101010101010101ul)) != 0ul;
#else
    return ((as_ulong(flags.lo) | as_ulong(flags.hi)) & (bits * 0x0101010101010101ul)) != 0ul;
#endif
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
