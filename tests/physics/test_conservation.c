/* Mass and momentum over many steps in FP64, and the survey that reports them.
 * The bound: a step changes the sums of a cell by round-off only.  Its stored values, whose
 * magnitudes add up to S, go through a handful of rounded operations each, so that a cell's sums
 * move by at most 8 * 2^-53 * S a step.  A weight that was rounded to FP32 moves them by 1e-9.
 * S is at most 0.31 here: w_i (0.05 + 3 * 0.05 * sqrt(3)) summed over the directions.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

struct sums {
    double excess_mass;
    double momentum[3];
    double energy;
    double speed_max, density_min, density_max;
};

static enum lb_status sum_box(struct lb_solver *solver, const struct lb_case *c, struct sums *out,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t n = (size_t)lb_case_cell_count(c);
    const struct lb_region box = {.end = {c->size[0], c->size[1], c->size[2]}};
    double *rho = calloc(n, sizeof *rho);
    double *u = calloc(3 * n, sizeof *u);
    *out = (struct sums){.density_min = (double)INFINITY};
    LB_REQUIRE(rho != NULL && u != NULL, LB_STATUS_FAILED, "no memory");
    LB_TRY(lb_solver_read(solver, &box, rho, u, err));
    for (size_t k = 0; k < n; k++) {
        const double *v = &u[3 * k];
        const double squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        out->excess_mass += rho[k] - 1.0;
        for (int a = 0; a < 3; a++)
            out->momentum[a] += rho[k] * v[a];
        out->energy += 0.5 * rho[k] * squared;
        out->speed_max = fmax(out->speed_max, sqrt(squared));
        out->density_min = fmin(out->density_min, rho[k]);
        out->density_max = fmax(out->density_max, rho[k]);
    }
cleanup:
    free(rho);
    free(u);
    return st;
}

/* Allowed drift of the sums over a box. */
static double drift_bound(const struct lb_case *c, uint64_t steps)
{
    return 8.0 * 0x1p-53 * 0.31 * (double)(steps + 2) * (double)lb_case_cell_count(c);
}

static void init_box(struct lb_case *c, struct lb_random_state *state, const char *lattice,
                     unsigned with, uint32_t ny, uint32_t nz)
{
    lb_random_case_init(c, state, lb_lattice_find(lattice), with, 16, ny, nz);
    for (int a = 0; a < 3; a++)
        c->force[a] *= 1e-4; /* slow at the end too */
    lb_test_layout.lanes = 0;
}

static void run_periodic(const char *lattice, unsigned with, uint32_t ny, uint32_t nz,
                         uint64_t steps)
{
    struct lb_case c;
    struct lb_random_state state;
    struct lb_solver *solver = NULL;
    struct lb_error err = {0};
    struct sums before, after;
    init_box(&c, &state, lattice, with, ny, nz);
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err)) return;
    if (LB_CHECK_OK(sum_box(solver, &c, &before, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, steps, &err), &err) &&
        LB_CHECK_OK(sum_box(solver, &c, &after, &err), &err)) {
        const double n = (double)lb_case_cell_count(&c);
        const double bound = drift_bound(&c, steps);
        LB_CHECK(fabs(before.momentum[0]) > 1e3 * bound); /* there is something to keep */
        LB_CHECK_NEAR(after.excess_mass, before.excess_mass, bound);
        for (int a = 0; a < 3; a++)
            LB_CHECK_NEAR(after.momentum[a] - before.momentum[a], c.force[a] * n * (double)steps,
                          bound);
    }
    lb_solver_destroy(solver);
}

static void mass_and_momentum_are_kept(void)
{
    if (lb_check_runs(true)) run_periodic("d2q9", LB_WITH_NOTHING, 16, 1, 100000);
    if (lb_check_runs(false)) run_periodic("d3q19", LB_WITH_NOTHING, 7, 6, 10000);
}

static void force_adds_its_impulse_and_nothing_else(void)
{
    if (lb_check_runs(false)) run_periodic("d2q9", LB_WITH_FORCE, 16, 1, 10000);
    if (lb_check_runs(true)) run_periodic("d3q19", LB_WITH_FORCE, 7, 6, 10000);
}

static void check_survey(const struct lb_survey *s, const struct sums *expected, double n)
{
    LB_CHECK_EQUAL_INT(s->step, 3);
    LB_CHECK_EQUAL_INT(s->fluid_cells, n);
    LB_CHECK_EQUAL_INT(s->non_finite, 0);
    LB_CHECK_EQUAL_INT(s->supersonic, 0);
    LB_CHECK_NEAR(s->excess_mass, expected->excess_mass, 1e-15 * n);
    for (int a = 0; a < 3; a++)
        LB_CHECK_NEAR(s->momentum[a], expected->momentum[a], 1e-15 * n);
    LB_CHECK_CLOSE(s->energy, expected->energy, 1e-13);
    LB_CHECK_CLOSE(s->speed_max, expected->speed_max, 1e-14);
    LB_CHECK_CLOSE(s->density_min, expected->density_min, 1e-15);
    LB_CHECK_CLOSE(s->density_max, expected->density_max, 1e-15);
}

static void survey_gives_the_sums_over_the_cells(void)
{
    struct lb_case c;
    struct lb_random_state state;
    struct lb_solver *solver = NULL;
    struct lb_error err = {0};
    struct sums sums;
    struct lb_survey survey;
    init_box(&c, &state, "d3q19", LB_WITH_FORCE, 7, 6); /* with the kernels of the above */
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err)) return;
    if (LB_CHECK_OK(lb_solver_advance(solver, 3, &err), &err) &&
        LB_CHECK_OK(sum_box(solver, &c, &sums, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(solver, &survey, &err), &err))
        check_survey(&survey, &sums, (double)lb_case_cell_count(&c));
    lb_solver_destroy(solver);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(mass_and_momentum_are_kept);
    LB_TEST_MATRIX(force_adds_its_impulse_and_nothing_else);
    LB_TEST(survey_gives_the_sums_over_the_cells);
    lb_device_close(device);
    return lb_check_report();
}
