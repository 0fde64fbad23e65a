/* fp16c.cl - 1 sign, 4 exponent, 11 mantissa bits, bias 15, no infinity and no NaN: range 2 -
 * 2^-11, steps of 2^-25 near zero.  Nearest, ties away from zero; saturating.
 * docs/decisions/0001-number-formats.md. Needs subnormal floats as operands: where they are slow or
 * flushed, fp16c_flush.cl gives the same bits.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

/* Sign-extended and shifted the code is the float 2^-112 f, the code's subnormals being the
 * float's. */
LB_INLINE real lb_decode(const chunk c)
{
    const LB_VECTOR(int) spread = LB_CONVERT(int)(LB_AS(short)(c)) << 12;
    return LB_AS(float)(spread & (int)0x87FFF000) * 0x1p112f;
}

#include "storage/fp16c_encode.cl"
