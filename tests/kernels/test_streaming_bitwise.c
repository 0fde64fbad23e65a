/* In place or pull, however many lanes of memory and of arithmetic, whatever the groups: the same
 * density and velocity to the last bit, in every format.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "case/rounding.h"
#include "opencl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

enum { CELLS = 6 * 5 * 16, STEPS = 9 };

struct result {
    double rho[CELLS];
    double u[3 * CELLS];
};

struct variant {
    enum lb_streaming streaming;
    int lanes, arithmetic_lanes, group; /* the last two: 0 for the device's choice */
};

static bool run_variant(struct lb_case *c, enum lb_streaming streaming, int lanes,
                        struct result *out)
{
    struct lb_error err = {0};
    c->streaming = streaming;
    lb_test_layout.lanes = lanes;
    memset(out, 0, sizeof *out);
    return LB_CHECK_OK(lb_run_steps(device, c, STEPS, out->rho, out->u, &err), &err);
}

static bool has_flow(const struct result *r)
{
    for (size_t n = 1; n < CELLS; n++)
        if (r->rho[n] != r->rho[0] && r->u[3 * n] != r->u[0]) return true;
    return false;
}

static void compare_variant(struct lb_case *c, const struct result *expected,
                            enum lb_streaming streaming, int lanes)
{
    static struct result got;
    if (!run_variant(c, streaming, lanes, &got)) return;
    const bool same = memcmp(&got, expected, sizeof got) == 0;
    if (!LB_CHECK(same)) {
        char words[256];
        lb_case_in_words(c, words, sizeof words);
        printf("  differs from in-place V=1: %s W=%d\n", words, lb_test_layout.arithmetic_lanes);
    }
}

/* The baseline is in place with one lane; which of the others always run is a bit for each of them.
 * Nothing is run where none is asked for. */
static void compare_variants(struct lb_case *c, const struct variant *variants, size_t count,
                             unsigned always)
{
    static struct result expected;
    bool has_baseline = false;
    if (!lb_device_can_do(device, c)) return;
    for (size_t n = 0; n < count; n++) {
        if (!lb_check_runs((always >> n & 1u) != 0)) continue;
        if (!has_baseline) {
            lb_test_layout.arithmetic_lanes = 0;
            lb_test_layout.group = 0;
            if (!run_variant(c, LB_STREAMING_IN_PLACE, 1, &expected)) return;
            LB_CHECK(has_flow(&expected));
            has_baseline = true;
        }
        lb_test_layout.arithmetic_lanes = variants[n].arithmetic_lanes;
        lb_test_layout.group = variants[n].group;
        compare_variant(c, &expected, variants[n].streaming, variants[n].lanes);
    }
}

static void compare_lattice(const struct lb_lattice *l, unsigned with,
                            enum lb_arithmetic arithmetic, unsigned always)
{
    static const struct variant two[] = {{LB_STREAMING_IN_PLACE, 8, 0, 0},
                                         {LB_STREAMING_PULL, 4, 0, 0}};
    struct lb_case c;
    struct lb_random_state state;
    const bool is_flat = l->dimensions == 2;
    lb_random_case_init(&c, &state, l, with, 6, is_flat ? 16 : 5, is_flat ? 1 : 16);
    c.arithmetic = arithmetic;
    c.storage = lb_number_format_find(arithmetic == LB_ARITHMETIC_FP64 ? "fp64" : "fp32");
    compare_variants(&c, two, sizeof two / sizeof *two, always);
}

static void streamings_agree_in_a_periodic_box(void)
{
    compare_lattice(lb_lattice_find("d2q9"), LB_WITH_FORCE, LB_ARITHMETIC_FP64, 0);
    compare_lattice(lb_lattice_find("d3q19"), LB_WITH_FORCE, LB_ARITHMETIC_FP32, 0);
}

/* Lanes and streaming know of a lattice only its rows, which test_step_features holds against the
 * reference. */
static void streamings_agree_with_walls(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        compare_lattice(*l, LB_WITH_ALL, LB_ARITHMETIC_FP32, 0);
    compare_lattice(lb_lattice_find("d3q19"), LB_WITH_ALL, LB_ARITHMETIC_FP64, 0);
}

/* In space test_step_rows does the same, test_step_lanes with all kinds of cells; here it is the matrix's. */
static void all_lanes_agree_with_walls(void)
{
    static const struct variant every[] = {
        {LB_STREAMING_IN_PLACE, 2, 0, 0},  {LB_STREAMING_PULL, 4, 0, 0},
        {LB_STREAMING_IN_PLACE, 16, 0, 0}, {LB_STREAMING_PULL, 1, 0, 0},
        {LB_STREAMING_IN_PLACE, 4, 0, 0},  {LB_STREAMING_PULL, 2, 0, 0},
        {LB_STREAMING_IN_PLACE, 8, 0, 0},  {LB_STREAMING_PULL, 8, 0, 0},
        {LB_STREAMING_PULL, 16, 0, 0}};
    struct lb_case c;
    struct lb_random_state state;
    for (int flat = 0; flat < 2; flat++) {
        const char *lattice = flat != 0 ? "d2q9" : "d3q19";
        lb_random_case_init(&c, &state, lb_lattice_find(lattice), LB_WITH_ALL, 6,
                            flat != 0 ? 16 * 5 : 5, flat != 0 ? 1 : 16);
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find("fp32");
        compare_variants(&c, every, sizeof every / sizeof *every, flat != 0 ? 0x08 : 0);
    }
}

/* What is measured to be fastest may be any of these, so the flow must not depend on it.  Formats of
 * 16 bits have conversions of their own for some numbers of lanes, which test_conversions holds
 * against the format; here each layout always with one format. */
static const struct variant layouts[] = {
    {LB_STREAMING_IN_PLACE, 2, 1, 32},  {LB_STREAMING_IN_PLACE, 4, 2, 128},
    {LB_STREAMING_IN_PLACE, 8, 4, 256}, {LB_STREAMING_IN_PLACE, 16, 8, 64},
    {LB_STREAMING_IN_PLACE, 8, 8, 64},  {LB_STREAMING_IN_PLACE, 16, 16, 64},
    {LB_STREAMING_PULL, 8, 8, 0}};

static void layouts_agree_in_every_format(void)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        struct lb_case c;
        struct lb_random_state state;
        const char *name = (*f)->name;
        const unsigned always = strcmp(name, "fp16c") == 0    ? 0x06
                                : strcmp(name, "fix16x") == 0 ? 0x20
                                                              : 0;
        lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_ALL, 6, 16 * 5, 1);
        c.arithmetic = (*f)->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
        c.storage = *f;
        compare_variants(&c, layouts, sizeof layouts / sizeof *layouts, always);
    }
}

/* Noise is that of a cell and a step, wherever the cell lies. */
static void layouts_agree_rounding(const struct lb_rounding *rounding, const char *always_in,
                                   unsigned which)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        struct lb_case c;
        struct lb_random_state state;
        const unsigned always = strcmp((*f)->name, always_in) == 0 ? which : 0;
        lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_ALL, 6, 16 * 5, 1);
        c.storage = *f;
        c.arithmetic = (*f)->bits < 32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
        c.rounding = rounding;
        const struct lb_precision p = {c.arithmetic, c.storage, rounding};
        if (lb_precision_rounds(&p) && lb_precision_check(&p, NULL) == LB_STATUS_OK)
            compare_variants(&c, layouts, sizeof layouts / sizeof *layouts, always);
    }
}

static void layouts_agree_rounding_stochastically(void)
{
    layouts_agree_rounding(lb_rounding_default, "fp16s", 0x09);
}

static void layouts_agree_conserving(void)
{
    layouts_agree_rounding(lb_roundings[2], "fp16c", 0x40);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(streamings_agree_in_a_periodic_box);
    LB_TEST_MATRIX(streamings_agree_with_walls);
    LB_TEST_MATRIX(all_lanes_agree_with_walls);
    LB_TEST_MATRIX(layouts_agree_in_every_format);
    LB_TEST_MATRIX(layouts_agree_rounding_stochastically);
    LB_TEST_MATRIX(layouts_agree_conserving);
    lb_device_close(device);
    return lb_check_report();
}
