/* test_survey.c - the survey of a fluid at rest with a cube of 3 cells that moves, wherever lanes and
 * rows put it in memory.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "opencl/device.h"
#include "case/case.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/test_solver.h"

static struct lb_device *device;

static const double speed = 0.0625, density = 1.015625;

/* The state is the cell in the middle of the cube: all that streams into it comes from there. */
static void start_cube(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const uint32_t *middle = state, at[3] = {x, y, z};
    for (int axis = 0; axis < 3; axis++)
        if (at[axis] + 1 < middle[axis] || at[axis] > middle[axis] + 1) return;
    out->rho = density;
    out->u[0] = speed;
}

static void check_box(uint32_t nx, uint32_t ny, uint32_t nz, int lanes)
{
    struct lb_error err = {0};
    struct lb_solver *s = NULL;
    struct lb_survey survey = {0};
    const uint32_t at[3] = {nx - 2, ny / 3, nz / 2};
    lb_test_layout = (struct lb_layout_wishes){.lanes = lanes};
    const struct lb_case c = {.name = "cube",
                              .lattice = lb_lattice_find("d3q19"),
                              .collision = lb_collision_find("srt"),
                              .storage = lb_number_format_find("fp32"),
                              .shift = true,
                              .size = {nx, ny, nz},
                              .viscosity = 1.0 / 6.0,
                              .start = start_cube,
                              .start_state = at};
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(s, &survey, &err), &err)) {
        for (int axis = 0; axis < 3; axis++)
            LB_CHECK_EQUAL_INT(survey.worst[axis], at[axis]);
        LB_CHECK_EQUAL_INT(survey.fluid_cells, (uint64_t)nx * ny * nz);
        LB_CHECK_NEAR(survey.speed_max, speed, 1e-6);
        LB_CHECK_NEAR(survey.inner_speed_max, speed, 1e-6);
        LB_CHECK_NEAR(survey.momentum[0], 27.0 * density * speed, 1e-5);
        LB_CHECK_NEAR(survey.excess_mass, 27.0 * (density - 1.0), 1e-5);
    }
    lb_solver_destroy(s);
}

/* Lanes cut z if they can, else y, else x. */
static void the_fastest_cell_is_found(void)
{
    check_box(7, 5, 16, 8);
    check_box(7, 16, 5, 8);
    check_box(16, 7, 5, 8);
    check_box(32, 7, 5, 4);
    check_box(9, 7, 5, 1);
}

int main(void)
{
    struct lb_error err = {0};
    if (lb_device_open(getenv("SLUICE_DEVICE"), &device, &err) != LB_STATUS_OK)
        return lb_check_skip(err.text);
    LB_TEST(the_fastest_cell_is_found);
    lb_device_close(device);
    return lb_check_report();
}
