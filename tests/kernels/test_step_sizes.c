/* The step on a device against the host reference: boxes of odd size and one cell thin.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"

static struct lb_device *device;

/* Cases that differ in their size only take the streamings in turns. */
static void compare(const char *lattice, unsigned with, uint32_t nx, uint32_t ny, uint32_t nz,
                    int lanes, bool always)
{
    static int turn;
    const uint32_t size[3] = {nx, ny, nz};
    const enum lb_streaming streaming = turn++ % 2 == 0 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL;
    if (lb_check_runs(always))
        LB_CHECK(lb_random_steps_agree(device, lattice, with, size, lanes, streaming));
}

static void odd_boxes_agree(void)
{
    compare("d3q19", LB_WITH_ALL, 7, 5, 3, 1, true);
    compare("d2q9", LB_WITH_ALL, 31, 9, 1, 1, true);
    compare("d2q9", LB_WITH_ALL, 31, 9, 1, 1, false);
    compare("d3q19", LB_WITH_ALL, 7, 5, 3, 1, false);
}

static void thin_boxes_agree(void)
{
    compare("d3q19", LB_WITH_FORCE, 1, 9, 7, 1, true);
    compare("d3q19", LB_WITH_ALL, 9, 1, 7, 1, true);
    compare("d3q19", LB_WITH_ALL, 1, 9, 7, 1, false);
    compare("d3q19", LB_WITH_ALL, 9, 1, 8, 4, false);
    compare("d3q19", LB_WITH_ALL, 7, 9, 1, 1, false);
    compare("d3q19", LB_WITH_FORCE, 1, 1, 16, 2, true);
    compare("d3q19", LB_WITH_FORCE, 2, 2, 2, 2, true);
    compare("d3q19", LB_WITH_FORCE, 1, 1, 1, 1, true);
    compare("d2q9", LB_WITH_ALL, 1, 8, 1, 4, true);
    compare("d2q9", LB_WITH_ALL, 8, 1, 1, 1, false);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(odd_boxes_agree);
    LB_TEST_MATRIX(thin_boxes_agree);
    lb_device_close(device);
    return lb_check_report();
}
