/* test_wall_force.c - the force on walls by momentum exchange: the momentum that the flow loses,
 * what a channel's force presses against its walls, the shear of a moving wall, and the host
 * reference.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "reference/reference.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

/* --- a box of scattered walls ---------------------------------------------------------------- */

static double round_off(const struct lb_case *c)
{
    return c->arithmetic == LB_ARITHMETIC_FP64 ? 0x1p-53 : 0x1p-24;
}

/* How far sums over the box may be off: a cell's values go through a handful of rounded operations
 * a step, and storing changes them by what the reference measures. */
static double tolerance_of(const struct lb_case *c, const struct lb_reference *r)
{
    const double cell = 32.0 * round_off(c) * lb_reference_magnitude(r) +
                        (c->storage->bits < 32 ? lb_reference_rounding(r) : 0.0);
    return (double)lb_case_cell_count(c) * cell;
}

/* momentum(t + 1) - momentum(t) = F * fluid cells - force on the walls. */
static void check_balance(struct lb_solver *s, const struct lb_case *c, double tolerance)
{
    struct lb_survey before, after;
    struct lb_wall_force force;
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_solver_survey(s, &before, &err), &err) ||
        !LB_CHECK_OK(lb_solver_advance(s, 1, &err), &err) ||
        !LB_CHECK_OK(lb_solver_survey(s, &after, &err), &err) ||
        !LB_CHECK_OK(lb_solver_forces(s, NULL, &force, &err), &err))
        return;
    double largest = 0.0;
    for (int a = 0; a < 3; a++) {
        const double lost =
            c->force[a] * (double)before.fluid_cells - after.momentum[a] + before.momentum[a];
        LB_CHECK_NEAR(force.resting[a] + force.moving[a], lost, tolerance);
        largest = fmax(largest, fabs(lost));
    }
    LB_CHECK(largest > 20.0 * tolerance); /* else nothing was tested */
}

static void check_against_reference(struct lb_solver *s, const struct lb_reference *r,
                                    bool has_moving, double tolerance)
{
    struct lb_wall_force force;
    struct lb_error err = {0};
    double resting[3], moving[3];
    lb_reference_wall_force(r, resting, moving);
    if (!LB_CHECK_OK(lb_solver_forces(s, NULL, &force, &err), &err)) return;
    for (int a = 0; a < 3; a++) {
        LB_CHECK_NEAR(force.resting[a], resting[a], tolerance);
        LB_CHECK_NEAR(force.moving[a], moving[a], tolerance);
        LB_CHECK(has_moving || !(fabs(force.moving[a]) > 0.0));
    }
}

/* At steps 0 and 3, and the balance of the steps to 1 and to 5: both parities. */
static void check_case(const struct lb_case *c)
{
    struct lb_solver *s = NULL;
    struct lb_reference *r = NULL;
    struct lb_error err = {0};
    char words[256];
    if (!lb_device_can_do(device, c)) return;
    lb_case_in_words(c, words, sizeof words);
    printf("  %s\n", words);
    const bool has_moving = (c->cell_kinds & LB_CELL_MOVING) != 0;
    const bool is_balanced = (c->cell_kinds & LB_CELL_EQUILIBRIUM) == 0;
    if (LB_CHECK_OK(lb_reference_create(c, true, &r, &err), &err) &&
        LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err)) {
        check_against_reference(s, r, has_moving, tolerance_of(c, r));
        if (is_balanced) check_balance(s, c, tolerance_of(c, r));
        const uint64_t step = lb_solver_step(s);
        lb_reference_advance(r, 3);
        LB_CHECK_OK(lb_solver_advance(s, 3 - step, &err), &err);
        check_against_reference(s, r, has_moving, 4.0 * tolerance_of(c, r));
        LB_CHECK_OK(lb_solver_advance(s, 1, &err), &err);
        if (is_balanced) check_balance(s, c, tolerance_of(c, r));
    }
    lb_solver_destroy(s);
    lb_reference_destroy(r);
}

enum {
    RESTING = LB_WITH_FORCE | LB_WITH_SOLID,
    WALLS = RESTING | LB_WITH_MOVING,
    HELD = WALLS | LB_WITH_EQUILIBRIUM /* links of such cells do not count */
};

static void init_box(struct lb_case *c, struct lb_random_state *state, const char *lattice,
                     unsigned with, const char *storage)
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    lb_random_case_init(c, state, l, with, 8, 12, l->dimensions == 3 ? 4 : 1);
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
    for (int a = 0; a < l->dimensions; a++)
        c->force[a] *= 20.0; /* more than what rounding to 16 bits may add */
}

/* Formats, shift, streaming and lanes take turns; they meet in kernels that other tests are about. */
static void walls_take_the_momentum_that_the_flow_loses(void)
{
    static const struct {
        const char *lattice, *storage;
        unsigned with;
        bool shift;
        enum lb_streaming streaming;
        int lanes;
        bool always;
    } of[] = {{"d2q9", "fp64", WALLS, true, LB_STREAMING_IN_PLACE, 4, true},
              {"d3q27", "fp64", WALLS, false, LB_STREAMING_PULL, 1, true},
              {"d2q9", "fp16s", RESTING, true, LB_STREAMING_PULL, 4, true},
              {"d2q9", "fp32", HELD, false, LB_STREAMING_IN_PLACE, 1, true},
              {"d2q9", "fp64", WALLS, true, LB_STREAMING_PULL, 4, false},
              {"d2q9", "fp64", WALLS, false, LB_STREAMING_IN_PLACE, 1, false},
              {"d2q9", "fp32", WALLS, false, LB_STREAMING_PULL, 1, false},
              {"d2q9", "fp32", HELD, true, LB_STREAMING_IN_PLACE, 4, false},
              {"d2q9", "fp16s", WALLS, true, LB_STREAMING_IN_PLACE, 4, false},
              {"d2q9", "fp16c", RESTING, true, LB_STREAMING_IN_PLACE, 4, false},
              {"d3q19", "fp64", WALLS, false, LB_STREAMING_PULL, 1, false},
              {"d3q19", "fp32", WALLS, true, LB_STREAMING_IN_PLACE, 4, false},
              {"d3q7", "fp32", WALLS, true, LB_STREAMING_IN_PLACE, 2, false},
              {"d3q15", "fp32", WALLS, true, LB_STREAMING_IN_PLACE, 2, false},
              {"d3q27", "fp32", WALLS, true, LB_STREAMING_IN_PLACE, 4, false}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_check_runs(of[k].always)) continue;
        init_box(&c, &state, of[k].lattice, of[k].with, of[k].storage);
        c.shift = of[k].shift;
        c.streaming = of[k].streaming;
        lb_test_layout.lanes = of[k].lanes;
        check_case(&c);
    }
}

/* --- a channel ------------------------------------------------------------------------------- */

enum { WIDTH = 8, LAYERS = WIDTH + 2, COLUMNS = 4 };
static const double wall_speed = 0.01;

static void place_walls(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state, (void)x, (void)z;
    if (y > 0 && y <= WIDTH) return;
    out->flags = LB_CELL_SOLID;
    if (y == 0) return;
    out->flags |= LB_CELL_MOVING;
    out->u[0] = wall_speed;
}

static struct lb_case channel(const char *collision)
{
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    return (struct lb_case){.name = "channel",
                            .lattice = lb_lattice_find("d2q9"),
                            .collision = lb_collision_find(collision),
                            .storage = lb_number_format_find("fp64"),
                            .arithmetic = LB_ARITHMETIC_FP64,
                            .shift = true,
                            .size = {COLUMNS, LAYERS, 1},
                            .viscosity = 0.1,
                            .force = {1e-5},
                            .cell_kinds = LB_CELL_SOLID | LB_CELL_MOVING,
                            .start = place_walls};
}

/* After all transients: the slowest decays as exp(-nu (pi/8)^2 t). */
static bool steady_force(const struct lb_case *c, struct lb_wall_force *force,
                         struct lb_survey *survey)
{
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    const bool ok = LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err) &&
                    LB_CHECK_OK(lb_solver_advance(s, 2501, &err), &err) &&
                    LB_CHECK_OK(lb_solver_forces(s, NULL, force, &err), &err) &&
                    LB_CHECK_OK(lb_solver_survey(s, survey, &err), &err);
    lb_solver_destroy(s);
    return ok;
}

/* Half of the force each, and the shear of the moving wall, rho nu U / H on each face, against the motion on that
 * wall; and the pressure of density 1, of which a steady flow along straight walls changes nothing but its square
 * of the velocity. */
static void walls_of_a_steady_channel_bear_its_force_and_shear(void)
{
    for (const struct lb_collision *const *l = lb_collisions; *l != NULL; l++) {
        if (!lb_check_runs(strcmp((*l)->name, "trt") == 0)) continue;
        const struct lb_case c = channel((*l)->name);
        struct lb_wall_force force;
        struct lb_survey survey;
        if (!steady_force(&c, &force, &survey)) return;
        LB_CHECK_EQUAL_INT(survey.fluid_cells, COLUMNS * WIDTH);
        const double density = 1.0 + survey.excess_mass / (double)survey.fluid_cells;
        const double shear = COLUMNS * density * c.viscosity * wall_speed / WIDTH;
        const double half = 0.5 * c.force[0] * COLUMNS * WIDTH;
        LB_CHECK_NEAR(force.resting[0], half + shear, 1e-6 * shear);
        LB_CHECK_NEAR(force.moving[0], half - shear, 1e-6 * shear);
        LB_CHECK_CLOSE(force.resting[0] + force.moving[0], 2.0 * half, 1e-10);
        LB_CHECK_CLOSE(force.resting[1], -COLUMNS / 3.0, 1e-3);
        LB_CHECK_CLOSE(force.moving[1], COLUMNS / 3.0, 1e-3);
        LB_CHECK_NEAR(force.resting[1] + force.moving[1], 0.0, 1e-13); /* equal pressures */
    }
}

/* --- records --------------------------------------------------------------------------------- */

static bool is_same(const struct lb_wall_force *a, const struct lb_wall_force *b)
{
    bool same = true;
    for (int i = 0; i < 3; i++)
        same = same && !(fabs(a->resting[i] - b->resting[i]) > 0.0) &&
               !(fabs(a->moving[i] - b->moving[i]) > 0.0);
    return same;
}

static void records_are_the_forces_of_their_steps(void)
{
    enum { COUNT = 5 };
    struct lb_case c;
    struct lb_random_state state;
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    struct lb_wall_force at_once[COUNT], records[LB_FORCE_CAPACITY];
    uint64_t count = 0;
    init_box(&c, &state, "d2q9", HELD, "fp32"); /* with the kernels of a case above */
    c.shift = false;
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) return;
    for (int n = 0; n < COUNT; n++) {
        LB_CHECK_OK(lb_solver_record_forces(s, &err), &err);
        LB_CHECK_OK(lb_solver_forces(s, NULL, &at_once[n], &err), &err);
        LB_CHECK_OK(lb_solver_advance(s, 3, &err), &err);
    }
    LB_CHECK_OK(lb_solver_read_forces(s, NULL, records, LB_FORCE_CAPACITY, &count, &err), &err);
    LB_CHECK_EQUAL_INT(count, COUNT);
    for (int n = 0; n < COUNT; n++)
        LB_CHECK(is_same(&records[n], &at_once[n]));
    LB_CHECK(!is_same(&records[0], &records[1]));
    for (int n = 0; n < LB_FORCE_CAPACITY; n++)
        LB_CHECK_OK(lb_solver_record_forces(s, &err), &err);
    LB_CHECK(lb_solver_record_forces(s, &err) == LB_STATUS_FAILED);
    lb_solver_destroy(s);
}

static void a_flow_without_walls_pushes_nothing(void)
{
    struct lb_case c;
    struct lb_random_state state;
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    struct lb_wall_force force = {.resting = {1.0}};
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_NOTHING, 8, 8, 1);
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) return;
    LB_CHECK_OK(lb_solver_forces(s, NULL, &force, &err), &err);
    for (int a = 0; a < 3; a++)
        LB_CHECK_NEAR(force.resting[a], 0.0, 0.0);
    lb_solver_destroy(s);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(walls_take_the_momentum_that_the_flow_loses);
    if (lb_device_get_info(device)->fp64)
        LB_TEST_MATRIX(walls_of_a_steady_channel_bear_its_force_and_shear);
    LB_TEST(records_are_the_forces_of_their_steps);
    LB_TEST(a_flow_without_walls_pushes_nothing);
    lb_device_close(device);
    return lb_check_report();
}
