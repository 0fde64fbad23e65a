/* A flow with a free surface has the same bits in both streamings and with several numbers of
 * lanes, along several axes; in three dimensions in the matrix, and in test_markers_surface.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/surface_case.h"
#include "support/test_solver.h"

enum { STEPS = 120 };

static struct lb_device *device;

struct other {
    enum lb_streaming streaming;
    int lanes; /* 0 ends the list */
    bool always;
};

/* One lane in place is what the others are compared with.  Those that always run are the cases
 * of test_surface_mass, which needs the same kernels. */
static void compare(const char *lattice, uint32_t nx, uint32_t ny, uint32_t nz,
                    const struct other *others)
{
    struct lb_case c;
    struct lb_surface_state state;
    struct lb_error err = {0};
    struct lb_survey survey;
    lb_surface_case_init(&c, &state, lattice, LB_SHAPE_DAM, nx, ny, nz);
    const size_t numbers = 5 * (size_t)lb_case_cell_count(&c);
    double *expected = calloc(numbers, sizeof *expected), *got = calloc(numbers, sizeof *got);
    if (!LB_CHECK(expected != NULL && got != NULL)) return;
    bool fine = true, has_expected = false;
    for (const struct other *o = others; o->lanes != 0 && fine; o++) {
        if (!lb_check_runs(o->always)) continue;
        if (!has_expected)
            fine = LB_CHECK_OK(lb_surface_run(device, &c, STEPS, expected, &survey, &err), &err) &&
                   LB_CHECK(survey.speed_max > 1e-3); /* it does flow */
        has_expected = true;
        c.streaming = o->streaming;
        lb_test_layout.lanes = o->lanes;
        fine = fine && LB_CHECK_OK(lb_surface_run(device, &c, STEPS, got, &survey, &err), &err);
        if (fine) LB_CHECK(memcmp(expected, got, numbers * sizeof *got) == 0);
    }
    free(expected);
    free(got);
}

static void lanes_and_streamings_agree_in_two_dimensions(void)
{
    static const struct other others[] = {{LB_STREAMING_IN_PLACE, 4, true},
                                          {LB_STREAMING_PULL, 16, true},
                                          {LB_STREAMING_PULL, 0, false}};
    compare("d2q9", 48, 40, 1, others);
}

static void lanes_and_streamings_agree_in_three_dimensions(void)
{
    static const struct other others[] = {{LB_STREAMING_IN_PLACE, 8, false},
                                          {LB_STREAMING_PULL, 2, false},
                                          {LB_STREAMING_PULL, 0, false}};
    compare("d3q19", 24, 12, 24, others);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(lanes_and_streamings_agree_in_two_dimensions);
    LB_TEST_MATRIX(lanes_and_streamings_agree_in_three_dimensions);
    lb_device_close(device);
    return lb_check_report();
}
