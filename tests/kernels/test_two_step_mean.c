/* test_two_step_mean.c - where observers see the mean of two successive steps, it is that of what they would have
 * seen after each of them; and what alternates in the momentum is not in it.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "case/lookup.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { NX = 8, NY = 8, NZ = 4, CELLS = NX * NY * NZ };

static struct lb_device *device;

static bool read_all(struct lb_solver *s, const struct lb_case *c, double *rho, double *u)
{
    struct lb_error err = {0};
    const struct lb_region all = {.end = {c->size[0], c->size[1], c->size[2]}};
    return LB_CHECK_OK(lb_solver_read(s, &all, rho, u, &err), &err);
}

static struct lb_solver *open_solver(const struct lb_case *c)
{
    struct lb_error err = {0};
    struct lb_solver *s = NULL;
    LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err);
    return s;
}

static bool advance(struct lb_solver *s, unsigned steps)
{
    struct lb_error err = {0};
    return LB_CHECK_OK(lb_solver_advance(s, steps, &err), &err);
}

/* Largest distance from the mean of `before` and `now`; 4 numbers a cell. */
static double distance(const double *before, const double *now, const double *mean, size_t count)
{
    double worst = 0.0;
    for (size_t n = 0; n < count; n++) {
        const double off = fabs(0.5 * (before[n] + now[n]) - mean[n]);
        if (!(off <= worst)) worst = off;
    }
    return worst;
}

static void check_mean(struct lb_case c, unsigned steps, double allowed)
{
    static double before[4 * CELLS], now[4 * CELLS], mean[4 * CELLS];
    const size_t cells = (size_t)lb_case_cell_count(&c);
    struct lb_solver *plain = open_solver(&c);
    c.shows_mean = true;
    struct lb_solver *shown = open_solver(&c);
    bool fine = plain != NULL && shown != NULL;
    fine = fine && read_all(plain, &c, before, before + cells);
    fine = fine && read_all(shown, &c, mean, mean + cells);
    if (fine) LB_CHECK_NEAR(distance(before, before, mean, 4 * cells), 0.0, 0.0); /* of the start */
    fine = fine && advance(plain, steps - 1) && read_all(plain, &c, before, before + cells);
    fine = fine && advance(plain, 1) && read_all(plain, &c, now, now + cells);
    fine = fine && advance(shown, steps) && read_all(shown, &c, mean, mean + cells);
    if (fine) LB_CHECK_NEAR(distance(before, now, mean, 4 * cells), 0.0, allowed);
    lb_solver_destroy(plain);
    lb_solver_destroy(shown);
}

static void it_is_that_of_both_steps(void)
{
    static const char *const lattices[] = {"d2q9", "d3q19"};
    for (unsigned n = 0; n < 2; n++)
        for (unsigned pull = 0; pull < 2; pull++)
            for (unsigned steps = 3; steps < 5; steps++) { /* both parities */
                if ((n == 0) != (pull != 0)) continue;     /* the others would show nothing new */
                struct lb_case c;
                struct lb_random_state state;
                const struct lb_lattice *lattice = lb_lattice_find(lattices[n]);
                lb_random_case_init(&c, &state, lattice, LB_WITH_ALL, NX, NY, n == 0 ? 1 : NZ);
                lb_test_layout.lanes = pull != 0 ? 1 : 4;
                c.streaming = pull != 0 ? LB_STREAMING_PULL : LB_STREAMING_IN_PLACE;
                check_mean(c, steps, 1e-14);
            }
}

static void it_is_that_of_both_steps_where_moments_are_kept(void)
{
    struct lb_case c;
    struct lb_random_state state;
    lb_random_case_init(&c, &state, lb_lattice_find("d3q19"), LB_WITH_FORCE | LB_WITH_MOVING, NX,
                        NY, NZ);
    c.streaming = LB_STREAMING_MOMENTS;
    c.collision = lb_collision_find("rr");
    check_mean(c, 3, 1e-14);
}

static void shared_exponents_have_theirs(void)
{
    struct lb_case c;
    struct lb_random_state state;
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_SOLID, NX, NY, 1);
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("bfp12");
    check_mean(c, 4, 2e-3); /* a few units of the last place of what was stored */
}

/* A flow at rest but for a velocity that changes its sign from cell to cell. */
static void start_alternating(const void *state, uint32_t x, uint32_t y, uint32_t z,
                              struct lb_cell *out)
{
    (void)state;
    (void)y;
    (void)z;
    out->u[0] = x % 2 == 0 ? 0.01 : -0.01;
}

static void what_alternates_is_not_seen_but_told(void)
{
    static double rho[CELLS], u[3 * CELLS];
    struct lb_case c;
    struct lb_random_state state;
    struct lb_error err = {0};
    struct lb_survey survey = {0};
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_NOTHING, NX, NY, 1);
    c.start = start_alternating;
    c.shows_mean = true;
    struct lb_solver *s = open_solver(&c);
    if (s != NULL && advance(s, 101) && read_all(s, &c, rho, u)) {
        double most = 0.0;
        for (size_t n = 0; n < 3 * (size_t)lb_case_cell_count(&c); n++)
            most = fmax(most, fabs(u[n]));
        LB_CHECK_NEAR(most, 0.0, 1e-12);
        if (LB_CHECK_OK(lb_solver_survey(s, &survey, &err), &err)) {
            LB_CHECK_CLOSE(fabs(survey.alternating[0]), 0.01 * NX * NY, 1e-3);
            LB_CHECK_NEAR(survey.alternating[1], 0.0, 1e-12);
        }
    }
    lb_solver_destroy(s);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(it_is_that_of_both_steps);
    LB_TEST(it_is_that_of_both_steps_where_moments_are_kept);
    LB_TEST(shared_exponents_have_theirs);
    LB_TEST(what_alternates_is_not_seen_but_told);
    lb_device_close(device);
    return lb_check_report();
}
