/* test_whole_sums.c - formats that conserve exactly: the sums of mass and momentum over the codes of a
 * box are the same integers after thousands of steps, and a force adds whole numbers whose sum is the
 * impulse; between walls the mass stays.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

/* In steps of the format. */
struct sums {
    int64_t mass, momentum[3];
};

static enum lb_status find_codes(void *context, const struct lb_state_item *item,
                                 struct lb_error *err)
{
    (void)err;
    uint64_t *bytes = context;
    if (item->name[0] == 'f' && item->name[1] == '\0') *bytes = item->bytes;
    return LB_STATUS_OK;
}

/* Of the population that is in a plane between two steps, before an even one. */
static int population_in(const struct lb_case *c, int plane)
{
    if (c->streaming == LB_STREAMING_PULL || plane == 0) return plane;
    return plane % 2 == 1 ? plane + 1 : plane - 1;
}

static bool sum_codes(struct lb_solver *solver, const struct lb_case *c, struct sums *out)
{
    struct lb_error err = {0};
    uint64_t bytes = 0;
    *out = (struct sums){0};
    if (!LB_CHECK_OK(lb_solver_each_state(solver, find_codes, &bytes, &err), &err)) return false;
    const uint64_t cells = lb_case_cell_count(c), planes = (uint64_t)c->lattice->directions;
    const uint64_t stride = bytes / sizeof(uint16_t) / planes;
    uint16_t *codes = malloc(bytes);
    bool fine = LB_CHECK(codes != NULL && stride >= cells) &&
                LB_CHECK_OK(lb_solver_read_state(solver, "f", 0, bytes, codes, &err), &err);
    for (uint64_t plane = 0; fine && plane < planes; plane++) {
        int64_t sum = 0;
        const int i = population_in(c, (int)plane);
        for (uint64_t n = 0; n < cells; n++)
            sum += (int16_t)codes[plane * stride + n];
        out->mass += sum;
        for (int a = 0; a < 3; a++)
            out->momentum[a] += c->lattice->c[i][a] * sum;
    }
    free(codes);
    return fine;
}

/* What the step kernel says a force gives a cell in `steps` steps from the first one on: whole units
 * nearest to it. */
static int64_t impulse_of(const struct lb_case *c, int axis, uint64_t steps)
{
    const double unit = c->lattice->directions == 13 ? 2.0 : 1.0;
    const double in_one = (double)(float)c->force[axis] * c->storage->scale / unit;
    return (int64_t)(unit * copysign(floor(fabs(in_one) * (double)steps + 0.5), in_one));
}

static void check_box(const char *lattice, const char *collision, unsigned with,
                      enum lb_streaming streaming, const struct lb_rounding *rounding,
                      uint64_t steps)
{
    struct lb_case c;
    struct lb_random_state state;
    struct lb_solver *solver = NULL;
    struct lb_error err = {0};
    struct sums before, after;
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const bool is_flat = l->dimensions == 2;
    lb_random_case_init(&c, &state, l, with, 16, is_flat ? 16 : 6, is_flat ? 1 : 5);
    c.storage = lb_number_format_find("fix16x");
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.collision = lb_collision_find(collision);
    c.streaming = streaming;
    c.rounding = rounding;
    c.viscosity = 0.1 * l->sound_speed_squared;
    for (int a = 0; a < 3; a++)
        c.force[a] *= 0.0137 / (double)steps; /* less than a step of the format */
    lb_test_layout.lanes = 0;
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err)) return;
    bool same = sum_codes(solver, &c, &before) &&
                LB_CHECK_OK(lb_solver_advance(solver, steps, &err), &err) &&
                sum_codes(solver, &c, &after);
    const int64_t cells = (int64_t)lb_case_cell_count(&c);
    same = same && LB_CHECK_EQUAL_INT(after.mass, before.mass);
    for (int a = 0; a < 3 && same; a++) {
        LB_CHECK(before.momentum[a] != 0 || a == l->dimensions);
        LB_CHECK((with & LB_WITH_FORCE) == 0 || impulse_of(&c, a, steps) != 0 ||
                 a == l->dimensions);
        same = LB_CHECK_EQUAL_INT(after.momentum[a] - before.momentum[a],
                                  cells * impulse_of(&c, a, steps));
    }
    if (!same) {
        char words[256];
        lb_case_in_words(&c, words, sizeof words);
        printf("  %s, %s\n", words, rounding->name);
    }
    lb_solver_destroy(solver);
}

/* Each lattice always meets an operator, a streaming and a rounding, here or with a force, below. */
static void sums_of_a_periodic_box_stay(void)
{
    static const struct {
        const char *lattice, *collision;
        bool always;
    } table[] = {{"d3q7", "srt", true},   {"d3q15", "trt", true},  {"d3q19", "srt", true},
                 {"d3q27", "trt", true},  {"d2q9", "srt", false},  {"d3q13", "mrt", false},
                 {"d2q9", "trt", false},  {"d3q7", "trt", false},  {"d3q13", "srt", false},
                 {"d3q15", "srt", false}, {"d3q19", "trt", false}, {"d3q27", "srt", false}};
    for (unsigned k = 0; k < sizeof table / sizeof *table; k++)
        for (unsigned n = 0; n < 4; n++) {
            if (!lb_check_runs(table[k].always && n == k % 4)) continue;
            check_box(table[k].lattice, table[k].collision, LB_WITH_NOTHING,
                      n % 2 == 0 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL, lb_roundings[n / 2],
                      3000);
        }
}

static void forces_add_whole_numbers(void)
{
    static const struct {
        const char *lattice, *collision;
        bool always;
    } table[] = {{"d2q9", "srt", true},   {"d3q13", "mrt", true},  {"d3q15", "mrt", false},
                 {"d3q19", "trt", false}, {"d3q27", "srt", false}, {"d3q7", "srt", false}};
    for (unsigned k = 0; k < sizeof table / sizeof *table; k++)
        if (lb_check_runs(table[k].always))
            check_box(table[k].lattice, table[k].collision, LB_WITH_FORCE,
                      k % 2 == 0 ? LB_STREAMING_PULL : LB_STREAMING_IN_PLACE, lb_roundings[k % 2],
                      2000);
}

/* What goes into a wall comes back: the mass is that of before, to the last step of the format. */
static void walls_keep_the_mass(void)
{
    for (unsigned n = 0; n < 4; n++) {
        struct lb_case c;
        struct lb_random_state state;
        struct lb_solver *solver = NULL;
        struct lb_error err = {0};
        struct lb_survey before, after;
        if (!lb_check_runs(n % 3 == 0)) continue;
        lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_SOLID | LB_WITH_FORCE, 16,
                            16, 1);
        c.storage = lb_number_format_find("fix16x");
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.streaming = n % 2 == 0 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL;
        c.rounding = lb_roundings[n / 2];
        c.force[0] *= 0.01;
        c.force[1] *= 0.01;
        lb_test_layout.lanes = 0;
        if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err)) return;
        if (LB_CHECK_OK(lb_solver_survey(solver, &before, &err), &err) &&
            LB_CHECK_OK(lb_solver_advance(solver, 1000, &err), &err) &&
            LB_CHECK_OK(lb_solver_survey(solver, &after, &err), &err)) {
            LB_CHECK(after.speed_max > 1e-4);
            LB_CHECK(before.excess_mass == after.excess_mass);
        }
        lb_solver_destroy(solver);
    }
}

/* f_i themselves are too large. */
static void populations_without_shift_are_refused(void)
{
    struct lb_case c;
    struct lb_random_state state;
    struct lb_solver *solver = NULL;
    struct lb_error err = {0};
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_NOTHING, 16, 16, 1);
    c.storage = lb_number_format_find("fix16x");
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.shift = false;
    LB_CHECK_EQUAL_INT(lb_test_solver_create(&c, device, &solver, &err), LB_STATUS_DEVICE);
    LB_CHECK(solver == NULL);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(sums_of_a_periodic_box_stay);
    LB_TEST_MATRIX(forces_add_whole_numbers);
    LB_TEST_MATRIX(walls_keep_the_mass);
    LB_TEST(populations_without_shift_are_refused);
    lb_device_close(device);
    return lb_check_report();
}
