/* Markers on a device against mathematics: the moments of the kernels, what spreading gives to the
 * fluid, where interpolation moves a marker.
 * At step 0 an observer of a fluid at rest sees u = F/2 with F the force on each cell, so that the
 * field shows what was spread.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/marker_case.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { SIZE = 16, CELLS = SIZE * SIZE * SIZE, MARKERS = 8 };
static struct lb_device *device;
static double rho[CELLS], u[3 * CELLS];

/* Resolution of a spread force (2^-60) over the forces here (1e-3) leaves 1e-15 and more. */
static double tolerance_of(bool fp64)
{
    return fp64 ? 1e-12 : 4e-6;
}

static bool can_do(bool fp64)
{
    return !fp64 || lb_device_get_info(device)->fp64;
}

static bool run(const struct lb_case *c, unsigned steps, double *position, double *force)
{
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    const struct lb_region box = {.end = {c->size[0], c->size[1], c->size[2]}};
    bool fine = LB_CHECK_OK(lb_test_solver_create(c, device, &solver, &err), &err);
    fine = fine && LB_CHECK_EQUAL_INT(lb_solver_lanes(solver), lb_test_layout.lanes);
    fine = fine && LB_CHECK_OK(lb_solver_advance(solver, steps, &err), &err);
    fine = fine && LB_CHECK_OK(lb_solver_read(solver, &box, rho, u, &err), &err);
    fine = fine && LB_CHECK_OK(lb_solver_read_markers(solver, position, force, &err), &err);
    lb_solver_destroy(solver);
    return fine;
}

/* Distance across the periodic box, the shorter way. */
static double apart(double a, double b)
{
    return remainder(a - b, SIZE);
}

static void check_spread_force(const struct lb_delta *delta, const double x[3], const double f[3],
                               double tolerance)
{
    double sum[3] = {0}, moment[3] = {0}, worst = 0.0;
    for (size_t n = 0; n < CELLS; n++) {
        const double r[3] = {apart((double)(n % SIZE) + 0.5, x[0]),
                             apart((double)(n / SIZE % SIZE) + 0.5, x[1]),
                             apart((double)(n / SIZE / SIZE) + 0.5, x[2])};
        const double weight = lb_test_delta(delta->points, r[0]) *
                              lb_test_delta(delta->points, r[1]) *
                              lb_test_delta(delta->points, r[2]);
        for (size_t a = 0; a < 3; a++) {
            const double given = 2.0 * rho[n] * u[3 * n + a];
            worst = fmax(worst, fabs(given - weight * f[a]));
            sum[a] += given;
            moment[a] += given * r[a];
        }
    }
    for (size_t a = 0; a < 3; a++) {
        LB_CHECK_CLOSE(sum[a], f[a], tolerance);
        LB_CHECK_NEAR(moment[a], 0.0, tolerance * fabs(f[a]));
    }
    LB_CHECK_NEAR(worst, 0.0, tolerance * fabs(f[1]));
}

/* One marker at a time; the last is beyond a corner of the box. */
static void weights_are_the_published_ones(void)
{
    static const double places[][3] = {
        {8.0, 8.0, 8.0}, {7.5, 8.5, 9.5}, {6.13, 9.87, 7.502}, {0.2, 15.9, 0.01}};
    const double f[3] = {1e-3, -2e-3, 1.5e-3};
    for (const struct lb_delta *const *delta = lb_deltas; *delta != NULL; delta++)
        for (size_t k = 0; k < sizeof places / sizeof *places; k++)
            for (int fp64 = 0; fp64 < 2; fp64++) {
                struct lb_case c;
                struct lb_marker_flow flow = {0};
                double position[3];
                const struct lb_markers markers = {
                    .count = 1, .position = places[k], .force = f, .delta = *delta};
                lb_marker_case_init(&c, &flow, &markers, SIZE, SIZE, SIZE, fp64, 2);
                const bool runs = lb_check_runs(fp64 || *delta == lb_deltas[0]);
                if (!runs || !can_do(fp64) || !run(&c, 0, position, NULL)) continue;
                check_spread_force(*delta, places[k], f, tolerance_of(fp64));
            }
}

static void scatter(double *position, double *force, double low, double high)
{
    for (uint32_t n = 0; n < 3 * MARKERS; n++) {
        position[n] = low + 0.5 * (high - low) * (1.0 + lb_random_number(3, n, 0, 0, 0));
        force[n] = 1e-3 * (2.0 + lb_random_number(3, n, 1, 0, 0));
    }
}

/* Beside walls, too, where the weights of solid cells go to the others. */
static void the_fluid_gets_the_sum_of_all_forces(void)
{
    static const int all_lanes[] = {1, 2, 4, 8, 16};
    for (int k = 0; k < 5; k++)
        for (int variant = k % 2; variant < 4; variant += 2) {
            const int lanes = all_lanes[k];
            const bool fp64 = (variant & 1) != 0, walls = (variant & 2) != 0;
            struct lb_case c;
            struct lb_marker_flow flow = {.walls = walls};
            double position[3 * MARKERS], force[3 * MARKERS], moved[3 * MARKERS];
            scatter(position, force, 1.0, SIZE - 1.0);
            const struct lb_markers markers = {.count = MARKERS,
                                               .position = position,
                                               .force = force,
                                               .delta = lb_deltas[lanes % 3]};
            lb_marker_case_init(&c, &flow, &markers, SIZE, SIZE, SIZE, fp64, lanes);
            const bool runs = lb_check_runs(lanes == (walls ? (fp64 ? 2 : 16) : 4));
            if (!runs || !can_do(fp64) || !run(&c, 0, moved, NULL)) continue;
            for (size_t a = 0; a < 3; a++) {
                double given = 0.0, expected = 0.0;
                for (size_t n = 0; n < CELLS; n++)
                    given += 2.0 * rho[n] * u[3 * n + a];
                for (size_t n = 0; n < MARKERS; n++)
                    expected += force[3 * n + a];
                LB_CHECK_CLOSE(given, expected, tolerance_of(fp64));
            }
        }
}

/* u_x(y), u_y(z), u_z(x); half of a step's displacement would be off by 5e-4. */
static void interpolation_is_exact_for_linear_velocities(void)
{
    for (const struct lb_delta *const *delta = lb_deltas; *delta != NULL; delta++)
        for (int variant = 0; variant < 6; variant++) {
            const bool fp64 = variant < 3;
            struct lb_case c;
            struct lb_marker_flow flow = {.u = {1e-3, 2e-3, -1e-3},
                                          .shear = 1e-3,
                                          .component = variant % 3,
                                          .along = (variant + 1) % 3,
                                          .middle = 0.5 * SIZE};
            double position[3 * MARKERS], force[3 * MARKERS], moved[3 * MARKERS];
            scatter(position, force, 4.0, SIZE - 4.0);
            flow.u[flow.along] = 0.0; /* or the profile would drift */
            const struct lb_markers markers = {
                .count = MARKERS, .position = position, .delta = *delta};
            lb_marker_case_init(&c, &flow, &markers, SIZE, SIZE, SIZE, fp64, 4);
            const bool runs = lb_check_runs(fp64 || *delta == lb_deltas[1]);
            if (!runs || !can_do(fp64) || !run(&c, 1, moved, NULL)) continue;
            for (size_t n = 0; n < 3 * MARKERS; n++) {
                const size_t a = n % 3;
                double expected = flow.u[a];
                if ((int)a == flow.component)
                    expected += flow.shear * (position[n - a + (size_t)flow.along] - flow.middle);
                LB_CHECK_NEAR(moved[n] - position[n], expected, fp64 ? 2e-12 : 3e-9);
            }
        }
}

static void a_particle_goes_with_a_uniform_stream(void)
{
    enum { STEPS = 300 };
    struct lb_case c;
    struct lb_marker_flow flow = {.u = {0.06, -0.04, 0.05}};
    const double start[3] = {3.3, 7.9, 15.5};
    double moved[3];
    const struct lb_markers markers = {.count = 1, .position = start, .delta = lb_deltas[2]};
    lb_marker_case_init(&c, &flow, &markers, SIZE, SIZE, SIZE, can_do(true), 4);
    if (!run(&c, STEPS, moved, NULL)) return;
    for (size_t a = 0; a < 3; a++) /* more than once around the box */
        LB_CHECK_NEAR(moved[a], start[a] + STEPS * flow.u[a], can_do(true) ? 1e-9 : 1e-3);
}

/* Couette flow between the walls z = 1 and SIZE - 1; the kernels are exact there. */
static void a_particle_goes_with_a_shear_flow(void)
{
    enum { STEPS = 200 };
    struct lb_case c;
    struct lb_marker_flow flow = {
        .shear = 2e-3, .component = 0, .along = 2, .middle = 0.5 * SIZE, .walls = true};
    const double start[3] = {8.0, 8.0, 11.3};
    double moved[3];
    const struct lb_markers markers = {.count = 1, .position = start, .delta = lb_deltas[1]};
    lb_marker_case_init(&c, &flow, &markers, SIZE, SIZE, SIZE, can_do(true), 2);
    if (!run(&c, STEPS, moved, NULL)) return;
    LB_CHECK_CLOSE(moved[0] - start[0], STEPS * flow.shear * (start[2] - flow.middle), 1e-3);
    LB_CHECK_NEAR(moved[1], start[1], 1e-6);
    LB_CHECK_NEAR(moved[2], start[2], 1e-4);
}

/* Momentum of the fluid: every step gives it the whole force, and an observer sees half of the
 * next. */
static void a_pushing_particle_gives_its_momentum(void)
{
    enum { STEPS = 50 };
    for (int fp64 = 0; fp64 < 2; fp64++) {
        struct lb_case c;
        struct lb_marker_flow flow = {0};
        const double start[3] = {3.3, 7.9, 15.5}, f[3] = {2e-4, -1e-4, 3e-4};
        struct lb_error err = {0};
        struct lb_solver *solver = NULL;
        struct lb_survey survey = {0};
        const struct lb_markers markers = {
            .count = 1, .position = start, .force = f, .delta = lb_deltas[2]};
        lb_marker_case_init(&c, &flow, &markers, SIZE, SIZE, SIZE, fp64, 2);
        if (!lb_check_runs(fp64 == can_do(true)) || !can_do(fp64)) continue;
        if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
            LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
            LB_CHECK_OK(lb_solver_survey(solver, &survey, &err), &err))
            for (size_t a = 0; a < 3; a++)
                LB_CHECK_CLOSE(survey.momentum[a], (STEPS + 0.5) * f[a], fp64 ? 1e-10 : 1e-4);
        lb_solver_destroy(solver);
    }
}

static void a_marker_outside_of_the_box_is_refused(void)
{
    struct lb_case c;
    struct lb_marker_flow flow = {0};
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    const double places[6] = {8.0, 8.0, 8.0, 8.0, 16.5, 8.0};
    const struct lb_markers markers = {.count = 2, .position = places, .delta = lb_deltas[2]};
    lb_marker_case_init(&c, &flow, &markers, SIZE, SIZE, SIZE, false, 1);
    LB_CHECK_EQUAL_INT(lb_test_solver_create(&c, device, &solver, &err), LB_STATUS_USAGE);
    LB_CHECK_EQUAL_TEXT(err.text, "marker 1 at 8,16.5,8 lies outside of the box 0..16,16,16");
    lb_solver_destroy(solver);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_marker_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(weights_are_the_published_ones);
    LB_TEST_MATRIX(the_fluid_gets_the_sum_of_all_forces);
    LB_TEST_MATRIX(interpolation_is_exact_for_linear_velocities);
    LB_TEST(a_particle_goes_with_a_uniform_stream);
    LB_TEST(a_particle_goes_with_a_shear_flow);
    LB_TEST_MATRIX(a_pushing_particle_gives_its_momentum);
    LB_TEST(a_marker_outside_of_the_box_is_refused);
    lb_device_close(device);
    return lb_check_report();
}
