/* words.cl - `wide`, the codes of one population in LB_V cells, as words of two codes of 16
 * bits.  A GPU's registers have 32 bits: a vector of codes would be taken apart into one register
 * per code and be put together again before storing.  Two codes are one piece of the arithmetic.
 * SPDX-License-Identifier: MIT */
#if LB_W != 2 || LB_V > 8
#error "words of two codes are for two lanes of arithmetic and at most eight of memory"
#endif

/* Next and previous word of the rotated vector. */
#if LB_V == 2
typedef uint wide;
#define LB_NEXT_WORD(w) (w)
#define LB_PREVIOUS_WORD(w) (w)
#elif LB_V == 4
typedef uint2 wide;
#define LB_NEXT_WORD(w) (w).s10
#define LB_PREVIOUS_WORD(w) (w).s10
#else
typedef uint4 wide;
#define LB_NEXT_WORD(w) (w).s1230
#define LB_PREVIOUS_WORD(w) (w).s3012
#endif
typedef wide wide_mask; /* all bits of a code set where its lane is meant */

/* Lane l takes the code of lane l + 1, or of lane l - 1; the lower half of a word comes first. */
#define LB_CODES_FROM_NEXT(w) (((w) >> 16) | (LB_NEXT_WORD(w) << 16))
#define LB_CODES_FROM_PREVIOUS(w) (((w) << 16) | (LB_PREVIOUS_WORD(w) >> 16))

/* `yes` in the lanes that `m` means, else `no`. */
#define LB_CHOOSE_CODES(m, yes, no) (((yes) & (m)) | ((no) & ~(m)))

/* Piece k of two codes, and its replacement. */
/* clang-format off */
#if LB_V == 2
#define LB_CODES_PIECE(w, k) as_ushort2(w)
#define LB_SET_CODES_PIECE(w, k, c) w = as_uint(c);
#elif LB_V == 4
#define LB_CODES_PIECE(w, k) as_ushort2((k) == 0 ? (w).s0 : (w).s1)
#define LB_SET_CODES_PIECE(w, k, c)    \
    if ((k) == 0) (w).s0 = as_uint(c); \
    if ((k) == 1) (w).s1 = as_uint(c);
#else
#define LB_CODES_PIECE(w, k) \
    as_ushort2((k) == 0 ? (w).s0 : (k) == 1 ? (w).s1 : (k) == 2 ? (w).s2 : (w).s3)
#define LB_SET_CODES_PIECE(w, k, c)    \
    if ((k) == 0) (w).s0 = as_uint(c); \
    if ((k) == 1) (w).s1 = as_uint(c); \
    if ((k) == 2) (w).s2 = as_uint(c); \
    if ((k) == 3) (w).s3 = as_uint(c);
#endif
/* clang-format on */

/* The lanes whose flags have any of `bits`. */
LB_INLINE wide_mask lb_lanes_with(const wide_flags flags, const uchar bits)
{
    const LB_LANES(short) lanes = LB_CONVERT_LANES(short)(flags & bits) != (LB_LANES(short))(0);
#if LB_V == 2
    return as_uint(lanes);
#elif LB_V == 4
    return as_uint2(lanes);
#else
    return as_uint4(lanes);
#endif
}
