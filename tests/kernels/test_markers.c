/* Markers on a device against mathematics: the moments of the kernels, what spreading gives to the
 * fluid, where interpolation moves a marker.
 * At step 0 an observer of a fluid at rest sees u = F/2 with F the force on each cell, so that the
 * field shows what was spread.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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

/* From a place to the middle of cell n. */
static void way_to(size_t n, const double x[3], double r[3])
{
    r[0] = apart((double)(n % SIZE) + 0.5, x[0]);
    r[1] = apart((double)(n / SIZE % SIZE) + 0.5, x[1]);
    r[2] = apart((double)(n / SIZE / SIZE) + 0.5, x[2]);
}

/* Of a marker whose cells are no other's; `expected` is what it gives to every cell. */
static void check_spread_force(const struct lb_delta *delta, const double x[3], const double f[3],
                               double tolerance, double *expected)
{
    double sum[3] = {0}, moment[3] = {0};
    for (size_t n = 0; n < CELLS; n++) {
        double r[3];
        way_to(n, x, r);
        const double weight = lb_test_delta(delta->points, r[0]) *
                              lb_test_delta(delta->points, r[1]) *
                              lb_test_delta(delta->points, r[2]);
        if (fmax(fabs(r[0]), fmax(fabs(r[1]), fabs(r[2]))) > 2.0) continue;
        for (size_t a = 0; a < 3; a++) {
            const double given = 2.0 * rho[n] * u[3 * n + a];
            expected[3 * n + a] += weight * f[a];
            sum[a] += given;
            moment[a] += given * r[a];
        }
    }
    for (size_t a = 0; a < 3; a++) {
        LB_CHECK_CLOSE(sum[a], f[a], tolerance);
        LB_CHECK_NEAR(moment[a], 0.0, tolerance * fabs(f[a]));
    }
}

/* What the kernels depend on: all checks of a variant have the same. */
struct variant {
    bool fp64, walls;
    int lanes, delta; /* the number of the latter in the table */
    bool always;
};

/* Markers with forces, and what the next case is to have. */
struct push {
    struct lb_markers markers;
    struct lb_marker_flow flow;
    double position[3 * MARKERS], force[3 * MARKERS], moved[3 * MARKERS];
};

static void make_push(struct push *p, const struct variant *v, struct lb_case *c)
{
    p->markers = (struct lb_markers){
        .count = MARKERS, .position = p->position, .force = p->force, .delta = lb_deltas[v->delta]};
    p->flow.walls = v->walls;
    lb_marker_case_init(c, &p->flow, &p->markers, SIZE, SIZE, SIZE, v->fp64, v->lanes);
}

/* Far enough from each other; the last is beyond a corner of the box, where walls would be. */
static void check_weights(const struct variant *v)
{
    static const double places[][3] = {
        {8.0, 8.0, 8.0}, {4.5, 4.5, 12.5}, {13.13, 4.87, 4.502}, {0.2, 15.9, 0.01}};
    static const double f[3] = {1e-3, -2e-3, 1.5e-3};
    static double expected[3 * CELLS];
    const size_t count = v->walls ? 3 : 4;
    struct lb_case c;
    struct push p = {.markers = {.count = 0}};
    double worst = 0.0;
    for (size_t n = 0; n < MARKERS; n++) {
        memcpy(p.position + 3 * n, places[n < count ? n : 0], sizeof *places);
        if (n < count) memcpy(p.force + 3 * n, f, sizeof f);
    }
    make_push(&p, v, &c);
    if (!run(&c, 0, p.moved, NULL)) return;
    memset(expected, 0, sizeof expected);
    for (size_t n = 0; n < count; n++)
        check_spread_force(p.markers.delta, places[n], f, tolerance_of(v->fp64), expected);
    for (size_t n = 0; n < 3 * CELLS; n++)
        worst = fmax(worst, fabs(2.0 * rho[n / 3] * u[n] - expected[n]));
    LB_CHECK_NEAR(worst, 0.0, tolerance_of(v->fp64) * fabs(f[1]));
}

static void scatter(double *position, double *force, double low, double high)
{
    for (uint32_t n = 0; n < 3 * MARKERS; n++) {
        position[n] = low + 0.5 * (high - low) * (1.0 + lb_random_number(3, n, 0, 0, 0));
        force[n] = 1e-3 * (2.0 + lb_random_number(3, n, 1, 0, 0));
    }
}

/* Beside walls, too, where the weights of solid cells go to the others. */
static void check_sum_of_forces(const struct variant *v)
{
    struct lb_case c;
    struct push p = {.markers = {.count = 0}};
    scatter(p.position, p.force, 1.0, SIZE - 1.0);
    make_push(&p, v, &c);
    if (!run(&c, 0, p.moved, NULL)) return;
    for (size_t a = 0; a < 3; a++) {
        double given = 0.0, expected = 0.0;
        for (size_t n = 0; n < CELLS; n++)
            given += 2.0 * rho[n] * u[3 * n + a];
        for (size_t n = 0; n < MARKERS; n++)
            expected += p.force[3 * n + a];
        LB_CHECK_CLOSE(given, expected, tolerance_of(v->fp64));
    }
}

/* u_x(y), u_y(z), u_z(x); half of a step's displacement would be off by 5e-4. */
static void check_interpolation(const struct variant *v, int component)
{
    struct lb_case c;
    struct push p = {.flow = {.u = {1e-3, 2e-3, -1e-3},
                              .shear = 1e-3,
                              .component = component,
                              .along = (component + 1) % 3,
                              .middle = 0.5 * SIZE}};
    scatter(p.position, p.force, 4.0, SIZE - 4.0);
    memset(p.force, 0, sizeof p.force);
    p.flow.u[p.flow.along] = 0.0; /* or the profile would drift */
    make_push(&p, v, &c);
    if (!run(&c, 1, p.moved, NULL)) return;
    for (size_t n = 0; n < 3 * MARKERS; n++) {
        const size_t a = n % 3;
        double expected = p.flow.u[a];
        if ((int)a == component)
            expected += p.flow.shear * (p.position[n - a + (size_t)p.flow.along] - p.flow.middle);
        LB_CHECK_NEAR(p.moved[n] - p.position[n], expected, v->fp64 ? 2e-12 : 3e-9);
    }
}

/* Momentum of the fluid: every step gives it the whole force, and an observer sees half of the next. */
static void check_momentum(const struct variant *v)
{
    enum { STEPS = 50 };
    struct lb_case c;
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    struct lb_survey survey = {0};
    struct push p = {.force = {2e-4, -1e-4, 3e-4}};
    scatter(p.position, p.moved, 4.0, SIZE - 4.0);
    memcpy(p.position, (const double[3]){3.3, 7.9, 15.5}, 3 * sizeof *p.position);
    make_push(&p, v, &c);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(solver, &survey, &err), &err))
        for (size_t a = 0; a < 3; a++)
            LB_CHECK_CLOSE(survey.momentum[a], (STEPS + 0.5) * p.force[a], v->fp64 ? 1e-10 : 1e-4);
    lb_solver_destroy(solver);
}

static void check_stream(const struct variant *v)
{
    enum { STEPS = 300 };
    struct lb_case c;
    struct push p = {.flow = {.u = {0.06, -0.04, 0.05}}};
    scatter(p.position, p.moved, 1.0, SIZE - 1.0);
    memcpy(p.position, (const double[3]){3.3, 7.9, 15.5}, 3 * sizeof *p.position);
    make_push(&p, v, &c);
    if (!run(&c, STEPS, p.moved, NULL)) return;
    for (size_t n = 0; n < 3 * MARKERS; n++) /* more than once around the box */
        LB_CHECK_NEAR(p.moved[n], p.position[n] + STEPS * p.flow.u[n % 3], v->fp64 ? 1e-9 : 1e-3);
}

/* Each delta in FP64, where only the kernels that spread and move depend on it; FP32 beside walls, and without FP64
 * away from them, too, where momentum and the way in a stream are known. */
static void markers_give_and_take_by_their_weights(void)
{
    static const struct variant variants[] = {
        {true, false, 4, 0, true},    {true, false, 4, 1, true},  {true, false, 4, 2, true},
        {false, true, 16, 1, true},   {true, false, 8, 0, false}, {false, false, 2, 1, false},
        {false, false, 16, 2, false}, {true, true, 2, 2, false},  {true, true, 8, 0, false},
        {true, true, 1, 1, false},    {false, true, 4, 2, false}, {false, true, 8, 0, false}};
    for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
        const struct variant *v = &variants[k];
        const bool stands_in = !can_do(true) && !v->fp64 && !v->walls && v->delta == 2;
        if (!lb_check_runs(v->always || stands_in) || !can_do(v->fp64)) continue;
        check_weights(v);
        if (v->walls || v->delta == 2) check_sum_of_forces(v);
        for (int component = 0; component < 3; component++)
            check_interpolation(v, component);
        if (v->walls || v->delta != 2) continue;
        check_momentum(v);
        check_stream(v);
    }
}

/* A particle that pushes nothing, in Couette flow between the walls z = 1 and SIZE - 1; the kernels are exact there. */
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
    LB_TEST_MATRIX(markers_give_and_take_by_their_weights);
    LB_TEST(a_particle_goes_with_a_shear_flow);
    LB_TEST(a_marker_outside_of_the_box_is_refused);
    lb_device_close(device);
    return lb_check_report();
}
