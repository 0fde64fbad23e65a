/* number_format.c - the storage formats, straight from their definitions: slow, and free of bit
 * tricks. Values are built with ldexp; encoding searches the ordered table of magnitudes.
 * docs/decisions/0001-number-formats.md says why the definitions are these.
 * SPDX-License-Identifier: MIT */
#include "case/number_format.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stddef.h>
#include <string.h>

#include "base/named_table.h"

enum { SIGN = 0x8000, LARGEST = 0x7FFF, HALF_INFINITY = 0x7C00, HALF_NAN = 0x7E00 };

/* Value of a magnitude code that `extra` (0 or 1) more bits were appended to. */
typedef double magnitude_function(unsigned code, int extra);

/* Exponent field above `mantissa_bits`; the field 0 holds subnormals.  No infinity, no NaN. */
static double float_magnitude(unsigned code, int mantissa_bits, int bias)
{
    const int exponent = (int)(code >> mantissa_bits);
    const unsigned one = 1u << mantissa_bits;
    const unsigned mantissa = code & (one - 1);
    if (exponent == 0) return ldexp(mantissa, 1 - bias - mantissa_bits);
    return ldexp(one + mantissa, exponent - bias - mantissa_bits);
}

/* Posit of `bits` bits after the sign: a run of equal bits, a bit that ends it, the exponent, the
 * fraction. Exponent bits that no longer fit are zeros. */
static double posit_magnitude(unsigned code, int bits, int exponent_bits)
{
    if (code == 0) return 0.0;
    const unsigned first = code >> (bits - 1);
    int run = 1;
    while (run < bits && ((code >> (bits - 1 - run)) & 1u) == first)
        run++;
    const int regime = first ? run - 1 : -run;
    const int left = run < bits ? bits - run - 1 : 0;
    const unsigned tail = code & ((1u << left) - 1);
    const int fraction_bits = left > exponent_bits ? left - exponent_bits : 0;
    const unsigned exponent =
        left > exponent_bits ? tail >> fraction_bits : tail << (exponent_bits - left);
    const unsigned one = 1u << fraction_bits;
    const int power = regime * (1 << exponent_bits) + (int)exponent - fraction_bits;
    return ldexp(one + (tail & (one - 1)), power);
}

static double fp16_magnitude(unsigned code, int extra)
{
    return float_magnitude(code, 10 + extra, 15);
}

static double fp16s_magnitude(unsigned code, int extra)
{
    return float_magnitude(code, 10 + extra, 30);
}

static double fp16c_magnitude(unsigned code, int extra)
{
    return float_magnitude(code, 11 + extra, 15);
}

static double p16_0s_magnitude(unsigned code, int extra)
{
    return ldexp(posit_magnitude(code, 15 + extra, 0), -7);
}

static double p16_1s_magnitude(unsigned code, int extra)
{
    return ldexp(posit_magnitude(code, 15 + extra, 1), -7);
}

/* One-sided: the regime's first zero is not stored. */
static double p16_2c_magnitude(unsigned code, int extra)
{
    return 2.0 * posit_magnitude(code, 16 + extra, 2);
}

/* The code whose bit string is nearest to that of x, halves going up: the border between two
 * neighbours is the lower one with a 1 appended.  A NaN is below no border and gets `largest`. */
static unsigned search_code(double x, unsigned largest, magnitude_function *value)
{
    unsigned low = 0, high = largest;
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (x < value(2 * middle + 1, 1))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static uint64_t encode_ties_away(double x, magnitude_function *value)
{
    return search_code(fabs(x), LARGEST, value) | (signbit(x) ? SIGN : 0u);
}

static double decode_sign_and_magnitude(uint64_t code, magnitude_function *value)
{
    const double magnitude = value((unsigned)(code & LARGEST), 0);
    return code & SIGN ? -magnitude : magnitude;
}

static uint64_t encode_half(double x, magnitude_function *value)
{
    const unsigned sign = signbit(x) ? SIGN : 0u;
    if (isnan(x)) return HALF_NAN | sign;
    unsigned code = search_code(fabs(x), HALF_INFINITY, value);
    if (code % 2 == 1 && fabs(x) == value(2 * code - 1, 1)) code--; /* a tie: to even */
    return code | sign;
}

static double decode_half(uint64_t code, magnitude_function *value)
{
    const unsigned magnitude = code & LARGEST;
    const double sign = code & SIGN ? -1.0 : 1.0;
    if (magnitude > HALF_INFINITY) return copysign((double)NAN, sign);
    if (magnitude == HALF_INFINITY) return copysign((double)INFINITY, sign);
    return decode_sign_and_magnitude(code, value);
}

static uint64_t encode_fp64(double x)
{
    uint64_t code;
    memcpy(&code, &x, sizeof code);
    return code;
}

static double decode_fp64(uint64_t code)
{
    double x;
    memcpy(&x, &code, sizeof x);
    return x;
}

static uint64_t encode_fp32(double x)
{
    const float nearest = (float)x;
    uint32_t code;
    memcpy(&code, &nearest, sizeof code);
    return code;
}

static double decode_fp32(uint64_t code)
{
    const uint32_t low = (uint32_t)code;
    float x;
    memcpy(&x, &low, sizeof x);
    return (double)x;
}

/* Encoding and decoding of a format of 16 bits with sign and magnitude. */
#define CODES_OF(name, encode_as, decode_as)      \
    static uint64_t encode_##name(double x)       \
    {                                             \
        return encode_as(x, name##_magnitude);    \
    }                                             \
    static double decode_##name(uint64_t code)    \
    {                                             \
        return decode_as(code, name##_magnitude); \
    }
CODES_OF(fp16, encode_half, decode_half)
CODES_OF(fp16s, encode_half, decode_half)
CODES_OF(fp16c, encode_ties_away, decode_sign_and_magnitude)
CODES_OF(p16_0s, encode_ties_away, decode_sign_and_magnitude)
CODES_OF(p16_1s, encode_ties_away, decode_sign_and_magnitude)
CODES_OF(p16_2c, encode_ties_away, decode_sign_and_magnitude)
#undef CODES_OF

/* Two's complement in steps of 2^-bits. */
static uint64_t encode_fixed(double x, int bits)
{
    const double min = -32768.0, max = 32767.0;
    if (isnan(x)) return (uint64_t)(signbit(x) ? 0x8000 : 0x7FFF);
    const double steps = rint(ldexp(x, bits)); /* the default rounding mode: ties to even */
    return (uint64_t)(int64_t)fmin(fmax(steps, min), max) & 0xFFFF;
}

static double decode_fixed(uint64_t code, int bits)
{
    const int low = (int)(code & 0xFFFF);
    return ldexp(low < 0x8000 ? low : low - 0x10000, -bits);
}

static uint64_t encode_int16s(double x)
{
    return encode_fixed(x, 14);
}

static double decode_int16s(uint64_t code)
{
    return decode_fixed(code, 14);
}

static uint64_t encode_fix16x(double x)
{
    return encode_fixed(x, 18);
}

static double decode_fix16x(uint64_t code)
{
    return decode_fixed(code, 18);
}

/* The largest number of a cell whose populations share an exponent (kernels/exponent/per_cell.cl): a
 * float with two mantissa bits less than its code has bits.  The others have its last place, in units of
 * their weights.  What is not finite is NaN. */
enum { BLOCK_SIGN = 1 << 20, BLOCK_NAN = BLOCK_SIGN - 1, BLOCK_BIAS = 23, MAX_BLOCK_EXPONENT = 29 };

static uint64_t encode_block(double x, int mantissa_bits, magnitude_function *value)
{
    const unsigned end = (MAX_BLOCK_EXPONENT + 1u) << mantissa_bits;
    const unsigned code = isnan(x) ? end : search_code(fabs(x), end, value);
    return (code < end ? code : BLOCK_NAN) | (signbit(x) ? BLOCK_SIGN : 0u);
}

static double decode_block(uint64_t code, magnitude_function *value)
{
    const unsigned magnitude = (unsigned)code & BLOCK_NAN;
    const double number = magnitude == BLOCK_NAN ? (double)NAN : value(magnitude, 0);
    return code & BLOCK_SIGN ? -number : number;
}

static double bfp12_magnitude(unsigned code, int extra)
{
    return float_magnitude(code, 10 + extra, BLOCK_BIAS);
}

static double mx8_magnitude(unsigned code, int extra)
{
    return float_magnitude(code, 6 + extra, BLOCK_BIAS);
}

#define BLOCK_CODES_OF(name, mantissa_bits)                      \
    static uint64_t encode_##name(double x)                      \
    {                                                            \
        return encode_block(x, mantissa_bits, name##_magnitude); \
    }                                                            \
    static double decode_##name(uint64_t code)                   \
    {                                                            \
        return decode_block(code, name##_magnitude);             \
    }
BLOCK_CODES_OF(bfp12, 10)
BLOCK_CODES_OF(mx8, 6)
#undef BLOCK_CODES_OF

/* What the rows below have in common: a format has the functions of its name.  Those that hold NaN
 * hold infinities, too: nothing saturates. */
#define FORMAT(identifier, ...)                                                       \
    static const struct lb_number_format identifier = {.name = #identifier,           \
                                                       .encode = encode_##identifier, \
                                                       .decode = decode_##identifier, \
                                                       __VA_ARGS__}
#define SHORT_FORMAT(identifier, ...) \
    FORMAT(identifier, .code = "ushort", .bits = 16, .with_fp32 = true, __VA_ARGS__)

FORMAT(fp64, .title = "FP64", .file = "storage/fp64.cl", .code = "double", .bits = 64,
       .with_fp64 = true, .holds_nan = true, .converts_in_hardware = true, .scale = 1.0,
       .mantissa_bits = 52, .epsilon = 0x1p-52, .largest = DBL_MAX, .smallest_normal = 0x1p-1022,
       .smallest = 0x1p-1074);
FORMAT(fp32, .title = "FP32", .file = "storage/fp32.cl", .code = "float", .bits = 32,
       .with_fp32 = true, .with_fp64 = true, .holds_nan = true, .converts_in_hardware = true,
       .scale = 1.0, .mantissa_bits = 23, .epsilon = 0x1p-23, .largest = 0x1.fffffep127,
       .smallest_normal = 0x1p-126, .smallest = 0x1p-149);
SHORT_FORMAT(fp16, .title = "FP16", .file = "storage/half.cl", .holds_nan = true,
             .converts_in_hardware = true, .scale = 1.0, .mantissa_bits = 10, .epsilon = 0x1p-10,
             .largest = 65504.0, .smallest_normal = 0x1p-14, .smallest = 0x1p-24);
SHORT_FORMAT(fp16s, .title = "FP16S", .file = "storage/half.cl", .holds_nan = true,
             .converts_in_hardware = true, .scale = 0x1p15, .mantissa_bits = 10, .epsilon = 0x1p-10,
             .largest = 2.0 - 0x1p-10, .smallest_normal = 0x1p-29, .smallest = 0x1p-39);
SHORT_FORMAT(fp16c, .title = "FP16C", .file = "storage/fp16c.cl", .scale = 1.0, .mantissa_bits = 11,
             .epsilon = 0x1p-11, .largest = 2.0 - 0x1p-11, .smallest_normal = 0x1p-14,
             .smallest = 0x1p-25);
SHORT_FORMAT(p16_0s, .title = "P16_0S", .file = "storage/p16_0s.cl", .scale = 1.0,
             .mantissa_bits = 13, .epsilon = 0x1p-13, .largest = 0x1p7, .smallest = 0x1p-21);
SHORT_FORMAT(p16_1s, .title = "P16_1S", .file = "storage/p16_1s.cl", .scale = 1.0,
             .mantissa_bits = 12, .epsilon = 0x1p-12, .largest = 0x1p21, .smallest = 0x1p-35);
SHORT_FORMAT(p16_2c, .title = "P16_2C", .file = "storage/p16_2c.cl", .scale = 1.0,
             .mantissa_bits = 12, .epsilon = 0x1p-12, .largest = 2.0 - 0x1p-12,
             .smallest = 0x1p-59);
SHORT_FORMAT(int16s, .title = "INT16S", .file = "storage/fixed16.cl", .converts_in_hardware = true,
             .rounds_signed = true, .scale = 0x1p14, .mantissa_bits = 14,
             /* in [1, 2) */ .epsilon = 0x1p-14, .largest = 2.0 - 0x1p-14,
             /* -2 is there too */ .smallest = 0x1p-14);
SHORT_FORMAT(fix16x, .title = "FIX16X", .file = "storage/fixed16.cl",
             .conserve = "conserve/whole_sums.cl", .converts_in_hardware = true,
             .needs_shift = true, .rounds_signed = true, .scale = 0x1p18, .mantissa_bits = 14,
             /* in [1/16, 1/8) */ .epsilon = 0x1p-14, .largest = 0x1p-3 - 0x1p-18,
             .smallest = 0x1p-18);

#define BLOCK_FORMAT(identifier, ...)                                                          \
    FORMAT(identifier, .file = "storage/block.cl", .code = "ushort", .shares_exponents = true, \
           .holds_nan = true, .rounds_signed = true, .with_fp32 = true, .scale = 1.0,          \
           .smallest_normal = 0x1p-22, __VA_ARGS__)
BLOCK_FORMAT(bfp12, .title = "BFP12", .memory = "memory/bytes_and_nibbles.cl", .bits = 12,
             .mantissa_bits = 10, .epsilon = 0x1p-10, .largest = 0x1p7 - 0x1p-4,
             .smallest = 0x1p-32);
BLOCK_FORMAT(mx8, .title = "MX8", .memory = "memory/bytes.cl", .bits = 8, .mantissa_bits = 6,
             .epsilon = 0x1p-6, .largest = 0x1p7 - 0x1p0, .smallest = 0x1p-28, .is_preview = true);
#undef BLOCK_FORMAT

const struct lb_number_format *const lb_number_formats[] = {
    &fp64,   &fp32,   &fp16,   &fp16s, &fp16c, &p16_0s, &p16_1s,
    &p16_2c, &int16s, &fix16x, &bfp12, &mx8,   NULL};

/* A step reads the exponents of the step before and writes its own. */
double lb_number_format_bytes(const struct lb_number_format *f, int populations)
{
    return populations * f->bits / 8.0 + (f->shares_exponents ? 2.0 : 0.0);
}

double lb_number_format_bytes_moved(const struct lb_number_format *f, int populations)
{
    return populations * f->bits / 8.0 + (f->shares_exponents ? 1.0 : 0.0);
}

LB_DEFINE_FIND(lb_number_format_find, struct lb_number_format, lb_number_formats)

void lb_precision_name(const struct lb_precision *p, char *out, size_t size)
{
    snprintf(out, size, "%s/%s", p->arithmetic == LB_ARITHMETIC_FP64 ? "fp64" : "fp32",
             p->storage->name);
}

bool lb_precision_rounds(const struct lb_precision *p)
{
    return p->storage->bits < (p->arithmetic == LB_ARITHMETIC_FP64 ? 64 : 32);
}

const struct lb_rounding *lb_precision_rounding(const struct lb_precision *p)
{
    return p->rounding != NULL && lb_precision_rounds(p) ? p->rounding : lb_roundings[0];
}

const char *lb_precision_conserve(const struct lb_precision *p)
{
    return p->storage->conserve != NULL ? p->storage->conserve : lb_precision_rounding(p)->conserve;
}

enum lb_status lb_precision_check(const struct lb_precision *p, struct lb_error *err)
{
    const struct lb_rounding *r = lb_precision_rounding(p);
    LB_NEED(r->conserve == NULL || !p->storage->shares_exponents, LB_STATUS_USAGE,
            "--rounding %s is for formats in which each population has an exponent of its own, not "
            "for %s; --rounding %s is",
            r->name, p->storage->title, lb_rounding_default->name);
    LB_NEED(r->conserve == NULL || p->storage->conserve == NULL, LB_STATUS_USAGE,
            "--rounding %s is not for %s, which keeps mass and momentum exactly with --rounding %s",
            r->name, p->storage->title, lb_rounding_default->name);
    return LB_STATUS_OK;
}

bool lb_precision_is_same(const struct lb_precision *a, const struct lb_precision *b)
{
    return a->arithmetic == b->arithmetic && a->storage == b->storage &&
           lb_precision_rounding(a) == lb_precision_rounding(b);
}
