/* half.cl - FP16 and FP16S: IEEE half of S f by the device's own conversions.  Nearest, ties to even,
 * infinite beyond the range, as IEEE 754 says.  Registers hold the scaled number already.
 * SPDX-License-Identifier: MIT */
#define LB_DECODES_AT_ONCE 1 /* in one instruction: rows.cl */

#include "storage/half_rounding.cl"

typedef LB_VECTOR(ushort) chunk;

#if LB_W == 16 && defined(__AVX512F__)
/* PoCL's conversions have eight lanes at most; the processor's have sixteen. */
LB_INLINE real lb_decode(const chunk c)
{
    return __builtin_ia32_vcvtph2ps512_mask(as_short16(c), (real)(0.0f), 0xFFFF, 4);
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    return as_ushort16(
        __builtin_ia32_vcvtps2ph512_mask(lb_rounded_to_half(x, n), 0, (short16)(0), 0xFFFF));
}
#else
/* One or two numbers are converted as four: PoCL has fast conversions of four and more only, and no
 * others are made where the compiler sees that the rest is not used. */
#if LB_W < 4
#define LB_HALF_LANES 4
#else
#define LB_HALF_LANES LB_W
#endif
typedef LB_NAME3(float, LB_HALF_LANES, ) half_reals;
typedef LB_NAME3(ushort, LB_HALF_LANES, ) half_codes;

#if LB_W == 1
#define LB_HALF_WIDEN(type, x) ((type)(x, 0, 0, 0))
#define LB_HALF_NARROW(x) (x).s0
#elif LB_W == 2
#define LB_HALF_WIDEN(type, x) ((type)(x, 0, 0))
#define LB_HALF_NARROW(x) (x).s01
#else
#define LB_HALF_WIDEN(type, x) (x)
#define LB_HALF_NARROW(x) (x)
#endif

LB_INLINE real lb_decode(const chunk c)
{
    const half_codes codes = LB_HALF_WIDEN(half_codes, c);
    const half_reals x = LB_NAME3(vloada_half, LB_HALF_LANES, )(0, (const __private half *)&codes);
    return LB_HALF_NARROW(x);
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    half_codes codes;
    LB_NAME3(vstorea_half, LB_HALF_LANES, _rte)
    (LB_HALF_WIDEN(half_reals, lb_rounded_to_half(x, n)), 0, (__private half *)&codes);
    return LB_HALF_NARROW(codes);
}
#endif
