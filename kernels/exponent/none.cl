/* none.cl - each code says by itself which number it is: there are no exponents.  per_cell.cl says what
 * these functions are for.
 * SPDX-License-Identifier: MIT */
#define LB_HAS_EXPONENTS 0
#define LB_GAIN(numerator, denominator) ((scalar)1)
#define LB_MADE 0u
#define LB_HAS_MADE 0
#define LB_MADE_BY 0
#define LB_MADE_FOR 0

LB_INLINE real lb_decode_scaled(const chunk c, const real scale, const scalar gain)
{
    return lb_decode(c);
}

LB_INLINE chunk lb_encode_scaled(const real x, const real scale, const scalar gain,
                                 const struct noise n)
{
    return lb_encode(x, n);
}

LB_INLINE chunk lb_encode_clamped(const real x, const real scale, const scalar gain,
                                  const struct noise n)
{
    return lb_encode(x, n);
}

LB_INLINE LB_VECTOR(uint) lb_exponent_for(const real most)
{
    return (LB_VECTOR(uint))(0);
}

LB_INLINE LB_VECTOR(uint) lb_exponent_of(const real *h)
{
    return (LB_VECTOR(uint))(0);
}

LB_INLINE real lb_inverse_scale_of(const LB_VECTOR(uint) exponent)
{
    return (real)(1);
}

#ifdef LB_CODES_PIECE
struct exponents {
    int none;
};

LB_INLINE void lb_load_exponents(struct exponents *e, const global LB_CODE *f,
                                 const global uchar *flags, const struct place p, const uint parity)
{
}

LB_INLINE void lb_arrange_exponents(struct exponents *e, const global LB_CODE *f,
                                    const global uchar *flags, const struct place p)
{
}

LB_INLINE void lb_exponents_beyond(struct exponents *e, const global LB_CODE *f,
                                   const global uchar *flags, const LB_INDEX vector)
{
}

LB_INLINE real lb_scale_from(const struct exponents *e, const int i, const int k)
{
    return (real)(1);
}

LB_INLINE real lb_share_exponent(struct exponents *e, const real *h, const int k)
{
    return (real)(1);
}

LB_INLINE void lb_send_exponents(const struct exponents *e, global LB_CODE *f, const struct place p,
                                 const uint parity)
{
}
#else
LB_INLINE real lb_scale_of(const uint byte)
{
    return (real)(1);
}

LB_INLINE void lb_set_exponent_byte(global LB_CODE *f, const LB_INDEX n, const uint byte)
{
}

LB_INLINE uint lb_exponent_at(const global LB_CODE *f, const uint plane, const LB_INDEX n)
{
    return 0;
}

LB_INLINE void lb_set_exponent(global LB_CODE *f, const uint plane, const LB_INDEX n,
                               const uint exponent)
{
}
#endif
