/* bytes_of_codes.cl - the bytes of a vector of 16-bit codes (codes.cl), and the halves of bytes that
 * formats of 12 bits keep: half k has lane k in its lower bits and lane k + LB_V / 2 in its upper.
 * SPDX-License-Identifier: MIT */
typedef LB_LANES(uchar) wide_bytes;

#define LB_BYTES_ABOVE ((wide_bytes)((uchar)LB_BYTE_ABOVE))

/* Bytes as a vector, and those of a piece. */
LB_INLINE wide_flags lb_flags_of_bytes(const wide_bytes bytes)
{
    return bytes;
}

LB_INLINE wide_bytes lb_bytes_of_flags(const wide_flags flags)
{
    return flags;
}

#define LB_POWERS_OF_PIECE(bytes, k) lb_power_of_bytes(LB_PIECE(bytes, k))
#define LB_SET_BYTES_PIECE(bytes, k, c) LB_SET_PIECE(bytes, k, c)

LB_INLINE wide_bytes lb_bytes_at(const global uchar *f, const ulong at)
{
    return *(const global wide_bytes *)(f + at);
}

LB_INLINE wide lb_codes_of_bytes(const wide_bytes high, const wide_bytes low)
{
    return LB_CONVERT_LANES(ushort)(high) << 8 | LB_CONVERT_LANES(ushort)(low);
}

LB_INLINE wide_bytes lb_high_bytes(const wide w)
{
    return LB_CONVERT_LANES(uchar)(w >> 8);
}

LB_INLINE wide_bytes lb_low_bytes(const wide w)
{
    return LB_CONVERT_LANES(uchar)(w & (LB_REGISTER_CODE)0xFF);
}

#if LB_V > 1
#if LB_V == 2
typedef uchar wide_halves;
#elif LB_V == 4
typedef uchar2 wide_halves;
#elif LB_V == 8
typedef uchar4 wide_halves;
#else
typedef uchar8 wide_halves;
#endif

LB_INLINE wide_bytes lb_bytes_of_halves(const wide_halves halves)
{
    wide_bytes high;
    high.lo = halves & (uchar)0x0F;
    high.hi = halves >> 4;
    return high;
}

/* Lanes of solid cells may have any bits. */
LB_INLINE wide_halves lb_halves_of(const wide_bytes high)
{
    return (high.lo & (uchar)0x0F) | high.hi << 4;
}
#endif
