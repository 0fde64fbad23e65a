/* fixed16.cl - 16-bit fixed point, two's complement of S f, which is what registers hold: range
 * -32768 to 32767 steps of 1/S.  Nearest, ties to even; saturating.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

LB_INLINE real lb_decode(const chunk c)
{
    return LB_CONVERT(float)(LB_AS(short)(c));
}

/* Clamped as integers, so that a NaN goes to the end its sign points at: signed for 32767, unsigned
 * for -32768. Adding 3 * 2^22 leaves the rounded number in the low bits. */
LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    const LB_VECTOR(int) below = min(LB_AS(int)(x), (LB_VECTOR(int))(0x46FFFE00));
    const LB_VECTOR(uint) inside = min(LB_AS(uint)(below), (LB_VECTOR(uint))(0xC7000000u));
    return LB_CONVERT(ushort)(
        LB_AS(uint)((LB_AS(float)(inside) + lb_offset_centred(n, 8)) + 0x1.8p23f) & 0xFFFFu);
}
