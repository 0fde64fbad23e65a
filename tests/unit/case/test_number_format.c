/* The storage formats against the paper's table, known codes, the rules of rounding, and for IEEE
 * half the processor.
 * SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/number_format.h"
#include "support/check.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_HALF_OF_THE_PROCESSOR 1
#include <immintrin.h>
#endif

enum { CODES = 1 << 16, SIGN = 0x8000, LARGEST = 0x7FFF, HALF_INFINITY = 0x7C00 };

static bool is_short(const struct lb_number_format *f)
{
    return f->bits == 16;
}

static bool is_half(const struct lb_number_format *f)
{
    return is_short(f) && f->holds_nan;
}

static bool is_fixed_point(const struct lb_number_format *f)
{
    return is_short(f) && f->decode(0xFFFF) == -f->smallest; /* two's complement */
}

/* Codes of finite magnitudes are 0 to this. */
static unsigned last_magnitude(const struct lb_number_format *f)
{
    return is_half(f) ? HALF_INFINITY - 1 : LARGEST;
}

/* Table I of Lehmann et al. 2022 with the powers of two behind its digits; its smallest normal
 * number of FP16S, 1.864464e-9, is a misprint of 2^-29 = 1.862645e-9. */
struct row {
    const char *name;
    int bits, mantissa_bits;
    double largest, smallest_normal, smallest;
};

static const struct row table[] = {
    {"fp64", 64, 52, 1.797693e308, 2.225074e-308, 4.940656e-324},
    {"fp32", 32, 23, 3.402823e38, 1.175494e-38, 1.401298e-45},
    {"fp16", 16, 10, 6.550400e4, 6.103516e-5, 5.960464e-8},
    {"fp16s", 16, 10, 1.999023, 1.862645e-9, 1.818989e-12},
    {"fp16c", 16, 11, 1.999512, 6.103516e-5, 2.980232e-8},
    {"p16_0s", 16, 13, 1.280000e2, 0.0, 4.768372e-7},
    {"p16_1s", 16, 12, 2.097152e6, 0.0, 2.910383e-11},
    {"p16_2c", 16, 12, 1.999756, 0.0, 1.734724e-18},
    {"int16s", 16, 14, 1.999939, 0.0, 6.103516e-5},
    {"fix16x", 16, 14, 0.1249962, 0.0, 3.814697e-6},
    {"bfp12", 12, 10, 127.9375, 2.384186e-7, 2.328306e-10},
    {"mx8", 8, 6, 127.0, 2.384186e-7, 3.725290e-9},
};
enum { ROWS = sizeof table / sizeof table[0] };

static void the_table_holds_the_published_numbers(void)
{
    for (int i = 0; i < ROWS; i++) {
        const struct row *r = &table[i];
        const struct lb_number_format *f = lb_number_format_find(r->name);
        LB_CHECK(f != NULL && f == lb_number_formats[i]);
        if (f == NULL) continue;
        LB_CHECK_EQUAL_INT(f->bits, r->bits);
        LB_CHECK_EQUAL_INT(f->mantissa_bits, r->mantissa_bits);
        LB_CHECK_CLOSE(f->epsilon, ldexp(1.0, -r->mantissa_bits), 0);
        LB_CHECK_CLOSE(f->largest, r->largest, 1e-6);
        LB_CHECK_CLOSE(f->smallest_normal, r->smallest_normal, 1e-6);
        LB_CHECK(fabs(f->smallest / r->smallest - 1.0) < 1e-6);
    }
    LB_CHECK(lb_number_formats[ROWS] == NULL);
    LB_CHECK(lb_number_format_find("fp8") == NULL);
}

/* What the table says is what the codes do. */
static void the_table_describes_the_codes(void)
{
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        const struct lb_number_format *f = *p;
        LB_CHECK(f->decode(f->encode(f->smallest)) == f->smallest);
        LB_CHECK(f->decode(f->encode(f->largest)) == f->largest);
        LB_CHECK_EQUAL_INT(f->encode(f->smallest), 1);
        if (!is_short(f)) continue;
        LB_CHECK_EQUAL_INT(f->encode(f->largest), last_magnitude(f));
        double finest = 1.0;
        for (unsigned c = 1; c < last_magnitude(f); c++)
            finest = fmin(finest, f->decode(c + 1) / f->decode(c) - 1.0);
        LB_CHECK(finest < f->epsilon && finest > 0.49 * f->epsilon);
    }
}

static void smallest_normal_is_where_steps_stop_shrinking(void)
{
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        const struct lb_number_format *f = *p;
        if (!(f->smallest_normal > 0.0)) continue;
        const uint64_t c = f->encode(f->smallest_normal);
        LB_CHECK(f->decode(c) == f->smallest_normal);
        LB_CHECK(f->decode(c + 1) - f->decode(c) == f->smallest);
        LB_CHECK(f->decode(2 * c + 1) - f->decode(2 * c) == 2.0 * f->smallest);
        LB_CHECK(f->decode(2 * c) - f->decode(2 * c - 1) == f->smallest);
    }
}

/* Worked out by hand and by other programs; the first row is figure 1 of Lehmann et al. 2022. */
struct vector {
    double x;
    unsigned fp16, fp16s, fp16c, p16_0s, p16_1s, p16_2c, int16s;
};

static const struct vector vectors[] = {
    {1.0, 0x3c00, 0x7800, 0x7800, 0x7f80, 0x7a00, 0x7000, 0x4000},
    {-1.0, 0xbc00, 0xf800, 0xf800, 0xff80, 0xfa00, 0xf000, 0xc000},
    {0.5, 0x3800, 0x7400, 0x7000, 0x7f00, 0x7800, 0x6000, 0x2000},
    {0x1.555556p-2, 0x3555, 0x7155, 0x6aab, 0x7e55, 0x7555, 0x5555, 0x1555},   /* 1/3 */
    {0x1.c71c72p-5, 0x2b1c, 0x671c, 0x5639, 0x7639, 0x6639, 0x3639, 0x038e},   /* 1/18 */
    {0x1.c71c72p-6, 0x271c, 0x631c, 0x4e39, 0x6c72, 0x5c72, 0x2e39, 0x01c7},   /* 1/36 */
    {0x1.99999ap-4, 0x2e66, 0x6a66, 0x5ccd, 0x7a66, 0x6ccd, 0x3ccd, 0x0666},   /* 0.1 */
    {-0x1.0624dep-10, 0x9419, 0xd019, 0xa831, 0x8831, 0x9831, 0x9419, 0xfff0}, /* -0.001 */
    {0x1.4f8b58p-17, 0x00a8, 0x353e, 0x0150, 0x0015, 0x0250, 0x0650, 0x0000},  /* 1e-5 */
    {0x1.5798eep-27, 0x0000, 0x0d5e, 0x0000, 0x0000, 0x0013, 0x0116, 0x0000},  /* 1e-8 */
    {0x1p-14, 0x0400, 0x4000, 0x0800, 0x0080, 0x0600, 0x0a00, 0x0001},
    {0x1p-25, 0x0000, 0x1400, 0x0001, 0x0000, 0x0020, 0x0180, 0x0000},
};

static void check_code(const char *name, double x, unsigned expected)
{
    const struct lb_number_format *f = lb_number_format_find(name);
    if (!LB_CHECK_EQUAL_INT(f->encode(x), expected)) printf("    %s of %a\n", name, x);
}

static void known_numbers_have_the_known_codes(void)
{
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        const struct vector *v = &vectors[i];
        check_code("fp16", v->x, v->fp16);
        check_code("fp16s", v->x, v->fp16s);
        check_code("fp16c", v->x, v->fp16c);
        check_code("p16_0s", v->x, v->p16_0s);
        check_code("p16_1s", v->x, v->p16_1s);
        check_code("p16_2c", v->x, v->p16_2c);
        check_code("int16s", v->x, v->int16s);
    }
}

/* Posit<16,1> as SoftPosit documents it; ours is of 128 x. */
static void positive_posits_are_those_of_the_standard(void)
{
    const struct lb_number_format *f = lb_number_format_find("p16_1s");
    LB_CHECK(f->decode(0x7000) == 16.0 / 128);
    LB_CHECK(f->decode(0x6000) == 4.0 / 128);
    LB_CHECK(f->decode(0x5000) == 2.0 / 128);
    LB_CHECK(f->decode(0x4000) == 1.0 / 128);
    LB_CHECK(f->decode(0x3000) == 0.5 / 128);
    LB_CHECK(f->decode(0x2000) == 0.25 / 128);
    LB_CHECK(f->decode(0x7FFF) == 0x1p28 / 128);
    LB_CHECK(f->decode(0x0001) == 0x1p-28 / 128);
    const struct lb_number_format *zero = lb_number_format_find("p16_0s");
    for (unsigned c = 0; c <= 0x4000;
         c++) /* without exponent bits the lower flank is fixed point */
        LB_CHECK(zero->decode(c) == c * 0x1p-21);
    for (int k = 0; k < 14; k++) /* and powers of two mirror their reciprocals */
        LB_CHECK(zero->decode(zero->encode(ldexp(1.0, -7 - k))) * 128.0 *
                     zero->decode(0x8000u - (unsigned)zero->encode(ldexp(1.0, -7 - k))) * 128.0 ==
                 1.0);
    const struct lb_number_format *two = lb_number_format_find("p16_2c");
    LB_CHECK(two->decode(2) == 0x1p-55 &&
             two->decode(3) == 0x1p-53); /* absent exponent bits are zeros */
}

static void every_code_survives_decoding_and_encoding(void)
{
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        if (!is_short(*p)) continue;
        unsigned lost = 0;
        for (unsigned c = 0; c < CODES; c++) {
            const unsigned back = (unsigned)(*p)->encode((*p)->decode(c));
            const unsigned magnitude = c & LARGEST;
            if (is_half(*p) && magnitude > HALF_INFINITY)
                lost += (back & LARGEST) <= HALF_INFINITY || (back & SIGN) != (c & SIGN);
            else
                lost += back != c;
        }
        LB_CHECK_EQUAL_INT(lost, 0);
    }
}

static void larger_magnitudes_have_larger_codes(void)
{
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        if (!is_short(*p)) continue;
        unsigned wrong = 0;
        for (unsigned c = 0; c < last_magnitude(*p); c++)
            wrong += !((*p)->decode(c + 1) > (*p)->decode(c));
        LB_CHECK_EQUAL_INT(wrong, 0);
        LB_CHECK((*p)->decode(0) == 0.0);
    }
}

/* The border of codes c and c + 1: halfway, but where an exponent bit was cut off, and next to zero
 * in posits that have exponent bits; there the bit string decides. */
static bool has_border_halfway(const struct lb_number_format *f, unsigned c)
{
    if (c == 0) return strcmp(f->name, "p16_1s") != 0 && strcmp(f->name, "p16_2c") != 0;
    return f->decode(c + 1) <= 2.0 * f->decode(c);
}

static bool ties_to_even(const struct lb_number_format *f)
{
    return is_half(f) || is_fixed_point(f);
}

static unsigned count_wrong_neighbours(const struct lb_number_format *f, unsigned c)
{
    const double low = f->decode(c), high = f->decode(c + 1);
    const double middle = 0.5 * (low + high);
    const unsigned at_middle = ties_to_even(f) ? c + c % 2 : c + 1;
    const double sign = is_fixed_point(f) ? 1.0 : -1.0;
    const unsigned sign_bit = is_fixed_point(f) ? 0u : SIGN;
    unsigned wrong = f->encode(nextafter(middle, 0.0)) != c;
    wrong += f->encode(middle) != at_middle;
    wrong += f->encode(nextafter(middle, DBL_MAX)) != c + 1;
    wrong += f->encode(sign * middle) != (at_middle | sign_bit);
    return wrong;
}

static void numbers_get_the_nearest_code_and_ties_the_documented_one(void)
{
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        if (!is_short(*p)) continue;
        unsigned wrong = 0, exceptions = 0;
        for (unsigned c = 0; c < last_magnitude(*p); c++) {
            if (has_border_halfway(*p, c))
                wrong += count_wrong_neighbours(*p, c);
            else
                exceptions++;
        }
        LB_CHECK_EQUAL_INT(wrong, 0);
        LB_CHECK(exceptions <= 4);
    }
    LB_CHECK_EQUAL_INT(lb_number_format_find("fp16c")->encode(1.0 + 0x1p-12), 0x7801);
    LB_CHECK_EQUAL_INT(lb_number_format_find("fp16")->encode(1.0 + 0x1p-11), 0x3C00);
    LB_CHECK_EQUAL_INT(lb_number_format_find("int16s")->encode(-0x3p-15), 0xFFFE);
    LB_CHECK_EQUAL_INT(lb_number_format_find("int16s")->encode(-0x5p-15), 0xFFFE);
    LB_CHECK_EQUAL_INT(lb_number_format_find("fix16x")->encode(-0x5p-19), 0xFFFE);
}

/* Where a bit string with one more bit has its border; 1 - 2^-53 of it belongs to the lower code.
 * */
static void check_border(const char *name, double border, unsigned upper_code)
{
    check_code(name, border, upper_code);
    check_code(name, nextafter(border, 0.0), upper_code - 1);
}

static void posits_round_their_bit_string_at_the_ends(void)
{
    check_border("p16_0s", 0x1p-22, 1);
    check_border("p16_1s", 0x1p-37, 1);
    check_border("p16_2c", 0x1p-63, 1);
    check_border("p16_1s", 0x1p-34, 2);
    check_border("p16_1s", 0x1p20, 0x7FFF);
    check_border("p16_2c", 0x1p-57, 2);
    check_border("p16_2c", 0x1p-54, 3);
    check_border("p16_2c", 0x1p-52, 4);
}

static void zero_and_what_is_too_small_are_zero(void)
{
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        LB_CHECK_EQUAL_INT((*p)->encode(0.0), 0);
        LB_CHECK((*p)->decode((*p)->encode(-0.0)) == 0.0);
        if (is_short(*p)) LB_CHECK((*p)->decode((*p)->encode(-0x1p-100)) == 0.0);
    }
}

static void what_is_too_large_becomes_the_largest_or_ieee_infinity(void)
{
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        const struct lb_number_format *f = *p;
        if (!is_short(f)) continue;
        const double max = is_half(f) ? (double)INFINITY : f->largest;
        const double min = is_half(f)          ? -max
                           : is_fixed_point(f) ? f->decode(SIGN)
                                               : -f->largest; /* two's complement has one more */
        const double above[] = {nextafter(f->largest, DBL_MAX),
                                1.0001 * f->largest,
                                2.0 * f->largest,
                                1e30,
                                DBL_MAX,
                                (double)INFINITY};
        for (size_t i = 0; i < sizeof above / sizeof above[0]; i++) {
            const bool rounds_down = is_half(f) && i < 2; /* the border is 65520 / 65504 */
            LB_CHECK(f->decode(f->encode(above[i])) == (rounds_down ? f->largest : max));
            if (i > 1) LB_CHECK(f->decode(f->encode(-above[i])) == min);
        }
    }
    LB_CHECK_EQUAL_INT(lb_number_format_find("p16_2c")->encode(1.9999), 0x7FFF);
    LB_CHECK_EQUAL_INT(lb_number_format_find("fp16c")->encode(2.0), 0x7FFF);
    LB_CHECK_EQUAL_INT(lb_number_format_find("fp16s")->encode(2.0), HALF_INFINITY);
}

static void a_nan_stays_one_or_becomes_the_largest_of_its_sign(void)
{
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        const struct lb_number_format *f = *p;
        const double plus = copysign((double)NAN, 1.0), minus = copysign((double)NAN, -1.0);
        if (f->holds_nan) {
            LB_CHECK(isnan(f->decode(f->encode(plus))) && isnan(f->decode(f->encode(minus))));
        } else {
            LB_CHECK(f->decode(f->encode(plus)) == f->largest);
            LB_CHECK(f->decode(f->encode(minus)) <= -f->largest);
        }
    }
}

#if HAS_HALF_OF_THE_PROCESSOR
__attribute__((target("f16c"))) static unsigned half_of_the_processor(float x)
{
    return (unsigned)_cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT) & 0xFFFFu;
}

__attribute__((target("f16c"))) static double float_of_the_processor(unsigned code)
{
    return (double)_cvtsh_ss((unsigned short)code);
}

static void check_against_processor(const struct lb_number_format *f, float scaled, unsigned *wrong)
{
    unsigned expected = half_of_the_processor(scaled);
    *wrong += f->encode((double)scaled / f->scale) != expected;
}

static void halves_are_those_of_the_processor(void)
{
    static const char *const names[] = {"fp16", "fp16s"};
    if (!__builtin_cpu_supports("avx2")) return; /* those that have it have f16c */
    for (int i = 0; i < 2; i++) {
        const struct lb_number_format *f = lb_number_format_find(names[i]);
        unsigned wrong = 0;
        for (unsigned c = 0; c < CODES; c++) {
            const double expected = float_of_the_processor(c);
            const double x = f->decode(c) * f->scale;
            if (isnan(expected) ? !isnan(x) : x != expected) wrong++;
            if (isnan(expected) || isinf(expected)) continue;
            const float border =
                (float)(expected + 0.5 * (float_of_the_processor(c + 1) - expected));
            if ((c & LARGEST) < HALF_INFINITY - 1) {
                check_against_processor(f, border, &wrong);
                check_against_processor(f, nextafterf(border, 0.0f), &wrong);
                check_against_processor(f, nextafterf(border, 2.0f * border), &wrong);
            }
        }
        for (float x = 1e-9f; x < 1e6f; x *= 1.0001f)
            check_against_processor(f, x, &wrong);
        check_against_processor(f, 65519.996f, &wrong);
        check_against_processor(f, 65520.0f, &wrong);
        LB_CHECK_EQUAL_INT(wrong, 0);
    }
}
#endif

static void wide_formats_are_those_of_the_compiler(void)
{
    const struct lb_number_format *fp32 = lb_number_format_find("fp32");
    const struct lb_number_format *fp64 = lb_number_format_find("fp64");
    for (double x = 1e-30; x < 1e30; x *= 1.37) {
        LB_CHECK(fp64->decode(fp64->encode(-x)) == -x);
        LB_CHECK(fp32->decode(fp32->encode(x)) == (double)(float)x);
    }
    LB_CHECK_EQUAL_INT(fp32->encode(1.0), 0x3F800000);
    LB_CHECK(fp64->encode(-2.0) == 0xC000000000000000u);
}

int main(void)
{
    LB_TEST(the_table_holds_the_published_numbers);
    LB_TEST(the_table_describes_the_codes);
    LB_TEST(smallest_normal_is_where_steps_stop_shrinking);
    LB_TEST(known_numbers_have_the_known_codes);
    LB_TEST(positive_posits_are_those_of_the_standard);
    LB_TEST(every_code_survives_decoding_and_encoding);
    LB_TEST(larger_magnitudes_have_larger_codes);
    LB_TEST(numbers_get_the_nearest_code_and_ties_the_documented_one);
    LB_TEST(posits_round_their_bit_string_at_the_ends);
    LB_TEST(zero_and_what_is_too_small_are_zero);
    LB_TEST(what_is_too_large_becomes_the_largest_or_ieee_infinity);
    LB_TEST(a_nan_stays_one_or_becomes_the_largest_of_its_sign);
    LB_TEST(wide_formats_are_those_of_the_compiler);
#if HAS_HALF_OF_THE_PROCESSOR
    LB_TEST(halves_are_those_of_the_processor);
#endif
    return lb_check_report();
}
