/* half_nvidia.cl - the same bits as half.cl, by PTX that keeps two codes in one register.
 * SPDX-License-Identifier: MIT */
#include "storage/half_rounding.cl"

typedef LB_VECTOR(ushort) chunk;

#if LB_W == 2
LB_INLINE real lb_decode(const chunk c)
{
    real x;
    asm("{ .reg .b16 low, high;\n"
        "mov.b32 {low, high}, %2;\n"
        "cvt.f32.f16 %0, low;\n"
        "cvt.f32.f16 %1, high; }"
        : "=f"(x.x), "=f"(x.y)
        : "r"(as_uint(c)));
    return x;
}

LB_INLINE chunk lb_encode(const real number, const struct noise n)
{
    const real x = lb_ready_for_half(number, n);
    uint pair;
    asm("{ .reg .b16 low, high;\n"
        "cvt.rn.f16.f32 low, %1;\n"
        "cvt.rn.f16.f32 high, %2;\n"
        "mov.b32 %0, {low, high}; }"
        : "=r"(pair)
        : "f"(x.x), "f"(x.y));
    return as_ushort2(pair);
}
#elif LB_W == 1
LB_INLINE real lb_decode(const chunk c)
{
    real x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(c));
    return x;
}

LB_INLINE chunk lb_encode(const real number, const struct noise n)
{
    const real x = lb_ready_for_half(number, n);
    chunk c;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(c) : "f"(x));
    return c;
}
/* Two codes in a word. */
#define LB_CODES_IN_WORDS 1
LB_INLINE void lb_decode_word(real *low, real *high, const uint word)
{
    asm("{ .reg .b16 low, high;\n"
        "mov.b32 {low, high}, %2;\n"
        "cvt.f32.f16 %0, low;\n"
        "cvt.f32.f16 %1, high; }"
        : "=f"(*low), "=f"(*high)
        : "r"(word));
}

LB_INLINE uint lb_encode_word(const real low, const real high, const struct noise of_low,
                              const struct noise of_high)
{
    const real a = lb_ready_for_half(low, of_low), b = lb_ready_for_half(high, of_high);
    uint word;
    asm("{ .reg .b16 low, high;\n"
        "cvt.rn.f16.f32 low, %1;\n"
        "cvt.rn.f16.f32 high, %2;\n"
        "mov.b32 %0, {low, high}; }"
        : "=r"(word)
        : "f"(a), "f"(b));
    return word;
}

/* The same codes of numbers in the range: noise is added below their last place and what is left there cut off.
 * Larger ones become the largest, and below 2^-14, where codes are equally far apart, more than noise is cut. */
#if LB_ROUNDS_TO_NEAREST
#define lb_encode_word_in_range lb_encode_word
#else
LB_INLINE uint lb_encode_word_in_range(const real low, const real high, const struct noise of_low,
                                       const struct noise of_high)
{
    if (LB_STORAGE_SCALE == 1) return lb_encode_word(low, high, of_low, of_high);
    const real a = as_float(as_uint(low) + (of_low.word >> 19u));
    const real b = as_float(as_uint(high) + (of_high.word >> 19u));
    uint word;
    asm("{ .reg .b16 low, high;\n"
        "cvt.rz.f16.f32 low, %1;\n"
        "cvt.rz.f16.f32 high, %2;\n"
        "mov.b32 %0, {low, high}; }"
        : "=r"(word)
        : "f"(a), "f"(b));
    return word;
}
#endif
#else
#error "half_nvidia.cl computes one or two lanes"
#endif
