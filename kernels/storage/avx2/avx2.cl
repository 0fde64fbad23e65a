/* avx2.cl - what the files for eight lanes with AVX2 share.  Packing takes two registers and halves
 * of 128 bits for themselves, and unpacking undoes it: so two vectors side by side in memory are
 * converted at once.  One register, p, has the first four lanes of both, the other, q, the last
 * four, and no lane needs to cross over.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

#define LB_CODES_OF_TWO 1
typedef ushort16 chunks; /* of two vectors */

/* 16 bits of each, saturated, in the order of memory. */
LB_INLINE short16 lb_pack(const int8 p, const int8 q)
{
    return __builtin_ia32_packssdw256(p, q);
}

/* Words with these upper and lower halves. */
LB_INLINE int8 lb_unpack_p(const ushort16 upper, const ushort16 lower)
{
    return as_int8(__builtin_shufflevector(lower, upper, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25,
                                           10, 26, 11, 27));
}

LB_INLINE int8 lb_unpack_q(const ushort16 upper, const ushort16 lower)
{
    return as_int8(__builtin_shufflevector(lower, upper, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29,
                                           14, 30, 15, 31));
}

/* A format's own: numbers, and the codes of |p| and |q| in the order of lb_pack. */
LB_INLINE void lb_decode_two(const chunks w, real *p, real *q);
LB_INLINE short16 lb_magnitudes(const real p, const real q, const struct noise of_p,
                                const struct noise of_q);

/* Saturating keeps a number's sign. */
LB_INLINE chunks lb_encode_two(const real p, const real q, const struct noise of_p,
                               const struct noise of_q)
{
    const short16 sign = lb_pack(as_int8(p), as_int8(q)) & (short)0x8000;
    return as_ushort16(lb_magnitudes(p, q, of_p, of_q) | sign);
}

/* No instruction, but an order for the compiler, which would decode all populations before it adds
 * up the first, collide all before it encodes the first, and keep what there is between on the
 * stack. */
LB_INLINE void lb_keep_order(real *p, real *q)
{
    __asm__ volatile("" : "+x"(*p), "+x"(*q) : : "memory");
}

/* A vector alone. */
LB_INLINE real lb_decode(const chunk c)
{
    real p, q;
    lb_decode_two((ushort16)(c.lo, c.lo, c.hi, c.hi), &p, &q);
    return p;
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    const ushort16 codes = lb_encode_two(x, x, n, n);
    return (ushort8)(codes.lo.lo, codes.hi.lo);
}
