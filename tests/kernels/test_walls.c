/* Walls that all cells of a vector share, which the step turns round itself, and walls beside some
 * of them, which a kernel of its own does: the host reference agrees, one lane gives the same bits,
 * and solid cells that go along with others are never seen.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { NX = 8, NY = 6, NZ = 16, CELLS = NX * NY * NZ, LANES = 4, SLAB = NZ / LANES };

static struct lb_device *device;

struct result {
    double rho[CELLS];
    double u[3 * CELLS];
};

struct wall_state {
    struct lb_random_state random;
    lb_start_function *start;
    bool mixed; /* also walls that are in one slab only */
};

/* Walls at the same places of all slabs, so that their links cross the slabs' borders, too. */
static void fill_alike(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct wall_state *s = state;
    const double draw = lb_random_number(7, x, y, z % SLAB, 0);
    s->start(&s->random, x, y, z, out);
    out->flags = LB_CELL_FLUID;
    if (draw > 0.6) out->flags = LB_CELL_SOLID;
    if (draw > 0.8) out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
    if (s->mixed && z < SLAB && lb_random_number(8, x, y, z, 0) > 0.8)
        out->flags = out->flags == LB_CELL_FLUID ? LB_CELL_SOLID : LB_CELL_FLUID;
}

static void init_walls(struct lb_case *c, struct wall_state *s, bool mixed)
{
    lb_random_case_init(c, &s->random, lb_lattice_find("d3q19"),
                        LB_WITH_SOLID | LB_WITH_MOVING | LB_WITH_FORCE, NX, NY, NZ);
    s->start = c->start;
    s->mixed = mixed;
    c->start = fill_alike;
    c->start_state = s;
    lb_test_layout.lanes = LANES;
}

static void set_precision(struct lb_case *c, const char *storage)
{
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
}

static void reference_agrees_on_walls_alike(void)
{
    for (int k = 0; k < 4; k++) {
        struct lb_case c;
        struct wall_state state;
        init_walls(&c, &state, k / 2 == 1);
        if (!lb_check_runs(k == 1 || k == 2)) continue;
        c.streaming = k % 2 == 1 ? LB_STREAMING_PULL : LB_STREAMING_IN_PLACE;
        if (!lb_device_can_do(device, &c)) set_precision(&c, "fp32");
        LB_CHECK(lb_steps_agree(device, &c));
    }
}

static bool run(struct lb_case *c, int lanes, unsigned steps, struct result *out)
{
    struct lb_error err = {0};
    memset(out, 0, sizeof *out);
    lb_test_layout.lanes = lanes;
    return LB_CHECK_OK(lb_run_steps(device, c, steps, out->rho, out->u, &err), &err);
}

static void lanes_give_the_same_bits(void)
{
    static const char *const formats[] = {"fp32", "fp16c"};
    static struct result one, four;
    for (int k = 0; k < 4; k++) {
        struct lb_case c;
        struct wall_state state;
        init_walls(&c, &state, k / 2 == 1);
        set_precision(&c, formats[k % 2]);
        if (!lb_check_runs(k == 0 || k == 3)) continue;
        if (run(&c, 1, 9, &one) && run(&c, LANES, 9, &four))
            LB_CHECK(memcmp(&one, &four, sizeof one) == 0);
    }
}

/* Rock in the first slab, so that it shares vectors with the fluid of the others, and a ceiling.
 * Its density is negative, of which no alarm may tell. */
static void fill_rock(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state;
    (void)x;
    (void)y;
    if (z >= SLAB && z < NZ - 1) return;
    out->flags = LB_CELL_SOLID;
    out->rho = -0.5;
}

static void check_rock(const char *format)
{
    enum { STEPS = 400 };
    static struct result one, four;
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    struct lb_survey survey;
    struct lb_case c;
    struct wall_state state;
    init_walls(&c, &state, false);
    set_precision(&c, format);
    c.cell_kinds = LB_CELL_SOLID;
    c.viscosity = 0.01;
    c.force[0] = 2e-6;
    c.force[1] = c.force[2] = 0.0;
    c.start = fill_rock;
    if (!run(&c, 1, STEPS, &one) || !run(&c, LANES, STEPS, &four)) return;
    LB_CHECK(memcmp(&one, &four, sizeof one) == 0);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(solver, &survey, &err), &err)) {
        LB_CHECK_EQUAL_INT((long)survey.alarm, 0);
        LB_CHECK_EQUAL_INT((long)survey.non_finite, 0);
    }
    lb_solver_destroy(solver);
}

static void solid_cells_that_go_along_are_not_seen(void)
{
    check_rock("fp16c");
    check_rock("bfp12");
}

/* The same with a cell in the rock that sends what no code can hold. */
static void fill_hot_rock(const void *state, uint32_t x, uint32_t y, uint32_t z,
                          struct lb_cell *out)
{
    fill_rock(state, x, y, z, out);
    if (x != 1 || y != 1 || z != 1) return;
    out->flags = LB_CELL_EQUILIBRIUM;
    out->rho = 12345.0;
}

/* Halves of bytes are shared by two cells of a vector. */
static void codes_out_of_range_change_no_other_cell(void)
{
    static struct result one, four;
    struct lb_case c;
    struct wall_state state;
    init_walls(&c, &state, false);
    set_precision(&c, "bfp12");
    c.cell_kinds = LB_CELL_SOLID | LB_CELL_EQUILIBRIUM;
    c.start = fill_hot_rock;
    if (!run(&c, 1, 9, &one) || !run(&c, LANES, 9, &four)) return;
    LB_CHECK(memcmp(&one, &four, sizeof one) == 0);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(reference_agrees_on_walls_alike);
    LB_TEST_MATRIX(lanes_give_the_same_bits);
    LB_TEST(solid_cells_that_go_along_are_not_seen);
    LB_TEST(codes_out_of_range_change_no_other_cell);
    lb_device_close(device);
    return lb_check_report();
}
