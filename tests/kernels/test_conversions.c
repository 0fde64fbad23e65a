/* test_conversions.c - the kernels' conversions against the host's definitions, bit for bit: every
 * code, every border between two codes, and floats from everywhere, with every number of lanes.
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

enum { CODES = 1 << 16, STRIDE = 31337, SHOWN = 4 };

static struct lb_device *device;
static const int widths[] = {1, 2, 4, 8, 16};
enum { WIDTHS = sizeof widths / sizeof widths[0] };

static bool is_same_float(float a, float b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static void check_decode(const struct lb_conversion *file, struct lb_program *program, int lanes)
{
    static uint16_t codes[CODES];
    static float numbers[CODES];
    struct lb_error err = {0};
    const struct lb_number_format *format = lb_number_format_find(file->format);
    for (unsigned i = 0; i < CODES; i++)
        codes[i] = (uint16_t)i;
    LB_CHECK_OK(lb_conversion_run(device, program, "lb_test_decode", lanes, CODES, codes,
                                  sizeof codes[0], numbers, sizeof numbers[0], &err),
                &err);
    int wrong = 0;
    for (unsigned i = 0; i < CODES; i++) {
        const float expected = (float)(format->decode(i) * file->scale);
        if (is_same_float(numbers[i], expected)) continue;
        if (wrong++ < SHOWN)
            printf("%s, %d lanes: code %04x is %a, expected %a\n", file->file, lanes, i,
                   (double)numbers[i], (double)expected);
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
}

struct sample {
    size_t count;
    uint32_t *bits;
    uint16_t *expected;
    uint16_t *measured;
};

static void add_to_sample(struct sample *s, const struct lb_conversion *file, uint32_t bits)
{
    s->bits[s->count] = bits;
    s->expected[s->count] = (uint16_t)lb_code_of(file, bits);
    s->count++;
}

/* Borders with both neighbours, then floats of every exponent with mantissas that look random. */
static bool fill_sample(struct sample *s, const struct lb_conversion *file)
{
    static const uint32_t special[] = {0x00000001u, 0x007FFFFFu, 0x00800000u, 0x7F7FFFFFu,
                                       0x7F800000u, 0x7F800001u, 0x7FBFFFFFu, 0x7FC00000u,
                                       0x7FFFF800u, 0x7FFFFFFFu};
    const size_t special_count = sizeof special / sizeof special[0];
    const size_t room = 3 * CODES + 2 * special_count + UINT32_MAX / STRIDE + 64;
    struct lb_code_step *steps = malloc(CODES * sizeof *steps);
    s->bits = malloc(room * sizeof *s->bits);
    s->expected = malloc(room * sizeof *s->expected);
    s->measured = malloc(room * sizeof *s->measured);
    const bool ok = steps && s->bits && s->expected && s->measured;
    for (int negative = 0; ok && negative < 2; negative++) {
        const size_t n = lb_conversion_steps(file, negative, steps, CODES);
        for (size_t k = 0; k < n; k++)
            for (uint32_t shift = 0; shift < 3; shift++)
                add_to_sample(s, file, steps[k].bits + shift - 1);
        for (size_t k = 0; k < special_count; k++)
            add_to_sample(s, file, special[k] | (negative ? 0x80000000u : 0u));
    }
    for (uint64_t bits = 0; ok && bits <= UINT32_MAX; bits += STRIDE)
        add_to_sample(s, file, (uint32_t)bits);
    while (ok && s->count % 16 != 0)
        add_to_sample(s, file, 0);
    free(steps);
    return ok;
}

static void clear_sample(struct sample *s)
{
    free(s->bits);
    free(s->expected);
    free(s->measured);
}

static void check_encode(const struct lb_conversion *file, struct lb_program *program, int lanes,
                         struct sample *s)
{
    struct lb_error err = {0};
    const struct lb_number_format *format = lb_number_format_find(file->format);
    LB_CHECK_OK(lb_conversion_run(device, program, "lb_test_encode", lanes, s->count, s->bits,
                                  sizeof s->bits[0], s->measured, sizeof s->measured[0], &err),
                &err);
    int wrong = 0;
    for (size_t i = 0; i < s->count; i++) {
        const uint16_t a = s->measured[i], b = s->expected[i];
        if (a == b || (lb_code_is_nan(format, a) && lb_code_is_nan(format, b))) continue;
        if (wrong++ < SHOWN)
            printf("%s, %d lanes: %a is code %04x, expected %04x\n", file->file, lanes,
                   (double)lb_float_of(s->bits[i]), a, b);
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
}

/* Files of AVX2 with the eight lanes that they are for, all others with one; and in turns one of the rest: natively,
 * the first of each on all devices. */
static bool runs_with(int lanes, int own, size_t turn)
{
    static const int others[] = {2, 4, 16, 8, 1};
    const int other = others[turn % 5] == own ? 16 : others[turn % 5];
    if (lanes == own) return lb_case_runs(device, LB_ALWAYS);
    return lb_case_runs(device, lanes != other ? LB_SELDOM : turn < 5 ? LB_ALWAYS : LB_NATIVELY);
}

static void check_file(const struct lb_conversion *file, size_t turn)
{
    struct sample s = {0};
    const bool filled = fill_sample(&s, file);
    LB_CHECK(filled);
    for (int w = 0; filled && w < WIDTHS; w++) {
        struct lb_error err = {0};
        struct lb_program *program = NULL;
        const int own = file->target == LB_CONVERSION_AVX2 ? 8 : 1;
        if (!runs_with(widths[w], own, turn)) continue;
        if (!lb_conversion_is_possible(file, lb_device_get_info(device), widths[w])) continue;
        if (LB_CHECK_OK(lb_conversion_build(device, file, lb_roundings[0], widths[w], false,
                                            &program, &err),
                        &err)) {
            check_decode(file, program, widths[w]);
            check_encode(file, program, widths[w], &s);
        }
        lb_program_destroy(program);
    }
    clear_sample(&s);
}

static void codes_of_16_bits_are_the_defined_ones(void)
{
    size_t turn = 0;
    for (const struct lb_conversion *f = lb_conversion_list(); f->format != NULL; f++, turn++)
        if (lb_conversion_is_possible(f, lb_device_get_info(device), 1)) check_file(f, turn);
}

enum { REALS = 4096 };

/* Normal numbers of a float's range with full mantissas; nothing but storing happens to them. */
static void fill_reals(double *x, bool fp64)
{
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < REALS; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        const double mantissa = 1.0 + (double)(state >> 11) * 0x1p-53;
        x[i] = ldexp(i % 2 == 0 ? mantissa : -mantissa, (int)(state % 240) - 120);
        if (!fp64) x[i] = (double)(float)x[i];
    }
    x[0] = 0.0;
    x[1] = 1.0 + 0x1p-24; /* ties of a float, to even */
    x[2] = 1.0 + 0x3p-24;
    if (!fp64) x[1] = x[2] = 1.0;
}

/* There and back on the device gives what the host's format gives. */
static void check_wide_format(const struct lb_number_format *format, bool fp64, int lanes)
{
    static double x[REALS], back[REALS];
    static float x_single[REALS], back_single[REALS];
    static uint64_t codes[REALS];
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    const size_t real_size = fp64 ? sizeof(double) : sizeof(float);
    const size_t code_size = (size_t)format->bits / 8;
    fill_reals(x, fp64);
    for (int i = 0; i < REALS; i++)
        x_single[i] = (float)x[i];
    const struct lb_conversion own = lb_conversion_own(format);
    LB_CHECK_OK(lb_conversion_build(device, &own, lb_roundings[0], lanes, fp64, &program, &err),
                &err);
    if (program == NULL) return;
    LB_CHECK_OK(lb_conversion_run(device, program, "lb_test_encode", lanes, REALS,
                                  fp64 ? (const void *)x : (const void *)x_single, real_size, codes,
                                  code_size, &err),
                &err);
    LB_CHECK_OK(lb_conversion_run(device, program, "lb_test_decode", lanes, REALS, codes, code_size,
                                  fp64 ? (void *)back : (void *)back_single, real_size, &err),
                &err);
    int wrong = 0;
    for (int i = 0; i < REALS; i++)
        wrong += (fp64 ? back[i] : (double)back_single[i]) != format->decode(format->encode(x[i]));
    LB_CHECK_EQUAL_INT(wrong, 0);
    lb_program_destroy(program);
}

static void wide_formats_store_what_the_host_stores(void)
{
    const bool has_fp64 = lb_device_get_info(device)->fp64;
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++)
        for (int w = 0; w < WIDTHS && (*f)->bits > 16; w++) {
            if (!runs_with(widths[w], 1, (size_t)(f - lb_number_formats))) continue;
            if ((*f)->with_fp32) check_wide_format(*f, false, widths[w]);
            if ((*f)->with_fp64 && has_fp64) check_wide_format(*f, true, widths[w]);
        }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(codes_of_16_bits_are_the_defined_ones);
    LB_TEST_MATRIX(wide_formats_store_what_the_host_stores);
    lb_device_close(device);
    return lb_check_report();
}
