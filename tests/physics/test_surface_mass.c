/* Free surfaces keep their mass and keep fluid and gas apart, however violent the flow: a dam that
 * breaks in a closed box while a drop falls into it.
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

static void a_dam_keeps_its_mass_in_two_dimensions(void)
{
    struct lb_case c;
    struct lb_surface_state state;
    lb_surface_case_init(&c, &state, "d2q9", LB_SHAPE_DAM, 48, 40, 1);
    c.lanes = 4;
    run_dam(&c, 4000, 1e-12);
    c.streaming = LB_STREAMING_PULL;
    run_dam(&c, 2000, 1e-12);
}

static void a_dam_keeps_its_mass_in_three_dimensions(void)
{
    struct lb_case c;
    struct lb_surface_state state;
    lb_surface_case_init(&c, &state, "d3q19", LB_SHAPE_DAM, 24, 12, 24);
    c.lanes = 4;
    run_dam(&c, 2000, 1e-12);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST(a_dam_keeps_its_mass_in_two_dimensions);
    LB_TEST(a_dam_keeps_its_mass_in_three_dimensions);
    lb_device_close(device);
    return lb_check_report();
}
