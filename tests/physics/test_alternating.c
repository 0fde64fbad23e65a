/* test_alternating.c - what stochastic rounding adds to the alternating momentum of a closed room in a step: the law
 * of docs/theory/rounding.md, whose factors are of an independent emulation.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "case/lookup.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { SIDE = 18, SETTLING = 1500, ROUNDS = 150, STEPS = 20, SEEDS = 2 };

static struct lb_device *device;

/* A cavity whose lid moves along x. */
static void start_cavity(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state;
    (void)z;
    if (x > 0 && x < SIDE - 1 && y > 0 && y < SIDE - 1) return;
    out->flags = LB_CELL_SOLID;
    if (y < SIDE - 1) return;
    out->flags |= LB_CELL_MOVING;
    out->u[0] = 0.1;
}

static struct lb_case cavity(const char *format, bool shift, uint64_t seed)
{
    return (struct lb_case){.name = "cavity",
                            .lattice = lb_lattice_find("d2q9"),
                            .collision = lb_collision_find("srt"),
                            .storage = lb_number_format_find(format),
                            .arithmetic = LB_ARITHMETIC_FP32,
                            .rounding = lb_rounding_default,
                            .noise_seed = seed,
                            .shift = shift,
                            .size = {SIDE, SIDE, 1},
                            .viscosity = 0.02,
                            .cell_kinds = LB_CELL_SOLID | LB_CELL_MOVING,
                            .start = start_cavity};
}

/* Sum of the squares of what rounds of steps add to both sums, over cells, steps and the mean square of the
 * velocity. */
static enum lb_status add_variance(const struct lb_case *c, double *sum, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_solver *s = NULL;
    struct lb_survey before, now;
    LB_TRY(lb_test_solver_create(c, device, &s, err));
    LB_TRY(lb_solver_advance(s, SETTLING, err));
    LB_TRY(lb_solver_survey(s, &before, err));
    for (int round = 0; round < ROUNDS; round++) {
        LB_TRY(lb_solver_advance(s, STEPS, err));
        LB_TRY(lb_solver_survey(s, &now, err));
        const double cells = (double)now.fluid_cells, square = 2.0 * now.energy / cells;
        for (int axis = 0; axis < 2; axis++)
            *sum += pow(now.alternating[axis] - before.alternating[axis], 2.0) /
                    (cells * STEPS * square);
        before = now;
    }
cleanup:
    lb_solver_destroy(s);
    return st;
}

static double variance(const char *format, bool shift)
{
    struct lb_error err = {0};
    double sum = 0.0;
    lb_test_layout = (struct lb_layout_wishes){0};
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const struct lb_case c = cavity(format, shift, seed);
        LB_CHECK_OK(add_variance(&c, &sum, &err), &err);
    }
    return sum / (2.0 * ROUNDS * SEEDS);
}

static void rounding_feeds_it_as_the_law_says(void)
{
    const double fp16s = variance("fp16s", true), fp16c = variance("fp16c", true);
    const double plain = variance("fp32", true);
    printf("FP16S %.3g, FP16C %.3g, FP32 %.3g of the squared velocity\n", fp16s, fp16c, plain);
    LB_CHECK_CLOSE(fp16s, 0.41 * 1.8e-8, 0.25);
    LB_CHECK_CLOSE(fp16c, 0.36 * 4.4e-9, 0.25);
    LB_CHECK_NEAR(plain, 0.0, 1e-14);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(rounding_feeds_it_as_the_law_says);
    lb_device_close(device);
    return lb_check_report();
}
