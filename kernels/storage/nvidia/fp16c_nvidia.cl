/* fp16c_nvidia.cl - the same format and the same codes as fp16c.cl for NVIDIA: registers hold
 * 2^-112 f, where the bits of a float are those of its code but for shifts, so that neither way
 * takes an operation on the number.  A code's subnormals are the float's; the rest of the
 * arithmetic keeps 12 bits more than the code has.
 * SPDX-License-Identifier: MIT */
typedef LB_VECTOR(ushort) chunk;

LB_INLINE float lb_spread(const int code)
{
    return as_float(code & (int)0x87FFF000);
}

/* What is added below a code in the upper half of a word: the upper half of the noise's word, whose last four bits
 * meet zeros.  By prmt, as a shift would be done once more for each population, to save a register. */
LB_INLINE uint lb_below_code(const uint word)
{
    uint half_of_word;
    asm("prmt.b32 %0, %1, 0, 0x4432;" : "=r"(half_of_word) : "r"(word));
    return half_of_word;
}

#if LB_ROUNDS_TO_NEAREST
#define LB_BELOW_CODE(lane) 0x8000u
#else
#define LB_BELOW_CODE(lane) lb_below_code(n.word lane)
#endif

/* The code in the upper half of the word, rounded half up; what is below it is noise.  fmin makes
 * the largest of a NaN. */
LB_INLINE uint lb_gather_code(const float x, const uint below)
{
    return as_uint(fmin(fabs(x), 0x1.ffep-112f)) * 16u + below;
}

#if LB_W == 2
LB_INLINE real lb_decode(const chunk c)
{
    const uint pair = as_uint(c);
    return (real)(lb_spread((int)(pair << 16) >> 4), lb_spread((int)pair >> 4));
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    uint codes, signs;
    asm("prmt.b32 %0, %1, %2, 0x7632;"
        : "=r"(codes)
        : "r"(lb_gather_code(x.x, LB_BELOW_CODE(.x))), "r"(lb_gather_code(x.y, LB_BELOW_CODE(.y))));
    asm("prmt.b32 %0, %1, %2, 0x7632;" : "=r"(signs) : "r"(as_uint(x.x)), "r"(as_uint(x.y)));
    return as_ushort2(codes | (signs & 0x80008000u));
}
#elif LB_W == 1
LB_INLINE real lb_decode(const chunk c)
{
    return lb_spread((int)as_short(c) << 12);
}

LB_INLINE chunk lb_encode(const real x, const struct noise n)
{
    return (ushort)((lb_gather_code(x, LB_BELOW_CODE()) >> 16) | ((as_uint(x) >> 16) & 0x8000u));
}
#else
#error "fp16c_nvidia.cl computes one or two lanes"
#endif
