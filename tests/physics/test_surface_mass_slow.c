/* The same as test_surface_mass, longer, with little viscosity, and in FP32.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/surface_case.h"
#include "support/test_solver.h"

static struct lb_device *device;

static void a_dam_with_little_viscosity_keeps_its_mass(void)
{
    struct lb_case c;
    struct lb_surface_state state;
    lb_surface_case_init(&c, &state, "d2q9", LB_SHAPE_DAM, 96, 64, 1);
    lb_test_layout.lanes = 4;
    c.collision = lb_collision_find("mrt");
    c.viscosity = 1e-3;
    lb_surface_check_dam(device, &c, 20000, 1e-12);
    lb_surface_case_init(&c, &state, "d3q19", LB_SHAPE_DAM, 32, 16, 32);
    lb_test_layout.lanes = 4;
    c.collision = lb_collision_find("mrt");
    c.viscosity = 1e-3;
    lb_surface_check_dam(device, &c, 2000, 1e-12);
}

static void a_dam_keeps_its_mass_in_fp32(void)
{
    struct lb_case c;
    struct lb_surface_state state;
    lb_surface_case_init(&c, &state, "d2q9", LB_SHAPE_DAM, 96, 64, 1);
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    lb_test_layout.lanes = 8;
    lb_surface_check_dam(device, &c, 20000, 1e-5);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST(a_dam_with_little_viscosity_keeps_its_mass);
    LB_TEST(a_dam_keeps_its_mass_in_fp32);
    lb_device_close(device);
    return lb_check_report();
}
