/* Markers in a flow with a free surface against mechanics: gas takes no part in their weights, they
 * fly on where there is nothing but gas, they stay out of walls, and they can be retired.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "geometry/volume_fraction.h"
#include "solver/free_surface_query.h"
#include "support/check.h"
#include "support/marker_case.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { SIZE = 24, CELLS = SIZE * SIZE * SIZE, MARKERS = 40 };
static struct lb_device *device;
static double rho[CELLS], u[3 * CELLS], before[3 * CELLS], fill[CELLS];
static const struct lb_region box = {.end = {SIZE, SIZE, SIZE}};

/* A drop of radius 0 is none. */
struct state {
    struct lb_sphere drop;
    double u[3], shear; /* u_x grows with the height */
    bool is_flat;       /* y is up, else z */
    bool is_open;       /* neither floor nor lid */
};

/* The flat boxes and what moves the fluid in them are those of test_surface_bitwise and, open, of
 * test_surface_flow, so that the kernels of the surface are the same. */
static uint32_t width_of(const struct state *s)
{
    return !s->is_flat ? SIZE : s->is_open ? 40 : 48;
}

static uint32_t height_of(const struct state *s)
{
    return s->is_flat ? 40 : SIZE;
}

static int up_axis(const struct state *s)
{
    return s->is_flat ? 1 : 2;
}

static void start(const void *from, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct state *s = from;
    const uint32_t height = s->is_flat ? y : z;
    const int dimensions = s->is_flat ? 2 : 3;
    if (!s->is_open && (height == 0 || height == height_of(s) - 1)) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    out->fill = s->drop.radius > 0.0
                    ? lb_volume_fraction(lb_sphere_depth, &s->drop, dimensions, x, y, z)
                    : 0.0;
    memcpy(out->u, s->u, sizeof out->u);
    out->u[0] += s->shear * (height + 0.5 - s->drop.centre[up_axis(s)]);
}

/* No tension, so that nothing but the start moves the fluid. */
static struct lb_case make(const struct state *s, const struct lb_markers *markers)
{
    const bool fp64 = lb_device_get_info(device)->fp64;
    lb_test_layout = (struct lb_layout_wishes){.lanes = 4};
    return (struct lb_case){.name = "particles",
                            .lattice = lb_lattice_find(s->is_flat ? "d2q9" : "d3q19"),
                            .collision = lb_collision_find("srt"),
                            .storage = lb_number_format_find(fp64 ? "fp64" : "fp32"),
                            .arithmetic = fp64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32,
                            .streaming = LB_STREAMING_IN_PLACE,
                            .shift = true,
                            .size = {width_of(s), height_of(s), s->is_flat ? 1 : SIZE},
                            .viscosity = s->is_flat ? 0.1 * (1.0 / 3.0) : 0.05,
                            .markers = markers,
                            .surface = {.exists = true},
                            .cell_kinds = s->is_open ? 0 : LB_CELL_SOLID,
                            .start = start,
                            .start_state = s};
}

static double tolerance(double fp64, double fp32)
{
    return lb_device_get_info(device)->fp64 ? fp64 : fp32;
}

/* So that markers that only drift have the kernels of those that push. */
static const double no_force[3 * MARKERS];

/* In a ball of `reach` around the drop's centre. */
static void scatter(const struct state *s, double reach, double *position)
{
    for (uint32_t n = 0; n < MARKERS; n++) {
        double r2 = 2.0;
        if (s->is_flat) position[3 * n + 2] = 0.5;
        for (uint32_t trial = 0; r2 > 1.0; trial++) {
            r2 = 0.0;
            for (uint32_t a = 0; a < (s->is_flat ? 2 : 3); a++) {
                const double r = lb_random_number(11, n, a, trial, 0);
                position[3 * n + a] = s->drop.centre[a] + reach * r;
                r2 += r * r;
            }
        }
    }
}

/* All but the first `count` ones away from the drops. */
static void put_others_in_gas(const struct state *s, size_t count, double *position)
{
    for (size_t n = 3 * count; n < 3 * MARKERS; n++)
        position[n] = s->is_flat && n % 3 == 2 ? 0.5 : 3.0;
}

/* Up to the drop's rim, where most of a marker's cells are gas. */
static void a_flying_drop_takes_its_particles_along(void)
{
    enum { STEPS = 120 };
    const struct state s = {.drop = {{12.2, 11.9, 9.6}, 5.0}, .u = {0.05, -0.03, 0.04}};
    double position[3 * MARKERS], moved[3 * MARKERS], worst = 0.0;
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    scatter(&s, 5.2, position);
    const struct lb_markers m = {
        .count = MARKERS, .position = position, .force = no_force, .delta = lb_deltas[2]};
    const struct lb_case c = make(&s, &m);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
        LB_CHECK_OK(lb_solver_read_markers(solver, moved, NULL, &err), &err)) {
        for (size_t n = 0; n < 3 * MARKERS; n++)
            worst = fmax(worst, fabs(moved[n] - position[n] - STEPS * s.u[n % 3]));
        LB_CHECK_NEAR(worst, 0.0, tolerance(1e-8, 1e-3));
    }
    lb_solver_destroy(solver);
}

/* Cells of the surface show an observer what the last step made of them, fluid ones what the next
 * step will find. */
static bool is_fluid(size_t n)
{
    const size_t x = n % SIZE, y = n / SIZE % SIZE, z = n / SIZE / SIZE;
    bool all = fill[n] == 1.0;
    for (size_t k = 0; k < 27; k++) {
        const size_t i = (x + SIZE + k % 3 - 1) % SIZE, j = (y + SIZE + k / 3 % 3 - 1) % SIZE;
        const size_t l = (z + SIZE + k / 9 - 1) % SIZE;
        if (k % 3 != 1 && k / 3 % 3 != 1 && k / 9 != 1) continue; /* no link of D3Q19 */
        all = all && fill[(l * SIZE + j) * SIZE + i] > 0.0;
    }
    return all;
}

static double weight_of(int points, const double *x, size_t n)
{
    return lb_test_delta(points, (double)(n % SIZE) + 0.5 - x[0]) *
           lb_test_delta(points, (double)(n / SIZE % SIZE) + 0.5 - x[1]) *
           lb_test_delta(points, (double)(n / SIZE / SIZE) + 0.5 - x[2]);
}

/* Sum of the weights of wet cells, and of their velocities. */
static double wet_share(int points, const double *x, double velocity[3])
{
    double share = 0.0;
    memset(velocity, 0, 3 * sizeof *velocity);
    for (size_t n = 0; n < CELLS; n++) {
        if (fill[n] <= 0.0) continue;
        const double weight = weight_of(points, x, n);
        share += weight;
        for (size_t a = 0; a < 3; a++)
            velocity[a] += weight * u[3 * n + a];
    }
    return share;
}

/* After some steps, in which cells of the start turn that have no gas or no fluid beside them. */
static bool step_once(struct lb_solver *solver, double *position, double *moved)
{
    struct lb_error err = {0};
    bool fine = LB_CHECK_OK(lb_solver_advance(solver, 20, &err), &err) &&
                LB_CHECK_OK(lb_solver_read_fill(solver, &box, fill, &err), &err) &&
                LB_CHECK_OK(lb_solver_read_markers(solver, position, NULL, &err), &err) &&
                LB_CHECK_OK(lb_solver_read(solver, &box, rho, before, &err), &err) &&
                LB_CHECK_OK(lb_solver_advance(solver, 1, &err), &err) &&
                LB_CHECK_OK(lb_solver_read(solver, &box, rho, u, &err), &err) &&
                LB_CHECK_OK(lb_solver_read_markers(solver, moved, NULL, &err), &err);
    for (size_t n = 0; fine && n < CELLS; n++)
        if (is_fluid(n)) memcpy(u + 3 * n, before + 3 * n, 3 * sizeof *u);
    return fine;
}

/* In a sheared drop, whose velocities differ from cell to cell, so slow that no cell turns: the
 * host takes the mean of what the step found in the cells that were wet. */
static void gas_takes_no_part_in_interpolation(void)
{
    const struct state s = {
        .drop = {{12.2, 11.9, 12.1}, 5.0}, .u = {1e-5, -2e-5, 1e-5}, .shear = 2e-5};
    for (size_t k = 1; k < 3; k++) {
        double position[3 * MARKERS], moved[3 * MARKERS];
        struct lb_error err = {0};
        struct lb_solver *solver = NULL;
        int near_gas = 0;
        if (!lb_check_runs(k == 2)) continue;
        scatter(&s, 6.0, position);
        const struct lb_markers m = {
            .count = MARKERS, .position = position, .force = no_force, .delta = lb_deltas[k]};
        const struct lb_case c = make(&s, &m);
        if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
            step_once(solver, position, moved))
            for (size_t n = 0; n < MARKERS; n++) {
                double velocity[3];
                const double *x = position + 3 * n;
                const double share = wet_share(lb_deltas[k]->points, x, velocity);
                if (share < 1e-2) continue; /* flies */
                near_gas += share < 0.99;
                for (size_t a = 0; a < 3; a++)
                    LB_CHECK_NEAR(moved[3 * n + a] - x[a], velocity[a] / share,
                                  tolerance(2e-12, 1e-9));
            }
        LB_CHECK(near_gas > MARKERS / 4);
        lb_solver_destroy(solver);
    }
}

/* What an observer at step 0 sees in fluid cells is half of the force on them. */
static void gas_takes_no_part_in_spreading(void)
{
    const struct state s = {.drop = {{12.2, 11.9, 12.1}, 5.0}};
    const double f[3 * MARKERS] = {1e-4, -2e-4, 3e-4}; /* of the first one; the others are in gas */
    double x[3 * MARKERS] = {12.2, 11.9, 16.6};
    double velocity[3], seen = 0.0;
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    put_others_in_gas(&s, 1, x);
    const struct lb_markers m = {
        .count = MARKERS, .position = x, .force = f, .delta = lb_deltas[2]};
    const struct lb_case c = make(&s, &m);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_read_fill(solver, &box, fill, &err), &err) &&
        LB_CHECK_OK(lb_solver_read(solver, &box, rho, u, &err), &err)) {
        const double share = wet_share(4, x, velocity);
        LB_CHECK(share > 0.1 && share < 0.95);
        for (size_t n = 0; n < CELLS; n++) {
            const double weight = weight_of(4, x, n) / share;
            if (weight == 0.0 || !is_fluid(n)) continue;
            for (size_t a = 0; a < 3; a++)
                LB_CHECK_NEAR(2.0 * rho[n] * u[3 * n + a], weight * f[a], tolerance(1e-15, 1e-10));
            seen += weight;
        }
    }
    LB_CHECK(seen > 0.1);
    lb_solver_destroy(solver);
}

static void a_retired_particle_is_no_more(void)
{
    enum { STEPS = 10 };
    const struct state s = {.drop = {{12.2, 11.9, 12.1}, 5.0}, .u = {0.05, 0.0, 0.0}};
    double at[3 * MARKERS] = {11.0, 12.0, 12.0, 13.0, 12.0, 12.0};
    const double f[3 * MARKERS] = {0.0, 0.0, 1e-3, 0.0, 1e-4, 0.0};
    const uint32_t first = 0, none = MARKERS;
    double moved[3 * MARKERS];
    struct lb_error err = {0}, refused = {0};
    struct lb_solver *solver = NULL;
    struct lb_survey survey;
    put_others_in_gas(&s, 2, at);
    const struct lb_markers m = {
        .count = MARKERS, .position = at, .force = f, .delta = lb_deltas[2]};
    const struct lb_case c = make(&s, &m);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_retire_markers(solver, &first, 1, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(solver, &survey, &err), &err) &&
        LB_CHECK_OK(lb_solver_read_markers(solver, moved, NULL, &err), &err)) {
        for (size_t a = 0; a < 3; a++)
            LB_CHECK(isnan(moved[a]));
        LB_CHECK_NEAR(moved[3] - at[3], STEPS * 0.05, 1e-4);
        LB_CHECK_NEAR(survey.momentum[2], 0.0, 1e-3 * STEPS * f[2]);
        /* every step gives the whole force, and an observer sees half of the next */
        LB_CHECK_CLOSE(survey.momentum[1], (STEPS + 0.5) * f[4], 0.02);
        LB_CHECK_EQUAL_INT(lb_solver_retire_markers(solver, &none, 1, &refused), LB_STATUS_FAILED);
        LB_CHECK_EQUAL_TEXT(refused.text,
                            "marker 40 cannot be retired: of 40 markers, those from 0 "
                            "on are particles");
    }
    lb_solver_destroy(solver);
}

/* --- in two dimensions, falling --------------------------------------------------------------- */

static const double gravity = 2e-5;

/* Markers without forces. */
static struct lb_case make_falling(const struct state *s, const struct lb_markers *m)
{
    struct lb_case c = make(s, m);
    c.force[1] = -gravity;
    return c;
}

/* From rest: g n (n + 1) / 2, as the fluid itself would. */
static void in_gas_a_particle_falls(void)
{
    enum { STEPS = 400 };
    const struct state s = {.drop = {{6.0, 6.0, 0.5}, 3.0}, .is_flat = true, .is_open = true};
    const double at[3] = {17.0, 22.0, 0.5}, g = gravity;
    double moved[3];
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    const struct lb_markers m = {.count = 1, .position = at, .delta = lb_deltas[0]};
    const struct lb_case c = make_falling(&s, &m);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
        LB_CHECK_OK(lb_solver_read_markers(solver, moved, NULL, &err), &err)) {
        LB_CHECK_NEAR(moved[0], at[0], 0.0);
        LB_CHECK_NEAR(moved[2], at[2], 0.0);
        LB_CHECK_CLOSE(moved[1] - at[1], -0.5 * g * STEPS * (STEPS + 1), 1e-6);
    }
    lb_solver_destroy(solver);
}

/* The drop is taken out at the top of the box, and its particle is not. */
static void without_its_drop_a_particle_flies_on(void)
{
    enum { BEFORE = 20, BEHIND = 100 };
    const struct state s = {
        .drop = {{12.0, 36.0, 0.5}, 3.0}, .u = {0.02, 0.05, 0.0}, .is_flat = true, .is_open = true};
    const double at[3] = {12.1, 36.2, 0.5}, g = gravity;
    double moved[3];
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    struct lb_droplets gone = {0};
    const struct lb_markers m = {.count = 1, .position = at, .delta = lb_deltas[0]};
    const struct lb_case c = make_falling(&s, &m);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, BEFORE, &err), &err) &&
        LB_CHECK_OK(lb_solver_take_droplets(solver, 1, 1, &gone, &err), &err) &&
        LB_CHECK_EQUAL_INT(gone.count, 1) &&
        LB_CHECK_OK(lb_solver_advance(solver, BEHIND, &err), &err) &&
        LB_CHECK_OK(lb_solver_read_markers(solver, moved, NULL, &err), &err)) {
        const double t = BEFORE + BEHIND;
        LB_CHECK_CLOSE(moved[0] - at[0], 0.02 * t, 1e-3);
        LB_CHECK_CLOSE(moved[1] - at[1], 0.05 * t - 0.5 * g * t * t, 2e-3);
    }
    lb_droplets_clear(&gone);
    lb_solver_destroy(solver);
}

/* With tension, each particle with a force of its own. */
static struct lb_case make_pushed(const struct state *s, const struct lb_markers *m, int lanes)
{
    struct lb_case c = make(s, m);
    c.force[up_axis(s)] = -1e-4;
    c.surface.tension = 1e-3;
    lb_test_layout.lanes = lanes;
    return c;
}

/* From up to three cells above the floor, whose upper side is at a height of 1. */
static void check_floor(const struct state *s, const struct lb_case *c, double *at)
{
    enum { STEPS = 10, LOOKS = 40 };
    const size_t up = (size_t)up_axis(s);
    double moved[3 * MARKERS];
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    for (size_t n = 0; n < MARKERS; n++) {
        at[3 * n] = 5.0 + 0.3 * (double)n;
        at[3 * n + (up == 1 ? 2 : 1)] = up == 1 ? 0.5 : at[3 * n];
        at[3 * n + up] = 1.02 + 2.98 / (MARKERS - 1) * (double)n;
    }
    bool fine = LB_CHECK_OK(lb_test_solver_create(c, device, &solver, &err), &err);
    for (int look = 0; fine && look < LOOKS; look++) {
        fine = LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
               LB_CHECK_OK(lb_solver_read_markers(solver, moved, NULL, &err), &err);
        for (size_t n = 0; fine && n < MARKERS; n++)
            fine = LB_CHECK(moved[3 * n + up] >= 1.0);
    }
    if (fine && s->is_flat)
        LB_CHECK(moved[3 * (MARKERS - 1) + up] < 1.1); /* it did fall that far */
    if (fine && !s->is_flat) LB_CHECK(moved[0] > at[0] + 0.1);
    lb_solver_destroy(solver);
}

/* Falling through gas onto the floor, and, in three dimensions, carried by a stream against it. */
static void no_particle_enters_a_wall(void)
{
    const struct state dry = {.is_flat = true};
    const struct state wet = {.drop = {{12, 12, 12}, 100.0}, .u = {0.02, 0, -0.05}};
    double at[3 * MARKERS];
    struct lb_markers m = {
        .count = MARKERS, .position = at, .force = no_force, .delta = lb_deltas[1]};
    const struct lb_case falling = make_pushed(&dry, &m, 1);
    check_floor(&dry, &falling, at);
    m.delta = lb_deltas[2];
    const struct lb_case carried = make(&wet, &m);
    check_floor(&wet, &carried, at);
}

/* A falling, pushed drop, with particles that leave it.  One lane is what the others are compared with. */
static void compare_lanes(bool is_flat)
{
    enum { STEPS = 60 };
    static const int all_lanes[] = {4, 8, 2};
    struct state s = {.drop = {{12.2, 11.9, 9.1}, 5.0},
                      .u = {0.05, -0.03, -0.05},
                      .shear = 0.01,
                      .is_flat = is_flat};
    const struct state flat = {
        .drop = {{12.2, 9.1, 0.5}, 5.0}, .u = {0.05, -0.05, 0.0}, .shear = 0.01, .is_flat = true};
    double position[3 * MARKERS], force[3 * MARKERS], first[3 * MARKERS], moved[3 * MARKERS];
    bool has_first = false;
    if (is_flat) s = flat;
    scatter(&s, 6.0, position);
    for (uint32_t n = 0; n < 3 * MARKERS; n++)
        force[n] = is_flat && n % 3 == 2 ? 0.0 : 1e-3 * lb_random_number(5, n, 0, 0, 0);
    const struct lb_markers m = {
        .count = MARKERS, .position = position, .force = force, .delta = lb_deltas[1]};
    for (size_t k = 0; k < sizeof all_lanes / sizeof *all_lanes; k++) {
        if (!lb_check_runs(is_flat && k == 0)) continue;
        for (int is_other = has_first ? 1 : 0; is_other < 2; is_other++) {
            struct lb_error err = {0};
            struct lb_solver *solver = NULL;
            const struct lb_case c = make_pushed(&s, &m, is_other ? all_lanes[k] : 1);
            const bool fine =
                LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
                LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
                LB_CHECK_OK(lb_solver_read_markers(solver, is_other ? moved : first, NULL, &err),
                            &err);
            lb_solver_destroy(solver);
            if (!fine) return;
        }
        has_first = true;
        LB_CHECK(memcmp(first, moved, sizeof first) == 0);
    }
}

static void all_lanes_give_the_same_bits(void)
{
    compare_lanes(true);
    compare_lanes(false);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_marker_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(a_flying_drop_takes_its_particles_along);
    LB_TEST_MATRIX(gas_takes_no_part_in_interpolation);
    LB_TEST(gas_takes_no_part_in_spreading);
    LB_TEST(a_retired_particle_is_no_more);
    LB_TEST(in_gas_a_particle_falls);
    LB_TEST(without_its_drop_a_particle_flies_on);
    LB_TEST(no_particle_enters_a_wall);
    LB_TEST_MATRIX(all_lanes_give_the_same_bits);
    lb_device_close(device);
    return lb_check_report();
}
