/* The step on a device against the host reference: every number of memory lanes, the axis they lie
 * along, slabs one cell thick.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "cl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"

static struct lb_device *device;

static void compare(const char *lattice, unsigned with, uint32_t nx, uint32_t ny, uint32_t nz,
                    int lanes)
{
    const uint32_t size[3] = {nx, ny, nz};
    LB_CHECK(lb_random_steps_agree(device, lattice, with, size, lanes));
}

static void every_lane_count_along_z_agrees(void)
{
    for (int lanes = 1; lanes <= 16; lanes *= 2)
        compare("d3q19", LB_WITH_ALL, 3, 5, 16, lanes);
}

static void every_lane_count_along_y_agrees(void)
{
    for (int lanes = 1; lanes <= 16; lanes *= 2)
        compare("d2q9", LB_WITH_ALL, 5, 16, 1, lanes);
    compare("d3q19", LB_WITH_ALL, 4, 8, 3, 4);
    compare("d3q19", LB_WITH_ALL, 2, 8, 3, 8);
}

static void lanes_along_x_agree(void)
{
    compare("d3q19", LB_WITH_ALL, 8, 3, 5, 4);
    compare("d3q19", LB_WITH_ALL, 8, 3, 1, 8);
    compare("d2q9", LB_WITH_ALL, 16, 3, 1, 8);
    compare("d2q9", LB_WITH_ALL, 16, 5, 1, 16);
}

static void a_box_that_any_axis_divides_agrees(void)
{
    compare("d3q19", LB_WITH_ALL, 16, 8, 4, 2);
    compare("d3q19", LB_WITH_ALL, 16, 8, 4, 4);
    compare("d3q19", LB_WITH_ALL, 16, 8, 4, 8);
    compare("d3q19", LB_WITH_ALL, 16, 8, 4, 16);
}

/* A device that chooses its lanes must still find the same flow. */
static void lanes_of_the_devices_choice_agree(void)
{
    compare("d3q19", LB_WITH_ALL, 6, 5, 8, 0);
    compare("d2q9", LB_WITH_ALL, 6, 16, 1, 0);
    compare("d3q19", LB_WITH_ALL, 3, 5, 7, 0);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(every_lane_count_along_z_agrees);
    LB_TEST(every_lane_count_along_y_agrees);
    LB_TEST(lanes_along_x_agree);
    LB_TEST(a_box_that_any_axis_divides_agrees);
    LB_TEST(lanes_of_the_devices_choice_agree);
    lb_device_close(device);
    return lb_check_report();
}
