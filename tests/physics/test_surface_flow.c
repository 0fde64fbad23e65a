/* Free surfaces against mechanics: a drop flies on in a straight line, falls as a stone does, and
 * is pressed together by its own tension as Laplace says.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/surface_case.h"
#include "support/test_solver.h"

enum { SIZE = 40, RADIUS = 10 };

static struct lb_device *device;

struct motion {
    double position[2], velocity[2]; /* of the centre of what is wet; mean velocity there */
    double inside;                   /* density in the middle */
};

/* Positions in a periodic box by the phase of its first wave. */
static enum lb_status look(struct lb_solver *solver, struct motion *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    enum { CELLS = SIZE * SIZE };
    const struct lb_region all = {.end = {SIZE, SIZE, 1}};
    double *rho = calloc(CELLS, sizeof *rho), *u = calloc(3 * CELLS, sizeof *u);
    double *fill = calloc(CELLS, sizeof *fill);
    LB_REQUIRE(rho != NULL && u != NULL && fill != NULL, LB_STATUS_FAILED, "no memory");
    LB_TRY(lb_solver_read(solver, &all, rho, u, err));
    LB_TRY(lb_solver_read_fill(solver, &all, fill, err));
    double wet = 0.0, c[2] = {0}, s[2] = {0}, v[2] = {0};
    const double wave = 2.0 * acos(-1.0) / SIZE;
    for (size_t n = 0; n < CELLS; n++) {
        const double at[2] = {(double)(n % SIZE) + 0.5, (double)(n / SIZE) + 0.5};
        wet += fill[n];
        for (size_t a = 0; a < 2; a++) {
            c[a] += fill[n] * cos(wave * at[a]);
            s[a] += fill[n] * sin(wave * at[a]);
            v[a] += fill[n] * u[3 * n + a];
        }
    }
    for (int a = 0; a < 2; a++) {
        out->position[a] = atan2(s[a], c[a]) / wave;
        out->velocity[a] = v[a] / wet;
    }
    out->inside = rho[SIZE / 2 * SIZE + SIZE / 2];
cleanup:
    free(rho);
    free(u);
    free(fill);
    return st;
}

static double distance(double from, double to)
{
    return to - from - SIZE * rint((to - from) / SIZE);
}

static void make_drop(struct lb_case *c, struct lb_surface_state *state, double ux, double uy)
{
    lb_surface_case_init(c, state, "d2q9", LB_SHAPE_DROP, SIZE, SIZE, 1);
    state->radius = RADIUS;
    state->u[0] = ux;
    state->u[1] = uy;
    lb_test_layout.lanes = 4;
}

/* Moving is by whole populations: the speed is kept to round-off, the way to the accuracy with
 * which cells fill, half a per cent. */
static void a_drop_flies_in_a_straight_line(void)
{
    enum { STEPS = 600 };
    struct lb_case c;
    struct lb_surface_state state;
    struct lb_solver *solver = NULL;
    struct lb_error err = {0};
    struct motion before, after;
    make_drop(&c, &state, 0.02, 0.01);
    c.surface.tension = 0.0;
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err)) return;
    if (LB_CHECK_OK(look(solver, &before, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
        LB_CHECK_OK(look(solver, &after, &err), &err)) {
        LB_CHECK_CLOSE(after.velocity[0], 0.02, 1e-9);
        LB_CHECK_CLOSE(after.velocity[1], 0.01, 1e-9);
        LB_CHECK_CLOSE(distance(before.position[0], after.position[0]), 0.02 * STEPS, 0.01);
        LB_CHECK_CLOSE(distance(before.position[1], after.position[1]), 0.01 * STEPS, 0.01);
    }
    lb_solver_destroy(solver);
}

static void a_drop_falls_as_a_stone_does(void)
{
    enum { STEPS = 600 };
    const double g = 2e-5;
    struct lb_case c;
    struct lb_surface_state state;
    struct lb_solver *solver = NULL;
    struct lb_error err = {0};
    struct motion before, after;
    make_drop(&c, &state, 0.0, 0.0);
    c.force[1] = -g;
    c.surface.tension = 0.0;
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err)) return;
    if (LB_CHECK_OK(look(solver, &before, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
        LB_CHECK_OK(look(solver, &after, &err), &err)) {
        LB_CHECK_CLOSE(after.velocity[1], -g * STEPS, 2e-3);
        LB_CHECK_NEAR(after.velocity[0], 0.0,
                      1e-6); /* the grid under it is not the same on both sides */
        LB_CHECK_CLOSE(distance(before.position[1], after.position[1]), -0.5 * g * STEPS * STEPS,
                       0.01);
        LB_CHECK_NEAR(distance(before.position[0], after.position[0]), 0.0, 0.01);
    }
    lb_solver_destroy(solver);
}

static void a_drop_has_the_pressure_of_laplace(void)
{
    enum { SAMPLES = 20 };
    struct lb_case c;
    struct lb_surface_state state;
    struct lb_solver *solver = NULL;
    struct lb_error err = {0};
    struct motion m;
    double sum = 0.0;
    make_drop(&c, &state, 0.0, 0.0);
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err)) return;
    LB_CHECK_OK(lb_solver_advance(solver, 3000, &err), &err);
    for (int i = 0; i < SAMPLES; i++) {
        LB_CHECK_OK(lb_solver_advance(solver, 50, &err), &err);
        if (!LB_CHECK_OK(look(solver, &m, &err), &err)) break;
        sum += m.inside - 1.0;
    }
    LB_CHECK_CLOSE(sum / SAMPLES, 3.0 * c.surface.tension / RADIUS, 0.03);
    lb_solver_destroy(solver);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST(a_drop_flies_in_a_straight_line);
    LB_TEST(a_drop_falls_as_a_stone_does);
    LB_TEST(a_drop_has_the_pressure_of_laplace);
    lb_device_close(device);
    return lb_check_report();
}
