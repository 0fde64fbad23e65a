/* pieces.cl - the pieces of a memory vector that the arithmetic takes in two, four or eight.
 * SPDX-License-Identifier: MIT */
/* clang-format off */
#if LB_V / LB_W == 2
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
