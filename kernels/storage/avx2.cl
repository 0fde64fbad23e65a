/* avx2.cl - what the files for eight lanes with AVX2 share: the way from numbers to codes of sign
 * and magnitude, for two populations at once, because packing takes two registers.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

/* 16 bits of each, saturated.  Halves of 128 bits are packed for themselves: four of a, four of b,
 * four of a, four of b. */
LB_INLINE short16 lb_pack(const int8 a, const int8 b)
{
    return __builtin_ia32_packssdw256(a, b);
}

/* The codes of |a| and |b|, in the order of lb_pack. */
LB_INLINE short16 lb_magnitudes(const real a, const real b);

#define LB_ENCODES_PAIRS 1
struct chunk_pair {
    chunk a, b;
};

/* Saturating keeps a number's sign. */
LB_INLINE struct chunk_pair lb_encode_pair(const real a, const real b)
{
    const short16 sign = lb_pack(as_int8(a), as_int8(b)) & (short)0x8000;
    const ushort16 codes = as_ushort16(as_long4(lb_magnitudes(a, b) | sign).s0213);
    struct chunk_pair p;
    p.a = codes.lo;
    p.b = codes.hi;
    return p;
}

LB_INLINE chunk lb_encode(const real x)
{
    return lb_encode_pair(x, x).a;
}
