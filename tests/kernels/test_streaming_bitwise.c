/* In place or pull, and however many lanes: the same density and velocity to the last bit.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"

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
    c->lanes = lanes;
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
        printf("  differs from in-place V=1: %s\n", words);
    }
}

/* The baseline is in place with one lane. */
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
    compare_variant(&c, &expected, LB_STREAMING_PULL, 1);
    for (int lanes = is_thorough ? 2 : 4; lanes <= (is_thorough ? 16 : 4); lanes *= 2) {
        compare_variant(&c, &expected, LB_STREAMING_IN_PLACE, lanes);
        compare_variant(&c, &expected, LB_STREAMING_PULL, lanes);
    }
}

static void streamings_agree_in_a_periodic_box(void)
{
    static const char *const names[] = {"d2q9", "d3q19"};
    for (int k = 0; k < 2; k++) {
        compare_variants(lb_lattice_find(names[k]), LB_WITH_FORCE, LB_ARITHMETIC_FP64, false);
        compare_variants(lb_lattice_find(names[k]), LB_WITH_FORCE, LB_ARITHMETIC_FP32, false);
    }
}

static void streamings_agree_with_walls(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        const bool is_thorough = strcmp((*l)->name, "d3q19") == 0;
        if (is_thorough) compare_variants(*l, LB_WITH_ALL, LB_ARITHMETIC_FP64, true);
        compare_variants(*l, LB_WITH_ALL, LB_ARITHMETIC_FP32, is_thorough);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(streamings_agree_in_a_periodic_box);
    LB_TEST(streamings_agree_with_walls);
    lb_device_close(device);
    return lb_check_report();
}
