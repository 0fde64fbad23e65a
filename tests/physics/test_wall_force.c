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
#include "measure/reference.h"
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
                                    double tolerance)
{
    struct lb_wall_force force;
    struct lb_error err = {0};
    double resting[3], moving[3];
    lb_reference_wall_force(r, resting, moving);
    if (!LB_CHECK_OK(lb_solver_forces(s, NULL, &force, &err), &err)) return;
    for (int a = 0; a < 3; a++) {
        LB_CHECK_NEAR(force.resting[a], resting[a], tolerance);
        LB_CHECK_NEAR(force.moving[a], moving[a], tolerance);
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
    const bool is_balanced = (c->cell_kinds & LB_CELL_EQUILIBRIUM) == 0;
    if (LB_CHECK_OK(lb_reference_create(c, true, &r, &err), &err) &&
        LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err)) {
        check_against_reference(s, r, tolerance_of(c, r));
        if (is_balanced) check_balance(s, c, tolerance_of(c, r));
        const uint64_t step = lb_solver_step(s);
        lb_reference_advance(r, 3);
        LB_CHECK_OK(lb_solver_advance(s, 3 - step, &err), &err);
        check_against_reference(s, r, 4.0 * tolerance_of(c, r));
        LB_CHECK_OK(lb_solver_advance(s, 1, &err), &err);
        if (is_balanced) check_balance(s, c, tolerance_of(c, r));
    }
    lb_solver_destroy(s);
    lb_reference_destroy(r);
}

static void check_box(const char *lattice, unsigned with, enum lb_arithmetic arithmetic,
                      const char *storage, bool shift)
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const bool is_brief = l->dimensions == 3 || arithmetic == LB_ARITHMETIC_FP32; /* two of four */
    for (int k = is_brief ? 1 : 0; k < (is_brief ? 3 : 4); k++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_check_runs(k == (shift ? 2 : 1) || k == 3)) continue;
        lb_random_case_init(&c, &state, l, with, 8, 12, l->dimensions == 3 ? 4 : 1);
        c.arithmetic = arithmetic;
        c.storage = lb_number_format_find(storage);
        c.shift = shift;
        lb_test_layout.lanes = k / 2 == 0 ? 1 : 4;
        c.streaming = k % 2 == 0 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL;
        for (int a = 0; a < l->dimensions; a++)
            c.force[a] *= 20.0; /* more than what rounding to 16 bits may add */
        check_case(&c);
    }
}

enum { WALLS = LB_WITH_FORCE | LB_WITH_SOLID | LB_WITH_MOVING };

static void walls_take_the_momentum_that_the_flow_loses(void)
{
    check_box("d2q9", WALLS, LB_ARITHMETIC_FP64, "fp64", true);
    check_box("d2q9", WALLS, LB_ARITHMETIC_FP32, "fp32", false);
    check_box("d3q19", WALLS, LB_ARITHMETIC_FP64, "fp64", false);
    check_box("d3q19", WALLS, LB_ARITHMETIC_FP32, "fp32", true);
}

static void walls_take_it_with_16_bits_too(void)
{
    check_box("d2q9", WALLS, LB_ARITHMETIC_FP32, "fp16s", true);
    check_box("d2q9", LB_WITH_FORCE | LB_WITH_SOLID, LB_ARITHMETIC_FP32, "fp16c", true);
}

static void links_of_equilibrium_cells_do_not_count(void)
{
    check_box("d2q9", LB_WITH_ALL, LB_ARITHMETIC_FP32, "fp32", true);
}

static void other_lattices_agree_with_the_reference(void)
{
    static const char *const lattices[] = {"d3q7", "d3q15", "d3q27"};
    for (size_t k = 0; k < sizeof lattices / sizeof *lattices; k++) {
        struct lb_case c;
        struct lb_random_state state;
        if (!lb_check_runs(k == 1)) continue;
        lb_random_case_init(&c, &state, lb_lattice_find(lattices[k]), WALLS, 6, 4, 8);
        c.arithmetic = LB_ARITHMETIC_FP32;
        c.storage = lb_number_format_find("fp32");
        lb_test_layout.lanes = 0;
        check_case(&c);
    }
}

/* --- a channel ------------------------------------------------------------------------------- */

enum { WIDTH = 8, LAYERS = WIDTH + 2, COLUMNS = 4 };
static const double wall_speed = 0.01;
static const bool moving_wall = true, resting_walls = false;

static void place_walls(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const bool *is_moving = state;
    (void)x, (void)z;
    if (y > 0 && y <= WIDTH) return;
    out->flags = LB_CELL_SOLID;
    if (!*is_moving || y == 0) return;
    out->flags |= LB_CELL_MOVING;
    out->u[0] = wall_speed;
}

static struct lb_case channel(const char *collision, const bool *is_moving)
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
                            .cell_kinds = LB_CELL_SOLID | (*is_moving ? LB_CELL_MOVING : 0),
                            .start = place_walls,
                            .start_state = is_moving};
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

static void walls_of_a_steady_channel_bear_its_force(void)
{
    for (const struct lb_collision *const *l = lb_collisions; *l != NULL; l++) {
        if (!lb_check_runs(strcmp((*l)->name, "trt") == 0)) continue;
        struct lb_case c = channel((*l)->name, &resting_walls);
        struct lb_wall_force force;
        struct lb_survey survey;
        c.force[0] = 1e-5;
        if (!steady_force(&c, &force, &survey)) return;
        LB_CHECK_EQUAL_INT(survey.fluid_cells, COLUMNS * WIDTH);
        LB_CHECK_CLOSE(force.resting[0], 1e-5 * COLUMNS * WIDTH, 1e-10);
        LB_CHECK_NEAR(force.resting[1], 0.0, 1e-13); /* equal pressures on two walls */
        LB_CHECK_NEAR(force.moving[0], 0.0, 0.0);
    }
}

/* rho nu U / H on each face, against the motion on the moving wall; and the pressure of density 1,
 * of which a steady flow along straight walls changes nothing but its square of the velocity. */
static void walls_of_a_couette_flow_bear_its_shear(void)
{
    const struct lb_case c = channel("trt", &moving_wall);
    struct lb_wall_force force;
    struct lb_survey survey;
    if (!steady_force(&c, &force, &survey)) return;
    const double density = 1.0 + survey.excess_mass / (double)survey.fluid_cells;
    const double shear = COLUMNS * density * c.viscosity * wall_speed / WIDTH;
    LB_CHECK_CLOSE(force.resting[0], shear, 1e-6);
    LB_CHECK_CLOSE(force.moving[0], -shear, 1e-6);
    LB_CHECK_CLOSE(force.resting[0] + force.moving[0] + 1.0, 1.0, 1e-13);
    LB_CHECK_CLOSE(force.resting[1], -COLUMNS / 3.0, 1e-3);
    LB_CHECK_CLOSE(force.moving[1], COLUMNS / 3.0, 1e-3);
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
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), WALLS, 8, 12, 1);
    c.arithmetic = LB_ARITHMETIC_FP32;
    c.storage = lb_number_format_find("fp32");
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
    LB_TEST_MATRIX(walls_take_it_with_16_bits_too);
    LB_TEST_MATRIX(links_of_equilibrium_cells_do_not_count);
    LB_TEST_MATRIX(other_lattices_agree_with_the_reference);
    if (lb_device_get_info(device)->fp64) {
        LB_TEST_MATRIX(walls_of_a_steady_channel_bear_its_force);
        LB_TEST(walls_of_a_couette_flow_bear_its_shear);
    }
    LB_TEST(records_are_the_forces_of_their_steps);
    LB_TEST(a_flow_without_walls_pushes_nothing);
    lb_device_close(device);
    return lb_check_report();
}
