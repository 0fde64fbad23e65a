/* paper_listing.c - listing 1: the conversions as the paper prints them, step by step, against the formats'
 * definitions.  Shifts count modulo 32 and numbers wrap, as in OpenCL C.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/number_format.h"
#include "reproduce/paper_item.h"

enum { SIGN = 0x8000, REST = 0x7FFF };

/* --- words of OpenCL C -------------------------------------------------------------------------------- */

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t left(uint32_t x, int places)
{
    return x << ((unsigned)places & 31u);
}

/* Of a signed number. */
static int32_t right(int32_t x, int places)
{
    return x >> ((unsigned)places & 31u);
}

/* The binary exponent field of a whole number as a float: 127 and the place of its first 1; 0 of 0. */
static int first_one(uint32_t x)
{
    return (int)(bits_of((float)x) >> 23);
}

static int exponent_of(uint32_t bits)
{
    return (int)(bits >> 23 & 0xFFu) - 127;
}

static uint32_t mantissa_of(uint32_t bits)
{
    return bits & 0x007FFFFFu;
}

static unsigned with_sign(uint32_t bits, uint32_t rest)
{
    return (bits >> 16 & SIGN) | (rest & 0xFFFFu);
}

static float signed_float(unsigned code, uint32_t bits)
{
    return float_of((code & SIGN) << 16 | bits);
}

/* --- FP16C -------------------------------------------------------------------------------------------- */

static unsigned encode_fp16c(float x)
{
    const uint32_t half_added = bits_of(x) + 0x800u;
    const int e = exponent_of(half_added) + 127;
    const uint32_t m = mantissa_of(half_added);
    uint32_t rest = 0;
    if (e > 112) rest |= ((uint32_t)(e - 112) << 11 & 0x7800u) | m >> 12;
    if (e > 100 && e < 113) rest |= (((0x007FF800u + m) >> (124 - e)) + 1u) >> 1;
    if (e > 127) rest |= REST;
    return with_sign(half_added, rest);
}

static float decode_fp16c(unsigned code)
{
    const uint32_t e = (code & 0x7800u) >> 11, m = (code & 0x07FFu) << 12;
    const int v = first_one(m);
    if (e != 0) return signed_float(code, (e + 112) << 23 | m);
    if (m == 0) return signed_float(code, 0);
    return signed_float(code, (uint32_t)(v - 37) << 23 | (left(m, 150 - v) & 0x007FF000u));
}

/* --- posits ------------------------------------------------------------------------------------------- */

static unsigned encode_p16_0(float x)
{
    const uint32_t b = bits_of(x);
    const int e = exponent_of(b), v = abs(e);
    const int32_t regime = (int32_t)left(e < 0 ? 0x2u : 0xFFFEu, 13 - v);
    int32_t m = (int32_t)(mantissa_of(b) >> 9);
    m = (right(m, v - (e < 0)) + 1 + (e < -13 ? 2 : 0)) >> 1;
    return with_sign(b, (e > -16 ? (uint32_t)(regime + m) & REST : 0u) | (e > 13 ? REST : 0u));
}

/* Places of the regime behind its first bit, whose sign *above tells; 142 where all bits are the same. */
static int regime_places(unsigned code, bool *above)
{
    *above = (code >> 14 & 1u) != 0;
    const uint32_t rest = code << 2 & 0xFFFFu;
    return 142 - first_one(*above ? ~rest & 0xFFFFu : rest);
}

static float decode_p16_0(unsigned code)
{
    bool above;
    const int r = regime_places(code, &above), power = above ? r : -r - 1;
    const uint32_t m = mantissa_of(left(code, r + 10));
    return signed_float(code, r != 158 ? (uint32_t)(power + 127) << 23 | m : 0u);
}

static unsigned encode_p16_1(float x)
{
    const uint32_t b = bits_of(x);
    const int e = exponent_of(b), v = abs(e) >> 1, odd = abs(e) & 1;
    const int32_t regime =
        (int32_t)left((e < 0 ? 0x2u : left(0xFFFEu, odd)) + (uint32_t)odd, 13 - v - odd);
    int32_t m = (int32_t)(mantissa_of(b) >> 10);
    m = (right(m, v - (e < 0 ? 1 - odd : 0)) + (e > -28) + (e < -26 ? 3 : 0)) >> 1;
    return with_sign(b, (e > -31 ? (uint32_t)(regime + m) & REST : 0u) | (e > 26 ? REST : 0u));
}

static float decode_p16_1(unsigned code)
{
    bool above;
    const int r = regime_places(code, &above), power = 2 * (above ? r : -r - 1);
    const int e = right((int32_t)code, 12 - r) & 1;
    const uint32_t m = mantissa_of(left(code, r + 11));
    return signed_float(code, r != 158 ? (uint32_t)(power + e + 127) << 23 | m : 0u);
}

static unsigned encode_p16_2c(float x)
{
    const uint32_t b = bits_of(x);
    const int e = exponent_of(b), v = right(-e, 2);
    const int32_t regime = right(0x4000, v);
    const int32_t exponent = (int32_t)left(3u - ((uint32_t)-e & 3u), 12 - v);
    int32_t m = (int32_t)(mantissa_of(b) >> 10);
    m = (right(m, v) + (e > -54) + (e < -51 ? 3 : 0)) >> 1;
    return with_sign(b, (e > -59 ? (uint32_t)(regime + exponent + m) & REST : 0u) |
                            (e > 0 ? REST : 0u));
}

static float decode_p16_2c(unsigned code)
{
    const int r = 158 - first_one((uint32_t)code << 17);
    const int e = right((int32_t)code, 12 - r) & 3;
    const uint32_t m = mantissa_of(left(code, r + 11));
    return signed_float(code, r != 158 ? (uint32_t)(124 - 4 * r + e) << 23 | m : 0u);
}

/* --- against the definitions ---------------------------------------------------------------------------- */

static const struct conversion {
    const char *format;
    float scale; /* before encoding */
    unsigned (*encode)(float x);
    float (*decode)(unsigned code);
    double begin;     /* below it codes are known to differ */
    double odd_codes; /* that are known to be read otherwise */
    const char *because;
} conversions[] = {
    {"fp16c", 1.0f, encode_fp16c, decode_fp16c, 0.0, 0.0, NULL},
    {"p16_0s", 128.0f, encode_p16_0, decode_p16_0, 0.0, 2.0,
     "the printed decoder gives -8.1e31 for 0 and -0: it compares with 158 what is 142 there"},
    {"p16_1s", 128.0f, encode_p16_1, decode_p16_1, 0.0, 2.0,
     "the printed decoder gives -7.3e-12 for 0 and -0: it compares with 158 what is 142 there"},
    {"p16_2c", 1.0f, encode_p16_2c, decode_p16_2c, 0x1p-52, 2.0,
     "the printed decoder gives the codes 2 and 3 the same number"}};
enum { CONVERSIONS = sizeof conversions / sizeof conversions[0] };

static size_t count_codes(const struct conversion *c)
{
    const struct lb_number_format *f = lb_number_format_find(c->format);
    size_t count = 0;
    for (unsigned code = 0; code <= 0xFFFFu; code++)
        count += (double)(c->decode(code) / c->scale) != f->decode(code);
    return count;
}

enum { INFINITE = 0x7F800000 };

/* The last float, by its bits, with the code of the one that has these. */
static uint32_t find_last(const struct lb_number_format *f, uint32_t first, uint64_t code)
{
    uint32_t low = first, high = INFINITE - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (f->encode((double)float_of(middle)) == code)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Floats whose codes differ: near 0, where the last half step below 2 is left out, elsewhere. */
struct odd_encodings {
    size_t below, above, elsewhere;
};

static void count_one(const struct conversion *c, uint32_t bits, unsigned code,
                      struct odd_encodings *out)
{
    const float x = float_of(bits);
    const double size = (double)fabsf(x);
    if (c->encode(x * c->scale) == code) return;
    if (size < c->begin)
        out->below++;
    else if (size >= 2.0 - 0x1p-13 && size < 2.0)
        out->above++;
    else
        out->elsewhere++;
}

/* Each float, or each of a stride; of the negative ones each 1009th in any case. */
enum { STRIDE = 1009 };
static struct odd_encodings count_encodings(const struct conversion *c, bool is_quick)
{
    const struct lb_number_format *f = lb_number_format_find(c->format);
    const uint32_t stride = is_quick ? STRIDE : 1;
    struct odd_encodings odd = {0};
    uint32_t last = 0;
    unsigned code = 0;
    for (uint32_t bits = 0; bits < INFINITE; bits += stride) {
        if (bits == 0 || bits > last) {
            code = (unsigned)f->encode((double)float_of(bits));
            last = find_last(f, bits, code);
        }
        count_one(c, bits, code, &odd);
        if (bits % STRIDE == 0) count_one(c, bits | 0x80000000u, code | SIGN, &odd);
    }
    return odd;
}

static void check(struct lb_reproduce *r)
{
    for (size_t n = 0; n < CONVERSIONS; n++) {
        const struct conversion *c = &conversions[n];
        const struct odd_encodings odd = count_encodings(c, r->is_quick);
        struct lb_paper_check *codes = lb_paper_check(
            r, "conversions as defined in the text", (double)count_codes(c), c->odd_codes,
            c->odd_codes, "%s: codes that are read otherwise", c->format);
        if (c->because != NULL) lb_paper_differs(codes, c->because);
        lb_paper_check(r, "conversions as defined in the text", (double)odd.elsewhere, 0.0, 0.0,
                       "%s: numbers written otherwise from %.3g on and not beside 2", c->format,
                       c->begin);
        struct lb_paper_check *top = lb_paper_check(
            r, "conversions as defined in the text", odd.above > 0 ? 1.0 : 0.0,
            c->begin > 0.0 ? 1.0 : 0.0, c->begin > 0.0 ? 1.0 : 0.0,
            "%s: whether numbers from 2 - 2^-13 to 2 are written otherwise", c->format);
        if (c->begin > 0.0)
            lb_paper_differs(top,
                             "the printed encoder makes them 0: rounding carries into the sign");
    }
}

static void table(const struct lb_reproduce *r, FILE *csv)
{
    (void)r;
    fprintf(csv, "format,code,listing,defined\n");
    for (size_t n = 0; n < CONVERSIONS; n++)
        for (unsigned code = 0; code <= 0xFFFFu; code++) {
            const struct conversion *c = &conversions[n];
            const double read = (double)(c->decode(code) / c->scale);
            const double defined = lb_number_format_find(c->format)->decode(code);
            if (read != defined)
                fprintf(csv, "%s,%04x,%.9g,%.9g\n", c->format, code, read, defined);
        }
}

const struct lb_paper_item lb_paper_listing = {.name = "listing",
                                               .number = "listing1",
                                               .shows = "the printed conversions",
                                               .check = check,
                                               .table = table,
                                               .price = {0, 40.0}};
