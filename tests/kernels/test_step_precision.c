/* The step on a device against the host reference: every arithmetic with every storage format,
 * with and without shift, both streamings.
 * Not every combination: natively each format and arithmetic one of the three below, every tenth in three dimensions,
 * and all together every pair of shift and streaming and all lanes; on devices every fourth of them.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <string.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

static void compare(const char *lattice, const struct lb_number_format *storage,
                    enum lb_arithmetic arithmetic, bool shift, int lanes,
                    enum lb_streaming streaming, enum lb_when when)
{
    struct lb_case c;
    struct lb_random_state state;
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const bool is_flat = l->dimensions == 2;
    if (!lb_case_runs(device, when)) return;
    /* To walls codes of 16 bits without an exponent are alike, but for those of fix16x, which are rounded together. */
    const bool no_walls =
        when != LB_SELDOM && is_flat && storage->bits == 16 && strcmp(storage->name, "fix16x") != 0;
    lb_random_case_init(&c, &state, l, no_walls ? LB_WITH_FORCE | LB_WITH_EQUILIBRIUM : LB_WITH_ALL,
                        6, is_flat ? 16 : 5, is_flat ? 1 : 8);
    c.storage = storage;
    c.arithmetic = arithmetic;
    c.shift = shift;
    lb_test_layout.lanes = lanes;
    c.streaming = streaming;
    LB_CHECK(lb_steps_agree(device, &c));
}

static void compare_in_turns(const struct lb_number_format *storage, enum lb_arithmetic arithmetic)
{
    static int turn;
    static const int lanes[3][4] = {{8, 2, 4, 1}, {1, 4, 16, 2}, {16, 8, 2, 4}};
    const bool odd = turn % 2 != 0;
    const enum lb_streaming one = odd ? LB_STREAMING_PULL : LB_STREAMING_IN_PLACE;
    const enum lb_streaming other = odd ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL;
    const int at = turn / 2 % 4;          /* each column with both streamings */
    const bool in_space = turn % 10 == 0; /* which of them always runs */
    const bool no_shift = !in_space && turn % 3 == 0 && !storage->needs_shift;
    /* Formats of fewer bits have ways of their own through memory; the others are test_conversions.c's, too. */
    const enum lb_when own = storage->bits < 16 || turn % 4 == 0 ? LB_ALWAYS : LB_NATIVELY;
    turn++;
    compare("d3q19", storage, arithmetic, true, lanes[0][at], one, in_space ? own : LB_SELDOM);
    if (!storage->needs_shift)
        compare("d2q9", storage, arithmetic, false, lanes[1][at], other,
                no_shift ? own : LB_SELDOM);
    compare("d2q9", storage, arithmetic, true, lanes[2][at], one,
            !in_space && !no_shift ? own : LB_SELDOM);
}

static void every_storage_format_of_fp64_agrees(void)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++)
        if ((*f)->with_fp64) compare_in_turns(*f, LB_ARITHMETIC_FP64);
}

static void every_storage_format_of_fp32_agrees(void)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++)
        if ((*f)->with_fp32) compare_in_turns(*f, LB_ARITHMETIC_FP32);
}

/* With shift the round-off of FP32 is relative to the flow, not to the fluid at rest: velocities of
 * 1e-5 keep six digits. */
static void shift_keeps_the_digits_of_a_slow_flow(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        struct lb_case c;
        struct lb_random_state state;
        const bool is_flat = (*l)->dimensions == 2;
        if (!lb_case_runs(device, is_flat ? LB_ALWAYS : LB_SELDOM)) continue;
        lb_random_case_init(&c, &state, *l, LB_WITH_SOLID | LB_WITH_MOVING | LB_WITH_EQUILIBRIUM, 6,
                            is_flat ? 16 : 5, is_flat ? 1 : 8);
        state.amplitude = 1e-5;
        state.density_amplitude = 0.0;
        c.storage = lb_number_format_find("fp32");
        c.arithmetic = LB_ARITHMETIC_FP32;
        lb_test_layout.lanes = 1;
        LB_CHECK(lb_steps_agree(device, &c));
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (lb_device_get_info(device)->fp64) LB_TEST_MATRIX(every_storage_format_of_fp64_agrees);
    LB_TEST_MATRIX(every_storage_format_of_fp32_agrees);
    LB_TEST_MATRIX(shift_keeps_the_digits_of_a_slow_flow);
    lb_device_close(device);
    return lb_check_report();
}
