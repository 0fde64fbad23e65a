/* lanes.cl - vectors of LB_V lanes as they lie in memory (flags, prescribed values).  Populations
 * have a type of their own: codes/.
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
#else
#define LB_LANES(type) LB_PASTE(type, LB_V)
#define LB_CONVERT_LANES(type) LB_PASTE(LB_PASTE(convert_, type), LB_V)
#define LB_ANY_LANE(m) any(m)
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
