/* test_rounding.c - stochastic rounding of every format of 16 bits and fewer: between two neighbouring codes the one
 * above is taken as often as the number is near to it, a code's own number never changes, and what is
 * infinite, NaN or too large becomes what it becomes when rounded to nearest.
 * Not on the native device: it computes more than it compiles.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "case/number_format.h"
#include "support/check.h"
#include "support/conversion.h"
#include "support/step_comparison.h"

enum { MAX_NUMBERS = 1 << 18, FRACTIONS = 6, STRIDE = 251, EDGE = 48, SHOWN = 4 };

/* A unit of the last place of the sums that round a posit. */
static const double tolerance = 0x1p-9;
static const double fractions[FRACTIONS] = {0.0, 0.0625, 0.3, 0.5, 0.77, 0.99};

static struct lb_device *device;

struct number {
    float x;            /* in a register */
    uint32_t low, high; /* codes around it */
    double share;       /* of the way from low to high */
};

static struct number *numbers;
static float *xs;
static struct lb_chance *chances;

/* Codes of magnitudes in order: 0, 1, 2 ... up to the largest finite one. */
static uint32_t largest_code(const struct lb_number_format *f)
{
    return (uint32_t)f->encode(f->largest);
}

/* Between these, ends lie more than a factor of two apart, or FP16S leaves the number to the
 * conversion: the outcome is a neighbour, but its chance is not the number's. */
static bool is_exempt(const struct lb_number_format *f, double low, double high)
{
    if (strcmp(f->name, "fp16s") == 0) return high <= f->smallest_normal;
    if (strcmp(f->name, "p16_1s") == 0) return high <= 0x1p-33 || low >= 0x1p19;
    if (strcmp(f->name, "p16_2c") == 0) return high <= 0x1p-51;
    return false;
}

/* Numbers of one sign; returns how many. */
static size_t choose_numbers(const struct lb_conversion *file, bool negative)
{
    const struct lb_number_format *f = lb_number_format_find(file->format);
    const bool is_two_complement = f->decode(0xFFFF) < 0.0 && f->decode(0xFFFF) > -1e-3;
    const uint32_t last = largest_code(f), sign = negative ? 0x8000u : 0u;
    size_t count = 0;
    for (uint32_t k = 0; k < last; k++) {
        if (!lb_check_runs(k < EDGE || last - k < EDGE || k % STRIDE == 0)) continue;
        const uint32_t low = negative && is_two_complement ? (0u - k) & 0xFFFFu : k | sign;
        const uint32_t high =
            negative && is_two_complement ? (0u - k - 1) & 0xFFFFu : (k + 1) | sign;
        const double a = f->decode(low), b = f->decode(high);
        for (int i = 0; i < FRACTIONS && count < MAX_NUMBERS; i++) {
            const float x = (float)((a + fractions[i] * (b - a)) * file->scale);
            const double share = ((double)x / file->scale - a) / (b - a);
            if (negative && k == 0 && i == 0) continue; /* -0 */
            numbers[count++] = (struct number){x, low, high, share};
        }
    }
    return count;
}

/* How often the code above was taken; with more noise it is either of the two in turn. */
static double chance_of_high(const struct number *n, const struct lb_chance *c)
{
    const double share = (double)c->high_count / (double)(1u << LB_NOISE_LEVELS_BITS);
    if (c->low_code == c->high_code) return c->low_code == n->high ? 1.0 : 0.0;
    return c->high_code == n->high ? share : 1.0 - share;
}

static bool is_of(uint32_t code, const struct number *n)
{
    return code == n->low || code == n->high;
}

/* Without noise a format that rounds magnitudes goes towards 0, and one that rounds the number itself to the less
 * of both: opposite populations take each other's complement in the first, and the same noise in the second. */
static bool goes_as_said(const struct number *n, const struct lb_chance *c,
                         const struct lb_number_format *f)
{
    const bool negative = n->x < 0.0f, codes_fall = negative && !f->shares_exponents;
    if (!(n->share > 0.2) || !(n->share < 0.8)) return true;
    const bool to_less = codes_fall ? c->low_code == n->high : c->low_code == n->low;
    return to_less == (!negative || f->rounds_signed);
}

static bool is_right(const struct number *n, const struct lb_chance *c, bool exempt)
{
    if (c->others > 0 || !is_of(c->low_code, n) || !is_of(c->high_code, n)) return false;
    if (!(n->share > 0.0)) return c->low_code == n->low && c->high_code == n->low;
    return exempt || fabs(chance_of_high(n, c) - n->share) <= tolerance;
}

static void check_numbers(const struct lb_conversion *file, struct lb_program *program, int lanes,
                          bool negative)
{
    struct lb_error err = {0};
    const struct lb_number_format *f = lb_number_format_find(file->format);
    const size_t count = choose_numbers(file, negative);
    for (size_t i = 0; i < count; i++)
        xs[i] = numbers[i].x;
    LB_CHECK_OK(lb_conversion_chances(device, program, count, xs, sizeof xs[0], chances, &err),
                &err);
    int wrong = 0;
    double bias = 0.0;
    size_t judged = 0;
    for (size_t i = 0; i < count; i++) {
        const struct number *n = &numbers[i];
        const bool exempt = is_exempt(f, fmin(fabs(f->decode(n->low)), fabs(f->decode(n->high))),
                                      fmax(fabs(f->decode(n->low)), fabs(f->decode(n->high))));
        if (!exempt) {
            bias += chance_of_high(n, &chances[i]) - n->share;
            judged++;
        }
        if (is_right(n, &chances[i], exempt) && (exempt || goes_as_said(n, &chances[i], f)))
            continue;
        if (wrong++ < SHOWN)
            printf("%s, %d lanes: %a is %.5f of the way from code %04x to %04x, but becomes "
                   "%04x or, %u times of %u, %04x (%u others)\n",
                   file->file, lanes, (double)n->x, n->share, n->low, n->high, chances[i].low_code,
                   chances[i].high_count, 1u << LB_NOISE_LEVELS_BITS, chances[i].high_code,
                   chances[i].others);
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
    LB_CHECK(judged > 0);
    LB_CHECK(fabs(bias) <= 0x1p-10 * (double)judged);
}

/* Of numbers that share the exponent of 1, all codes but the ends, which rounding must not reach. */
static size_t choose_shared(const struct lb_number_format *f)
{
    const uint32_t codes = 1u << f->bits;
    size_t count = 0;
    for (uint32_t k = 2; k < codes - 2; k++) {
        if (!lb_check_runs(k < EDGE || codes - k < EDGE || k % 7 == 0)) continue;
        for (int i = 0; i < FRACTIONS && count < MAX_NUMBERS; i++) {
            const double place = 2.0 / codes, zero = codes / 2;
            const float x = (float)((k + fractions[i] - zero) * place);
            const double share = (double)x / place + zero - k;
            numbers[count++] = (struct number){x, k, k + 1, share};
        }
    }
    return count;
}

static void check_shared(const struct lb_number_format *f, const struct lb_conversion *file)
{
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    const size_t count = choose_shared(f);
    int wrong = 0;
    double bias = 0.0;
    for (size_t i = 0; i < count; i++)
        xs[i] = numbers[i].x;
    if (LB_CHECK_OK(lb_conversion_build(device, file, lb_roundings[1], lb_conversion_lanes(file),
                                        false, &program, &err),
                    &err) &&
        LB_CHECK_OK(lb_conversion_chances(device, program, count, xs, sizeof xs[0], chances, &err),
                    &err)) {
        for (size_t i = 0; i < count; i++) {
            bias += chance_of_high(&numbers[i], &chances[i]) - numbers[i].share;
            const bool right = is_right(&numbers[i], &chances[i], false);
            if (!right && wrong++ < SHOWN)
                printf("%s: %a is %.5f of the way from code %x to %x, but becomes %x or, %u times "
                       "of %u, %x (%u others)\n",
                       f->name, (double)numbers[i].x, numbers[i].share, numbers[i].low,
                       numbers[i].high, chances[i].low_code, chances[i].high_count,
                       1u << LB_NOISE_LEVELS_BITS, chances[i].high_code, chances[i].others);
        }
        LB_CHECK_EQUAL_INT(wrong, 0);
        LB_CHECK(count > 0 && fabs(bias) <= 0x1p-10 * (double)count);
    }
    lb_program_destroy(program);
}

static void shared_exponents_have_no_bias(void)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        if (!(*f)->shares_exponents) continue;
        const struct lb_conversion file =
            lb_conversion_variant(*f, lb_device_get_info(device),
                                  lb_device_is_nvidia(lb_device_get_info(device)) ? 2 : 16);
        check_shared(*f, &file);
    }
}

/* Rounded to nearest they are what format->encode says. */
static void check_special(const struct lb_conversion *file, struct lb_program *program)
{
    static const uint32_t bits[] = {0x00000000u, 0x80000000u, 0x7F800000u, 0xFF800000u, 0x7FC00000u,
                                    0xFFC00000u, 0x7FFFFFFFu, 0x7E000000u, 0xFE000000u};
    enum { COUNT = sizeof bits / sizeof bits[0] };
    struct lb_error err = {0};
    struct lb_chance c[COUNT];
    const struct lb_number_format *f = lb_number_format_find(file->format);
    for (size_t i = 0; i < COUNT; i++)
        xs[i] = lb_float_of(bits[i]);
    LB_CHECK_OK(lb_conversion_chances(device, program, COUNT, xs, sizeof xs[0], c, &err), &err);
    for (size_t i = 0; i < COUNT; i++) {
        const uint32_t expected = lb_code_of(file, bits[i]);
        const bool is_nan = lb_code_is_nan(f, expected);
        LB_CHECK(is_nan ? lb_code_is_nan(f, c[i].low_code) && lb_code_is_nan(f, c[i].high_code)
                        : c[i].low_code == expected && c[i].high_code == expected);
        if (!is_nan) LB_CHECK_EQUAL_INT(c[i].others, 0);
    }
}

static void check_file(const struct lb_conversion *file)
{
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    const int lanes = lb_conversion_lanes(file);
    if (LB_CHECK_OK(
            lb_conversion_build(device, file, lb_roundings[1], lanes, false, &program, &err),
            &err)) {
        check_numbers(file, program, lanes, false);
        check_numbers(file, program, lanes, true);
        check_special(file, program);
    }
    lb_program_destroy(program);
}

static void stochastic_rounding_has_no_bias(void)
{
    for (const struct lb_conversion *f = lb_conversion_list(); f->format != NULL; f++)
        if (lb_conversion_is_possible(f, lb_device_get_info(device), 1)) check_file(f);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    numbers = malloc(MAX_NUMBERS * sizeof *numbers);
    xs = malloc(MAX_NUMBERS * sizeof *xs);
    chances = malloc(MAX_NUMBERS * sizeof *chances);
    LB_CHECK(numbers != NULL && xs != NULL && chances != NULL);
    if (numbers != NULL && xs != NULL && chances != NULL) {
        LB_TEST_MATRIX(stochastic_rounding_has_no_bias);
        LB_TEST_MATRIX(shared_exponents_have_no_bias);
    }
    free(numbers);
    free(xs);
    free(chances);
    lb_device_close(device);
    return lb_check_report();
}
