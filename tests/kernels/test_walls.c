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

enum { MAX_CELLS = 1024, LENGTH = 16, LANES = 4, SLAB = LENGTH / LANES };

static struct lb_device *device;

struct result {
    double rho[MAX_CELLS];
    double u[3 * MAX_CELLS];
};

/* Slabs are along z, in two dimensions along y: lanes do not divide x. */
struct wall_state {
    struct lb_random_state random;
    lb_start_function *start;
    bool mixed; /* also walls that are in one slab only */
    uint8_t kinds;
};

static uint32_t along_slabs(const struct wall_state *s, uint32_t y, uint32_t z)
{
    return s->random.dimensions == 3 ? z : y;
}

/* Walls at the same places of all slabs, so that their links cross the slabs' borders, too. */
static void fill_alike(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct wall_state *s = state;
    const uint32_t along = along_slabs(s, y, z), across = s->random.dimensions == 3 ? y : 0;
    const double draw = lb_random_number(7, x, across, along % SLAB, 0);
    s->start(&s->random, x, y, z, out);
    out->flags = LB_CELL_FLUID;
    if (draw > 0.6) out->flags = LB_CELL_SOLID;
    if (draw > 0.8) out->flags |= s->kinds & LB_CELL_MOVING;
    if (s->mixed && along < SLAB && lb_random_number(8, x, y, z, 0) > 0.8)
        out->flags = out->flags == LB_CELL_FLUID ? LB_CELL_SOLID : LB_CELL_FLUID;
}

static void init_walls(struct lb_case *c, struct wall_state *s, const char *lattice, uint8_t kinds,
                       bool mixed)
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const bool is_flat = l->dimensions == 2;
    lb_random_case_init(c, &s->random, l, LB_WITH_FORCE, is_flat ? 22 : 8, is_flat ? LENGTH : 6,
                        is_flat ? 1 : LENGTH);
    s->start = c->start;
    s->mixed = mixed;
    s->kinds = kinds;
    c->cell_kinds = kinds;
    c->start = fill_alike;
    c->start_state = s;
    lb_test_layout.lanes = LANES;
}

static void set_precision(struct lb_case *c, const char *storage)
{
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
}

/* Both kinds of walls with the same kernels. */
static void reference_agrees_on_walls_alike(void)
{
    static const struct {
        const char *lattice;
        enum lb_streaming streaming;
        enum lb_when when;
    } rows[] = {{"d3q19", LB_STREAMING_IN_PLACE, LB_NATIVELY},
                {"d2q9", LB_STREAMING_PULL, LB_ALWAYS},
                {"d3q19", LB_STREAMING_PULL, LB_SELDOM}};
    for (int k = 0; k < 6; k++) {
        struct lb_case c;
        struct wall_state state;
        if (!lb_case_runs(device, rows[k / 2].when)) continue;
        init_walls(&c, &state, rows[k / 2].lattice, LB_CELL_SOLID | LB_CELL_MOVING, k % 2 == 1);
        c.streaming = rows[k / 2].streaming;
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

/* What the kernels of the following depend on. */
struct variant {
    const char *lattice, *format;
    uint8_t kinds;
    bool always;
};

static void init_variant(struct lb_case *c, struct wall_state *s, const struct variant *v,
                         bool mixed)
{
    init_walls(c, s, v->lattice, v->kinds, mixed);
    set_precision(c, v->format);
    c->viscosity = 0.01;
    c->force[0] = 2e-6;
    c->force[1] = c->force[2] = 0.0;
}

static void compare_lanes(struct lb_case *c, unsigned steps)
{
    static struct result one, four;
    if (run(c, 1, steps, &one) && run(c, LANES, steps, &four))
        if (!LB_CHECK(memcmp(&one, &four, sizeof one) == 0)) {
            char words[256];
            lb_case_in_words(c, words, sizeof words);
            printf("  %s, %u steps\n", words, steps);
        }
}

static void check_walls(const struct variant *v)
{
    for (int mixed = 0; mixed < 2; mixed++) {
        struct lb_case c;
        struct wall_state state;
        init_variant(&c, &state, v, mixed == 1);
        compare_lanes(&c, 9);
    }
}

/* Rock in the first slab, so that it shares vectors with the fluid of the others, and a ceiling.
 * Its density is negative, of which no alarm may tell. */
static void fill_rock(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const uint32_t along = along_slabs(state, y, z);
    (void)x;
    if (along >= SLAB && along < LENGTH - 1) return;
    out->flags = LB_CELL_SOLID;
    out->rho = -0.5;
}

/* Solid cells that go along are not seen. */
static void check_rock(const struct variant *v)
{
    enum { STEPS = 400 };
    struct lb_error err = {0};
    struct lb_solver *solver = NULL;
    struct lb_survey survey;
    struct lb_case c;
    struct wall_state state;
    init_variant(&c, &state, v, false);
    c.start = fill_rock;
    compare_lanes(&c, STEPS);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(solver, STEPS, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(solver, &survey, &err), &err)) {
        LB_CHECK_EQUAL_INT((long)survey.alarm, 0);
        LB_CHECK_EQUAL_INT((long)survey.non_finite, 0);
    }
    lb_solver_destroy(solver);
}

/* The same with a cell in the rock that sends what no code can hold. */
static void fill_hot_rock(const void *state, uint32_t x, uint32_t y, uint32_t z,
                          struct lb_cell *out)
{
    fill_rock(state, x, y, z, out);
    if (x != 1 || y != 1 || along_slabs(state, y, z) != 1) return;
    out->flags = LB_CELL_EQUILIBRIUM;
    out->rho = 12345.0;
}

/* Codes out of range change no other cell: halves of bytes are shared by two cells of a vector. */
static void check_hot_rock(const struct variant *v)
{
    struct lb_case c;
    struct wall_state state;
    init_variant(&c, &state, v, false);
    c.start = fill_hot_rock;
    compare_lanes(&c, 9);
}

/* One lane and four: walls of both kinds, rock, and rock with a code out of range where such cells go with the
 * kinds. */
static void lanes_give_the_same_bits(void)
{
    enum { MOVING = LB_CELL_SOLID | LB_CELL_MOVING, HOT = LB_CELL_SOLID | LB_CELL_EQUILIBRIUM };
    static const struct variant variants[] = {
        {"d2q9", "fp16c", MOVING, true},        {"d2q9", "bfp12", HOT, true},
        {"d3q19", "fp16c", MOVING, false},      {"d3q19", "bfp12", HOT, false},
        {"d2q9", "fp32", MOVING, false},        {"d3q19", "fp32", MOVING, false},
        {"d2q9", "bfp12", LB_CELL_SOLID, false}};
    for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
        if (!lb_check_runs(variants[k].always)) continue;
        check_walls(&variants[k]);
        check_rock(&variants[k]);
        if (variants[k].kinds == HOT) check_hot_rock(&variants[k]);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(reference_agrees_on_walls_alike);
    LB_TEST_MATRIX(lanes_give_the_same_bits);
    lb_device_close(device);
    return lb_check_report();
}
