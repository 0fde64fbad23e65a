/* In place or pull, however many lanes of memory and of arithmetic, whatever the groups: the same
 * density and velocity to the last bit, in every format.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

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

/* The baseline is in place with one lane.  The thorough way takes every number of lanes. */
static void compare_variants(const struct lb_lattice *l, unsigned with,
                             enum lb_arithmetic arithmetic, bool is_thorough)
{
    static struct result expected;
    struct lb_case c;
    struct lb_random_state state;
    lb_random_case_init(&c, &state, l, with, 6, l->dimensions == 2 ? 16 : 5,
                        l->dimensions == 2 ? 1 : 16);
    c.arithmetic = arithmetic;
    c.storage = lb_number_format_find(arithmetic == LB_ARITHMETIC_FP64 ? "fp64" : "fp32");
    if (!lb_device_can_do(device, &c)) return;
    if (!run_variant(&c, LB_STREAMING_IN_PLACE, 1, &expected)) return;
    LB_CHECK(has_flow(&expected));
    if (!is_thorough) {
        compare_variant(&c, &expected, LB_STREAMING_IN_PLACE, 8);
        compare_variant(&c, &expected, LB_STREAMING_PULL, 4);
        return;
    }
    compare_variant(&c, &expected, LB_STREAMING_PULL, 1);
    for (int lanes = 2; lanes <= 16; lanes *= 2) {
        compare_variant(&c, &expected, LB_STREAMING_IN_PLACE, lanes);
        compare_variant(&c, &expected, LB_STREAMING_PULL, lanes);
    }
}

static void streamings_agree_in_a_periodic_box(void)
{
    compare_variants(lb_lattice_find("d2q9"), LB_WITH_FORCE, LB_ARITHMETIC_FP64, false);
    compare_variants(lb_lattice_find("d3q19"), LB_WITH_FORCE, LB_ARITHMETIC_FP32, false);
}

static void streamings_agree_with_walls(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        const bool is_thorough = strcmp((*l)->name, "d3q19") == 0;
        if (is_thorough) compare_variants(*l, LB_WITH_ALL, LB_ARITHMETIC_FP64, false);
        compare_variants(*l, LB_WITH_ALL, LB_ARITHMETIC_FP32, is_thorough);
    }
}

/* What is measured to be fastest may be any of these, so the flow must not depend on it.  Formats of
 * 16 bits have conversions of their own for some numbers of lanes. */
static void layouts_agree_in_every_format(void)
{
    static const struct {
        int lanes, arithmetic_lanes, group;
    } layouts[] = {{2, 1, 32}, {4, 2, 128}, {8, 4, 256}, {16, 8, 64}, {8, 8, 64}, {16, 16, 64}};
    static struct result expected;
    size_t turn = 0;
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        struct lb_case c;
        struct lb_random_state state;
        lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_ALL, 6, 16 * 5, 1);
        c.arithmetic = (*f)->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
        c.storage = *f;
        if (!lb_device_can_do(device, &c) || !run_variant(&c, LB_STREAMING_IN_PLACE, 1, &expected))
            continue;
        LB_CHECK(has_flow(&expected));
        for (size_t n = 0; n < sizeof layouts / sizeof *layouts; n++) {
            if (n % 2 != turn % 2) continue; /* every other format the others */
            lb_test_layout.arithmetic_lanes = layouts[n].arithmetic_lanes;
            lb_test_layout.group = layouts[n].group;
            compare_variant(&c, &expected, LB_STREAMING_IN_PLACE, layouts[n].lanes);
        }
        turn++;
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(streamings_agree_in_a_periodic_box);
    LB_TEST(streamings_agree_with_walls);
    LB_TEST(layouts_agree_in_every_format);
    lb_device_close(device);
    return lb_check_report();
}
