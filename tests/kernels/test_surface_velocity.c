/* The velocity of cells with a free surface against closed forms: nothing is taken for faster than
 * sound, along any axis, neither in the step nor where a cell makes up what gas owes it; and what it
 * makes up is with the velocity in the middle of the step, half a force before the one that was sent.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "reference/reference.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { SIZE = 8, CELLS = SIZE * SIZE * SIZE, FIRST = 2, LAST = 5 };
static const double force[3] = {1e-3, -2e-3, 1.5e-3};
static const double omega = 1.0 / 0.8;
static struct lb_device *device;
static double rho[CELLS], u[3 * CELLS];

static const char *const lattices[] = {"d3q15", "d3q19"}; /* the first always */
static const char *lattice;

static bool takes_lattice(int n)
{
    lattice = lattices[n];
    return lb_check_runs(n == 0);
}

/* Fluid everywhere, or a film of it across an axis, with hardly anything in its two outer layers. */
struct state {
    double u[3];
    int across; /* -1: everywhere */
};

static void start(const void *from, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct state *s = from;
    const uint32_t at[3] = {x, y, z};
    memcpy(out->u, s->u, sizeof out->u);
    if (s->across < 0) return;
    const uint32_t layer = at[s->across];
    if (layer < FIRST || layer > LAST) out->fill = 0.0;
    if (layer == FIRST || layer == LAST) out->fill = 0.05;
}

/* The same kernels for all states. */
static bool run(const struct state *s, unsigned steps)
{
    struct lb_error err = {0};
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const struct lb_case c = {.name = "fast",
                              .lattice = l,
                              .collision = lb_collision_find("srt"),
                              .storage = lb_number_format_find("fp64"),
                              .arithmetic = LB_ARITHMETIC_FP64,
                              .streaming = LB_STREAMING_IN_PLACE,
                              .shift = true,
                              .size = {SIZE, SIZE, SIZE},
                              .viscosity = 0.3 * l->sound_speed_squared,
                              .force = {force[0], force[1], force[2]},
                              .surface = {.exists = true},
                              .start = start,
                              .start_state = s};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 2};
    return LB_CHECK_OK(lb_run_steps(device, &c, steps, rho, u, &err), &err);
}

static double at_most_sound(double speed)
{
    const double sound = sqrt(1.0 / 3.0);
    return fmin(fmax(speed, -sound), sound);
}

/* Momentum behind a collision of a cell with momentum j; the velocity in it has half of the force. */
static double collided(double density, double j, double f)
{
    const double velocity = at_most_sound((j + 0.5 * f) / density);
    return (1.0 - omega) * j + omega * density * velocity + (1.0 - 0.5 * omega) * f;
}

/* A stream that is the same everywhere stays so. */
static void check_streams(void)
{
    enum { STEPS = 3 };
    for (int way = 0; way < 6; way++) {
        struct state s = {.across = -1, .u = {0.02, -0.03, 0.05}};
        s.u[way / 2] = way % 2 == 0 ? 0.9 : -0.9;
        if (!run(&s, STEPS)) return;
        for (int a = 0; a < 3; a++) {
            double j = s.u[a];
            for (int step = 0; step < STEPS; step++)
                j = collided(1.0, j, force[a]);
            LB_CHECK_NEAR(u[a], j + 0.5 * force[a], 1e-12);
            LB_CHECK_NEAR(u[3 * (CELLS - 1) + a], j + 0.5 * force[a], 1e-12);
        }
    }
}

static void a_stream_is_slowed_to_the_speed_of_sound(void)
{
    for (int n = 0; n < 2; n++)
        if (takes_lattice(n)) check_streams();
}

/* Density and momentum that the layer in front finds in the first step: from the fluid the equilibrium
 * of the start; from the gas what makes its density 1 at the cell's velocity, with what was sent. */
static void find_in_front(const struct state *s, int way, double *density, double j[3])
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    double inside[3];
    for (int a = 0; a < 3; a++)
        inside[a] = at_most_sound(s->u[a] - 0.5 * force[a]);
    *density = 0.0;
    memset(j, 0, 3 * sizeof *j);
    for (int i = 0; i < l->directions; i++) {
        const int opposite = i == 0 ? 0 : i % 2 == 1 ? i + 1 : i - 1;
        double f = lb_reference_equilibrium(l, i, 1.0, s->u);
        if (l->c[i][s->across] == -way)
            f = lb_reference_equilibrium(l, i, 1.0, inside) +
                lb_reference_equilibrium(l, opposite, 1.0, inside) -
                lb_reference_equilibrium(l, opposite, 1.0, s->u);
        *density += f;
        for (int a = 0; a < 3; a++)
            j[a] += l->c[i][a] * f;
    }
}

/* An observer sees what the layer sent, which has the whole force, less half of it. */
static void check_front(double speed, int across, int way)
{
    struct state s = {.across = across, .u = {0.03, -0.02, 0.04}};
    const int front = way > 0 ? LAST : FIRST;
    const size_t apart[3] = {1, SIZE, SIZE * SIZE};
    const size_t n = apart[across] * (size_t)front + apart[(across + 1) % 3] * 3;
    double density, j[3];
    s.u[across] = way * speed;
    if (!run(&s, 1)) return;
    find_in_front(&s, way, &density, j);
    LB_CHECK(fabs(density - 1.0) > 1e-4); /* it does matter what is made up */
    LB_CHECK_NEAR(rho[n], density, 1e-12);
    for (int a = 0; a < 3; a++)
        LB_CHECK_NEAR(u[3 * n + (size_t)a],
                      (collided(density, j[a], force[a]) - 0.5 * force[a]) / density, 1e-12);
}

static void check_fronts(void)
{
    for (int across = 0; across < 3; across++)
        for (int way = -1; way <= 1; way += 2) {
            check_front(0.2, across, way);
            check_front(0.7, across, way);
        }
}

static void gas_gives_back_what_the_velocity_inside_tells(void)
{
    for (int n = 0; n < 2; n++)
        if (takes_lattice(n)) check_fronts();
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(a_stream_is_slowed_to_the_speed_of_sound);
    LB_TEST_MATRIX(gas_gives_back_what_the_velocity_inside_tells);
    lb_device_close(device);
    return lb_check_report();
}
