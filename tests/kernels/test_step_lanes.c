/* The step on a device against the host reference: every number of memory lanes, the axis they lie
 * along, slabs one cell thick.
 * The streamings take turns from one case to the next; test_streaming_bitwise holds each number of
 * lanes in both of them against one lane.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

static void compare(const char *lattice, uint32_t nx, uint32_t ny, uint32_t nz, int lanes,
                    bool always)
{
    static int turn;
    const uint32_t size[3] = {nx, ny, nz};
    const enum lb_streaming streaming = turn++ % 2 == 0 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL;
    if (lb_check_runs(always))
        LB_CHECK(lb_random_steps_agree(device, lattice, LB_WITH_ALL, size, lanes, streaming));
}

static void every_lane_count_along_z_agrees(void)
{
    for (int lanes = 1; lanes <= 16; lanes *= 2)
        compare("d3q19", 3, 5, 16, lanes, lanes == 8);
}

static void every_lane_count_along_y_agrees(void)
{
    for (int lanes = 1; lanes <= 16; lanes *= 2)
        compare("d2q9", 5, 16, 1, lanes, lanes == 2);
    compare("d3q7", 4, 8, 3, 4, true);
    compare("d3q19", 4, 8, 3, 4, false);
    compare("d3q19", 2, 8, 3, 8, false);
}

static void lanes_along_x_agree(void)
{
    compare("d3q19", 8, 3, 5, 4, true);
    compare("d3q19", 8, 3, 1, 8, false);
    compare("d2q9", 16, 3, 1, 8, false);
    compare("d2q9", 16, 5, 1, 16, true);
}

static void a_box_that_any_axis_divides_agrees(void)
{
    for (int lanes = 2; lanes <= 16; lanes *= 2)
        compare(lanes == 16 ? "d3q7" : "d3q19", 16, 8, 4, lanes, lanes == 16);
}

/* A device that chooses its lanes must still find the same flow. */
static void lanes_of_the_devices_choice_agree(void)
{
    compare("d3q19", 6, 5, 8, 0, false);
    compare("d2q9", 6, 16, 1, 0, true);
    compare("d3q19", 3, 5, 7, 0, false);
}

/* Words of two codes (packing/words.cl), with everything that moves single lanes. */
static void two_lanes_of_arithmetic_agree(void)
{
    static const char *const formats[] = {"fp16c", "p16_1s", "p16_2c"};
    static const int lanes[] = {2, 4, 8};
    for (int streaming = 0; streaming < 2; streaming++)
        for (int n = 0; n < 3; n++) {
            struct lb_case c;
            struct lb_random_state state;
            const bool is_flat = (n + streaming) % 2 == 0; /* each format on both lattices */
            if (!lb_check_runs(n == (streaming == 0 ? 2 : 0))) continue;
            lb_random_case_init(&c, &state, lb_lattice_find(is_flat ? "d2q9" : "d3q19"),
                                LB_WITH_ALL, 3, is_flat ? 16 : 5, is_flat ? 1 : 16);
            c.arithmetic = LB_ARITHMETIC_FP32;
            c.storage = lb_number_format_find(formats[n]);
            c.streaming = streaming == 0 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL;
            lb_test_layout.lanes = lanes[n];
            lb_test_layout.arithmetic_lanes = 2;
            LB_CHECK(lb_steps_agree(device, &c));
        }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(every_lane_count_along_z_agrees);
    LB_TEST_MATRIX(every_lane_count_along_y_agrees);
    LB_TEST_MATRIX(lanes_along_x_agree);
    LB_TEST_MATRIX(a_box_that_any_axis_divides_agrees);
    LB_TEST_MATRIX(lanes_of_the_devices_choice_agree);
    LB_TEST_MATRIX(two_lanes_of_arithmetic_agree);
    lb_device_close(device);
    return lb_check_report();
}
