/* The same as test_surface_mass, longer, with little viscosity, and in FP32.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "cl/device.h"
#include "run/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/surface_case.h"

static struct lb_device *device;

/* The worst relative change of the mass over the run; fails on any contact of fluid and gas. */
static void run_dam(const struct lb_case *c, unsigned steps, double tolerance)
{
    enum { EVERY = 25 };
    struct lb_solver *solver = NULL;
    struct lb_error err = {0};
    struct lb_survey first, now;
    double worst = 0.0;
    uint64_t contacts = 0, turned = 0;
    if (!LB_CHECK_OK(lb_solver_create(c, device, NULL, &solver, &err), &err)) return;
    if (!LB_CHECK_OK(lb_solver_survey(solver, &first, &err), &err)) goto end;
    const double mass = lb_surface_survey_mass(&first.surface);
    for (unsigned step = 0; step < steps; step += EVERY) {
        if (!LB_CHECK_OK(lb_solver_advance(solver, EVERY, &err), &err)) goto end;
        if (!LB_CHECK_OK(lb_solver_survey(solver, &now, &err), &err)) goto end;
        worst = fmax(worst, fabs(lb_surface_survey_mass(&now.surface) / mass - 1.0));
        contacts += now.surface.contacts;
        if (now.surface.fluid_cells != first.surface.fluid_cells) turned++;
        if (!LB_CHECK(isfinite(now.surface.fluid_mass) && now.non_finite == 0)) goto end;
    }
    printf("        mass %.1f kept to %.1e; stranded %.1e; fastest %.3f; interface %llu of %llu\n",
           mass, worst, now.surface.stranded_mass / mass, now.speed_most,
           (unsigned long long)now.surface.interface_cells,
           (unsigned long long)(now.surface.interface_cells + now.surface.fluid_cells));
    LB_CHECK(turned > steps / EVERY / 2); /* something did happen */
    LB_CHECK_EQUAL_INT(contacts, 0);
    LB_CHECK_NEAR(worst, 0.0, tolerance);
end:
    lb_solver_destroy(solver);
}

static void a_dam_with_little_viscosity_keeps_its_mass(void)
{
    struct lb_case c;
    struct lb_surface_state state;
    lb_surface_case_init(&c, &state, "d2q9", LB_SHAPE_DAM, 96, 64, 1);
    c.lanes = 4;
    c.collision = lb_collision_find("mrt");
    c.viscosity = 1e-3;
    run_dam(&c, 20000, 1e-12);
    lb_surface_case_init(&c, &state, "d3q19", LB_SHAPE_DAM, 32, 16, 32);
    c.lanes = 4;
    c.collision = lb_collision_find("mrt");
    c.viscosity = 1e-3;
    run_dam(&c, 2000, 1e-12);
}

static void a_dam_keeps_its_mass_in_fp32(void)
{
    struct lb_case c;
    struct lb_surface_state state;
    lb_surface_case_init(&c, &state, "d2q9", LB_SHAPE_DAM, 96, 64, 1);
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    c.lanes = 8;
    run_dam(&c, 20000, 1e-5);
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
