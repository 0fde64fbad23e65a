/* Free surfaces keep their mass and keep fluid and gas apart, however violent the flow: a dam that
 * breaks in a closed box while a drop falls into it.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/surface_case.h"
#include "support/test_solver.h"

static struct lb_device *device;

static void a_dam_keeps_its_mass_in_two_dimensions(void)
{
    struct lb_case c;
    struct lb_surface_state state;
    lb_surface_case_init(&c, &state, "d2q9", LB_SHAPE_DAM, 48, 40, 1);
    lb_test_layout.lanes = 4;
    lb_surface_check_dam(device, &c, 4000, 1e-12);
    c.streaming = LB_STREAMING_PULL;
    lb_test_layout.lanes = 16;
    lb_surface_check_dam(device, &c, 2000, 1e-12);
}

static void a_dam_keeps_its_mass_in_three_dimensions(void)
{
    struct lb_case c;
    struct lb_surface_state state;
    if (!lb_check_runs(false)) return; /* test_droplet_removal's spray always does */
    lb_surface_case_init(&c, &state, "d3q19", LB_SHAPE_DAM, 24, 12, 24);
    lb_test_layout.lanes = 8;
    lb_surface_check_dam(device, &c, 2000, 1e-12);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST(a_dam_keeps_its_mass_in_two_dimensions);
    LB_TEST_MATRIX(a_dam_keeps_its_mass_in_three_dimensions);
    lb_device_close(device);
    return lb_check_report();
}
