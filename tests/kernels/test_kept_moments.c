/* Ten moments in place of populations: the same flow as with populations and the same collision, in FP64 to
 * 1e-12, with walls at rest and moving, prescribed cells and a force, on every velocity set and for boxes
 * that tiles and vectors do not divide; and the same forces on walls.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "shared/alarm.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/curved_case.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"
#include "case/rounding.h"
#include "layout/layout.h"

enum { MAX_CELLS = 1 << 13 };
static struct lb_device *device;

struct seen {
    double rho[MAX_CELLS], u[3 * MAX_CELLS];
    struct lb_wall_force walls;
    struct lb_survey survey;
};
static struct seen of_populations, of_moments;
static bool sums;     /* forces on walls and survey are seen, too; they have kernels of their own */
static bool gpu_step; /* that of GPUs, whatever the device is */

static enum lb_status look(const struct lb_case *c, unsigned steps, const uint32_t tile[3],
                           struct seen *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_region box = {.end = {c->size[0], c->size[1], c->size[2]}};
    struct lb_link_force groups[1];
    struct lb_solver *solver = NULL;
    struct lb_layout layout;
    lb_layout_choose(c, &lb_test_layout, lb_device_get_info(device), &layout);
    for (int k = 0; k < 2 && layout.chunk > 0 && tile[0] > 0; k++)
        layout.tile[k] = tile[k];
    if (layout.chunk > 0 && tile[2] > 0) layout.chunk = tile[2];
    layout.passes_cache = layout.chunk > 0 && c->size[0] % 4 == 0; /* whole pieces of lines */
    if (layout.chunk > 0 && gpu_step) {
        layout.lane_axis = 2;
        layout.row_axis = 0;
        layout.stride = (lb_case_cell_count(c) + 15) / 16 * 16; /* records one behind the other */
        layout.arithmetic_lanes = 1;
        layout.march_group = 2 * (tile[0] + 2 + tile[1]) + tile[0] * tile[1] + 3;
    }
    LB_TRY(lb_solver_create(c, &layout, device, NULL, &solver, err));
    LB_TRY(lb_solver_advance(solver, steps, err));
    LB_TRY(lb_solver_read(solver, &box, out->rho, out->u, err));
    memset(&out->survey, 0, sizeof out->survey);
    memset(&out->walls, 0, sizeof out->walls);
    if (sums) LB_TRY(lb_solver_survey(solver, &out->survey, err));
    if (sums && (c->cell_kinds & LB_CELL_SOLID) != 0)
        LB_TRY(lb_solver_forces(solver, groups, &out->walls, err));
cleanup:
    lb_solver_destroy(solver);
    return st;
}

/* NaN is larger than all, which it is not for fmax. */
static double larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

static double fields_apart(const struct lb_case *c)
{
    double largest = 0.0;
    for (uint64_t n = 0; n < lb_case_cell_count(c); n++)
        largest = larger(largest, fabs(of_moments.rho[n] - of_populations.rho[n]));
    for (uint64_t n = 0; n < 3 * lb_case_cell_count(c); n++)
        largest = larger(largest, fabs(of_moments.u[n] - of_populations.u[n]));
    return largest;
}

static double forces_apart(void)
{
    double largest = 0.0;
    for (int a = 0; a < 3; a++) {
        largest =
            larger(largest, fabs(of_moments.walls.resting[a] - of_populations.walls.resting[a]));
        largest =
            larger(largest, fabs(of_moments.walls.moving[a] - of_populations.walls.moving[a]));
    }
    return largest;
}

/* With one lane, whatever the moments have: one text for boxes of one size. */
static bool see_populations(struct lb_case *c, unsigned steps, const uint32_t tile[3])
{
    struct lb_error err = {0};
    const int lanes = lb_test_layout.lanes;
    c->streaming = LB_STREAMING_PULL;
    lb_test_layout.lanes = 1;
    const bool seen = LB_CHECK_OK(look(c, steps, tile, &of_populations, &err), &err);
    lb_test_layout.lanes = lanes;
    return seen;
}

static bool see_moments(struct lb_case *c, unsigned steps, const uint32_t tile[3])
{
    struct lb_error err = {0};
    c->streaming = LB_STREAMING_MOMENTS;
    return LB_CHECK_OK(look(c, steps, tile, &of_moments, &err), &err);
}

static bool compare(struct lb_case *c, unsigned steps, const uint32_t tile[3])
{
    return see_populations(c, steps, tile) && see_moments(c, steps, tile);
}

static void moments_are_the_flow_of_populations(void)
{
    static const struct {
        const char *lattice, *collision;
        unsigned with;
        uint32_t size[3], tile[3];
        int lanes, steps;
        bool shift, eddies, sums, always;
    } rows[] = {
        {"d3q19", "rr", LB_WITH_ALL, {7, 5, 6}, {5, 1, 2}, 2, 12, true, false, true, true},
        {"d3q19", "rlb", LB_WITH_FORCE, {8, 6, 5}, {0, 0, 0}, 4, 0, true, false, true, false},
        {"d3q19", "rr", LB_WITH_ALL, {7, 5, 6}, {7, 2, 4}, 4, 12, true, false, false, false},
        {"d3q19", "rr", LB_WITH_ALL, {7, 4, 3}, {7, 2, 2}, 4, 12, true, false, true, false},
        {"d3q19", "rlb", LB_WITH_ALL, {12, 5, 3}, {8, 2, 2}, 4, 12, true, false, true, false},
        {"d2q9", "rlb", LB_WITH_ALL, {16, 5, 1}, {8, 3, 1}, 4, 12, true, false, false, true},
        {"d2q9", "rr", LB_WITH_ALL, {16, 5, 1}, {4, 3, 1}, 2, 12, true, true, false, true},
        {"d2q9", "rlb", LB_WITH_ALL, {16, 3, 1}, {0, 0, 0}, 8, 12, false, false, true, false},
        {"d3q15", "rlb", LB_WITH_ALL, {4, 5, 6}, {4, 2, 3}, 2, 12, true, false, true, false},
        {"d3q27", "rr", LB_WITH_ALL, {8, 3, 5}, {2, 2, 5}, 2, 12, false, true, true, false},
        {"d3q27", "rlb", LB_WITH_FORCE, {5, 4, 3}, {5, 4, 3}, 1, 12, true, false, true, false},
        {"d3q19", "rr", LB_WITH_ALL, {11, 12, 9}, {7, 2, 4}, 4, 1000, true, true, true, false},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_check_runs(rows[k].always)) continue;
        lb_random_case_init(&c, &state, lb_lattice_find(rows[k].lattice), rows[k].with,
                            rows[k].size[0], rows[k].size[1], rows[k].size[2]);
        c.collision = lb_collision_find(rows[k].collision);
        c.shift = rows[k].shift;
        if (rows[k].eddies) c.viscosity_model = lb_viscosity_model_find("smagorinsky");
        c.viscosity_values[0] = 0.15;
        lb_test_layout.lanes = rows[k].lanes;
        sums = rows[k].sums;
        printf("  %s %s %d steps\n", rows[k].lattice, rows[k].collision, rows[k].steps);
        if (!compare(&c, (unsigned)rows[k].steps, rows[k].tile)) continue;
        LB_CHECK_NEAR(fields_apart(&c), 0.0, 1e-12);
        LB_CHECK_NEAR(forces_apart(), 0.0, 1e-11);
        LB_CHECK_NEAR(of_moments.survey.excess_mass, of_populations.survey.excess_mass, 1e-10);
    }
}

/* With a group of work-items for each tile, as GPUs have it: tiles that do not divide the box, and chunks. */
static void the_step_of_gpus_is_the_same(void)
{
    static const struct {
        const char *lattice, *collision;
        unsigned with;
        uint32_t size[3], tile[3];
        bool sums, always;
    } rows[] = {
        {"d3q19", "rr", LB_WITH_ALL, {7, 5, 6}, {4, 2, 4}, false, false},
        {"d2q9", "rr", LB_WITH_ALL, {7, 5, 1}, {4, 3, 1}, true, true},
        {"d3q15", "rlb", LB_WITH_ALL, {4, 4, 3}, {4, 2, 3}, true, false},
        {"d3q27", "rr", LB_WITH_ALL, {5, 6, 4}, {3, 3, 1}, true, false},
        {"d3q27", "rlb", LB_WITH_FORCE, {3, 2, 2}, {4, 4, 3}, true, false},
    };
    gpu_step = true;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_check_runs(rows[k].always)) continue;
        lb_random_case_init(&c, &state, lb_lattice_find(rows[k].lattice), rows[k].with,
                            rows[k].size[0], rows[k].size[1], rows[k].size[2]);
        c.collision = lb_collision_find(rows[k].collision);
        c.viscosity_model = lb_viscosity_model_find("smagorinsky");
        c.viscosity_values[0] = 0.15;
        c.sponge = (struct lb_sponge){0.5 * c.size[0] - 1.25, 0.4 * c.size[0]};
        sums = rows[k].sums;
        if (!compare(&c, 9, rows[k].tile)) continue;
        LB_CHECK_NEAR(fields_apart(&c), 0.0, 1e-12);
        LB_CHECK_NEAR(forces_apart(), 0.0, 1e-11);
    }
    gpu_step = false;
}

/* With both steps: each has its own order in memory. */
static void walls_between_cells_are_the_same(void)
{
    static const uint32_t tile[3] = {8, 3, 1};
    static const char *const rules[] = {"exact", "curved"};
    sums = false; /* test_curved_bits.c has the forces */
    for (int n = 0; n < 2; n++) {
        struct lb_curved_case k;
        struct lb_case c;
        struct lb_error err = {0};
        gpu_step = n == 0;
        lb_test_layout.lanes = 4;
        if (LB_CHECK_OK(lb_slit_make(&k, &c, rules[n], "rr", 1, 2, 8, 4.6, 0.8, 0.05, &err),
                        &err) &&
            compare(&c, 9, tile))
            LB_CHECK_NEAR(fields_apart(&c), 0.0, 1e-12);
        lb_curved_case_free(&k);
    }
    gpu_step = false;
}

/* One solid and one prescribed cell; densities of the solid one and of a cell of the fluid. */
struct lone_cells {
    lb_start_function *fill;
    const void *state;
    double solid, fluid;
};

static void fill_lone_cells(const void *state, uint32_t x, uint32_t y, uint32_t z,
                            struct lb_cell *out)
{
    const struct lone_cells *s = state;
    s->fill(s->state, x, y, z, out);
    out->flags = LB_CELL_FLUID;
    if (x == 7 && y == 6 && z == 7) out->flags = LB_CELL_EQUILIBRIUM;
    if (x == 1 && y == 1 && z == 1) out->rho = s->fluid;
    if (x != 3 || y != 3 || z != 4) return;
    out->flags = LB_CELL_SOLID;
    out->rho = s->solid;
}

static const uint32_t lone_tile[3] = {4, 3, 4};

static void init_lone_cells(struct lb_case *c, struct lb_random_state *random,
                            struct lone_cells *state)
{
    lb_random_case_init(c, random, lb_lattice_find("d3q19"), LB_WITH_SOLID | LB_WITH_EQUILIBRIUM, 9,
                        7, 8);
    *state = (struct lone_cells){c->start, c->start_state, 1.0, 1.0};
    c->start = fill_lone_cells;
    c->start_state = state;
    c->collision = lb_collision_find("rr");
    c->shift = false;
    sums = false;
}

/* Tiles read flags only where they have cells with some, in the tile, beside it, below or above. */
static void tiles_know_their_cells(void)
{
    struct lb_case c;
    struct lb_random_state random;
    struct lone_cells state;
    init_lone_cells(&c, &random, &state);
    gpu_step = true;
    if (compare(&c, 9, lone_tile)) LB_CHECK_NEAR(fields_apart(&c), 0.0, 1e-12);
    gpu_step = false;
}

/* No density of a solid cell does. */
static void densities_raise_the_alarm(void)
{
    static const struct {
        double solid, fluid;
        long alarm;
    } rows[] = {{-5.0, 1.0, 0},
                {1.0, -5.0, LB_ALARM_DENSITY},
                {1.0, 0.0, LB_ALARM_DENSITY},
                {1.0, (double)NAN, LB_ALARM_DENSITY}};
    struct lb_case c;
    struct lb_random_state random;
    struct lone_cells state;
    init_lone_cells(&c, &random, &state);
    gpu_step = sums = true;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        state.solid = rows[k].solid;
        state.fluid = rows[k].fluid;
        if (see_moments(&c, 1, lone_tile))
            LB_CHECK_EQUAL_INT((long)of_moments.survey.alarm, rows[k].alarm);
    }
    gpu_step = sums = false;
}

/* Of formats whose numbers are not all of one size, and of FP32: each has its records in memory.  The bounds are
 * some last places of the format. */
static void check_formats(uint32_t wide, const uint32_t tile[3])
{
    enum { ON_CPUS = 1, ON_GPUS = 2 };
    static const struct {
        const char *lattice, *format;
        unsigned with;
        int rounding; /* nearest, stochastic */
        double bound;
        unsigned always;
    } rows[] = {
        {"d3q19", "fp32", LB_WITH_ALL, 0, 2e-6, 0},
        {"d3q19", "fp16s", LB_WITH_ALL, 0, 2e-4, ON_GPUS},
        {"d3q19", "fp16s", LB_WITH_FORCE | LB_WITH_EQUILIBRIUM, 0, 2e-4, 0},
        {"d3q19", "fp16s", LB_WITH_ALL, 1, 5e-4, 0},
        {"d2q9", "fp32", LB_WITH_ALL, 0, 2e-6, 0},
        {"d2q9", "fp16s", LB_WITH_ALL, 0, 2e-4, 0},
        {"d2q9", "fp16s", LB_WITH_ALL, 1, 5e-4, ON_CPUS},
    };
    sums = false;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_check_runs((rows[k].always & (gpu_step ? ON_GPUS : ON_CPUS)) != 0)) continue;
        const struct lb_lattice *lattice = lb_lattice_find(rows[k].lattice);
        lb_random_case_init(&c, &state, lattice, rows[k].with, wide, 5,
                            lattice->dimensions == 3 ? 6 : 1);
        c.collision = lb_collision_find("rr");
        lb_test_layout.lanes = 4;
        if (!see_populations(&c, 9, tile)) continue;
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find(rows[k].format);
        c.rounding = lb_roundings[rows[k].rounding];
        if (!see_moments(&c, 9, tile)) continue;
        printf("  %s %s %d: %.2g\n", rows[k].lattice, rows[k].format, rows[k].rounding,
               fields_apart(&c));
        LB_CHECK_NEAR(fields_apart(&c), 0.0, rows[k].bound);
    }
}

static void formats_of_gpus_are_as_accurate(void)
{
    gpu_step = true;
    check_formats(7, (const uint32_t[3]){4, 2, 4});
    gpu_step = false;
}

static void formats_of_cpus_are_as_accurate(void)
{
    check_formats(16, (const uint32_t[3]){16, 2, 4});
}

/* Ten numbers in two copies and a byte of flags. */
static void memory_is_that_of_ten_numbers(void)
{
    static const struct {
        const char *storage;
        int rounding; /* nearest, stochastic */
        double bytes;
    } rows[] = {{"fp32", 0, 80.0}, {"fp16s", 0, 56.0}, {"fp16s", 1, 40.0}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct lb_case c;
        struct lb_random_state state;
        lb_random_case_init(&c, &state, lb_lattice_find("d3q19"), 0, 16, 16, 16);
        c.collision = lb_collision_find("rr");
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find(rows[k].storage);
        c.rounding = lb_roundings[rows[k].rounding];
        c.streaming = LB_STREAMING_MOMENTS;
        LB_CHECK_NEAR(2.0 * lb_case_kept_bytes(&c), rows[k].bytes, 0.0);
        LB_CHECK_NEAR(lb_case_bytes_per_cell(&c), rows[k].bytes + 1.0, 0.0);
    }
}

/* What needs populations is refused by a sentence. */
static void what_needs_populations_is_refused(void)
{
    static const struct {
        const char *lattice, *collision, *storage, *says;
    } rows[] = {{"d3q19", "srt", "fp32", "--collision rr or rlb"},
                {"d3q19", "rr", "bfp12", "BFP12"},
                {"d3q19", "rr", "fix16x", "FIX16X"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct lb_case c;
        struct lb_random_state state;
        struct lb_error err = {0};
        lb_random_case_init(&c, &state, lb_lattice_find(rows[k].lattice), 0, 4, 4, 4);
        c.collision = lb_collision_find(rows[k].collision);
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find(rows[k].storage);
        c.streaming = LB_STREAMING_MOMENTS;
        LB_CHECK_EQUAL_INT(lb_case_check_moments(&c, &err), LB_STATUS_USAGE);
        LB_CHECK(strstr(err.text, rows[k].says) != NULL);
    }
}

int main(void)
{
    struct lb_error err = {0};
    LB_TEST(memory_is_that_of_ten_numbers);
    LB_TEST(what_needs_populations_is_refused);
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(moments_are_the_flow_of_populations);
    LB_TEST_MATRIX(the_step_of_gpus_is_the_same);
    LB_TEST(walls_between_cells_are_the_same);
    LB_TEST(tiles_know_their_cells);
    LB_TEST(densities_raise_the_alarm);
    LB_TEST_MATRIX(formats_of_gpus_are_as_accurate);
    LB_TEST_MATRIX(formats_of_cpus_are_as_accurate);
    lb_device_close(device);
    return lb_check_report();
}
