/* test_link_forces.c - forces and moments by group of links: bodies, walls, boundaries.  What they get is
 * what the flow loses; the host reference agrees on each body, and the equilibrium's formula on each
 * boundary; where a body is in the box, and how it is turned, makes no difference.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoint/archive.h"
#include "reference/reference.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { BODIES = 2, PLANES = 2, MAX_GROUPS = 1 + BODIES + LB_MAX_BOUNDARIES };

static struct lb_device *device;

/* --- a box with everything -------------------------------------------------------------------- */

/* The second is across a corner of the box. */
static const struct lb_body bodies[BODIES] = {{"one", {6.3, 5.2, 4.6}}, {"two", {0.3, 7.9, 0.2}}};

struct box {
    struct lb_random_state random;
    lb_start_function *start;
    struct lb_boundary boundaries[LB_MAX_BOUNDARIES]; /* slip, stream, all others */
    uint32_t count;                                   /* 0: none */
    bool is_open;                                     /* no cell is of any of them */
};

static bool is_near(const struct box *b, const double centre[3], const uint32_t at[3])
{
    bool near = true;
    for (int a = 0; a < b->random.dimensions; a++) {
        const double size = b->random.size[a], way = at[a] + 0.5 - centre[a];
        near = near && fabs(way - size * floor(way / size + 0.5)) < 2.2;
    }
    return near;
}

/* Scattered walls, resting and moving, of which some are of bodies; outer cells across y and x. */
static void fill_box(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct box *b = state;
    const uint32_t at[3] = {x, y, z};
    b->start(&b->random, x, y, z, out);
    if ((out->flags & LB_CELL_SOLID) != 0)
        for (uint8_t n = 0; n < BODIES; n++)
            if (is_near(b, bodies[n].centre, at)) out->number = n + 1;
    if (b->count == 0 || b->is_open || (y != 3 && x != 3)) return;
    out->flags = LB_CELL_BOUNDARY;
    out->number = (uint8_t)(y == 3 ? 0 : 1 + (y + z) % (b->count - 1));
}

static void add_boundaries(struct box *b)
{
    const double w = b->random.dimensions == 3 ? 0.02 : 0.0;
    const struct lb_boundary any = {.rho = 1.02, .u = {0.04, -0.03, w}};
    b->boundaries[0].condition = lb_boundary_condition_find("slip");
    b->boundaries[1] = any;
    b->boundaries[1].condition = lb_boundary_condition_find("freestream");
    b->count = 2;
    for (const struct lb_boundary_condition *const *k = lb_boundary_conditions; *k != NULL; k++) {
        if (*k == b->boundaries[0].condition || *k == b->boundaries[1].condition) continue;
        b->boundaries[b->count] = any;
        b->boundaries[b->count++].condition = *k;
    }
}

static void init_box(struct lb_case *c, struct box *b, const char *lattice, bool has_boundaries)
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    *b = (struct box){.count = 0};
    lb_random_case_init(c, &b->random, l, LB_WITH_FORCE | LB_WITH_SOLID | LB_WITH_MOVING, 12, 8,
                        l->dimensions == 3 ? 8 : 1);
    b->start = c->start;
    if (has_boundaries) add_boundaries(b);
    c->name = "links";
    c->start = fill_box;
    c->start_state = b;
    c->bodies = bodies;
    c->body_count = BODIES;
    c->boundaries = b->boundaries;
    c->boundary_count = (int)b->count;
}

static void set_precision(struct lb_case *c, const char *storage)
{
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
}

/* --- balance ---------------------------------------------------------------------------------- */

/* momentum(t + 1) - momentum(t) = F * fluid cells - the sum of all groups; the traffic over the links
 * is more than a tenth of the fluid's mass.  What they bring is what the mass grows by. */
static void check_balance(struct lb_solver *s, const struct lb_case *c)
{
    struct lb_survey before, after;
    struct lb_link_force groups[MAX_GROUPS];
    struct lb_error err = {0};
    double traffic = 0.0, brought = 0.0, most = 0.0;
    if (!LB_CHECK_OK(lb_solver_survey(s, &before, &err), &err) ||
        !LB_CHECK_OK(lb_solver_advance(s, 1, &err), &err) ||
        !LB_CHECK_OK(lb_solver_survey(s, &after, &err), &err) ||
        !LB_CHECK_OK(lb_solver_forces(s, groups, NULL, &err), &err))
        return;
    const double tolerance = 1e-13 * 0.1 * (double)before.fluid_cells;
    for (int a = 0; a < c->lattice->dimensions; a++) {
        double change = c->force[a] * (double)before.fluid_cells;
        for (uint32_t g = 0; g < lb_case_force_groups(c); g++) {
            change -= groups[g].force[a];
            traffic = fmax(traffic, fabs(groups[g].force[a]));
        }
        LB_CHECK_NEAR(after.momentum[a] - before.momentum[a], change, tolerance);
    }
    for (uint32_t g = 0; g < lb_case_force_groups(c); g++) {
        brought += groups[g].mass;
        most = fmax(most, fabs(groups[g].mass));
    }
    LB_CHECK_NEAR(after.excess_mass - before.excess_mass, brought, tolerance);
    LB_CHECK(traffic > 1e8 * tolerance && most > 1e8 * tolerance); /* else nothing was tested */
}

static void check_flow(const char *lattice, bool shift, enum lb_streaming streaming, int lanes)
{
    struct lb_case c;
    struct box b;
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    init_box(&c, &b, lattice, true);
    c.shift = shift;
    c.streaming = streaming;
    lb_test_layout.lanes = lanes;
    if (!lb_device_can_do(device, &c)) return;
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) {
        check_balance(s, &c);
        check_balance(s, &c);
        LB_CHECK_OK(lb_solver_advance(s, 2, &err), &err);
        check_balance(s, &c);
    }
    lb_solver_destroy(s);
}

static void all_groups_take_what_the_flow_loses(void)
{
    static const char *const lattices[] = {"d2q9", "d3q19", "d3q27", "d3q15", "d3q7"};
    static const int lanes[] = {4, 1, 2};
    for (size_t l = 0; l < sizeof lattices / sizeof *lattices; l++)
        for (int k = 0; k < 6; k++) {
            if (!lb_check_runs((l == 0 && k == 0) || (l == 4 && k == 5))) continue;
            check_flow(lattices[l], k != 5, k % 2 == 0 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL,
                       lanes[k / 2]);
        }
}

/* --- the host reference ----------------------------------------------------------------------- */

static double round_off(const struct lb_case *c)
{
    return c->arithmetic == LB_ARITHMETIC_FP64 ? 0x1p-53 : 0x1p-24;
}

static void compare(const double got[3], const double expected[3], double tolerance)
{
    for (int a = 0; a < 3; a++)
        LB_CHECK_NEAR(got[a], expected[a], tolerance);
}

/* Some forty cells have links to a body; moments have arms of up to four cells. */
static void check_bodies(struct lb_solver *s, const struct lb_reference *r, double per_cell)
{
    static const double corner[3] = {0.0};
    struct lb_link_force groups[MAX_GROUPS];
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_solver_forces(s, groups, NULL, &err), &err)) return;
    for (uint8_t n = 0; n <= BODIES; n++) {
        double force[3], moment[3];
        lb_reference_body_force(r, n, n > 0 ? bodies[n - 1].centre : corner, force, moment);
        compare(groups[n].force, force, 40.0 * per_cell);
        if (n == 0) continue; /* the reference's arms are those of the nearest image */
        compare(groups[n].moment, moment, 160.0 * per_cell);
        LB_CHECK(fabs(force[0]) > 100.0 * per_cell && fabs(moment[2]) > 400.0 * per_cell);
    }
}

/* With boundaries, in name only, the kernels are those of other checks. */
static void check_precision(const char *lattice, const char *storage, bool shift,
                            enum lb_streaming streaming, int lanes, bool has_boundaries)
{
    struct lb_case c;
    struct box b;
    struct lb_solver *s = NULL;
    struct lb_reference *r = NULL;
    struct lb_error err = {0};
    init_box(&c, &b, lattice, has_boundaries);
    b.is_open = true;
    set_precision(&c, storage);
    c.shift = shift;
    c.streaming = streaming;
    lb_test_layout.lanes = lanes;
    if (!lb_device_can_do(device, &c)) return;
    struct lb_case without = c;
    without.boundary_count = 0;
    if (LB_CHECK_OK(lb_reference_create(&without, true, &r, &err), &err) &&
        LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) {
        for (int at = 0; at < 2; at++) {
            const double rounding = c.storage->bits < 32 ? lb_reference_rounding(r) : 0.0;
            const double per_cell =
                (1.0 + at) * (32.0 * round_off(&c) * lb_reference_magnitude(r) + 2.0 * rounding);
            check_bodies(s, r, per_cell);
            lb_reference_advance(r, 3);
            LB_CHECK_OK(lb_solver_advance(s, 3, &err), &err);
        }
    }
    lb_solver_destroy(s);
    lb_reference_destroy(r);
}

static void the_reference_agrees_on_each_body(void)
{
    static const struct {
        const char *lattice, *storage;
        bool shift;
        enum lb_streaming streaming;
        int lanes;
        bool has_boundaries;
    } of[] = {
        {"d2q9", "fp64", true, LB_STREAMING_IN_PLACE, 4, true},
        {"d3q7", "fp64", false, LB_STREAMING_PULL, 2, true},
        {"d3q15", "fp64", false, LB_STREAMING_PULL, 2, true},
        {"d2q9", "fp16c", true, LB_STREAMING_IN_PLACE, 4, false},
        {"d2q9", "fp64", false, LB_STREAMING_IN_PLACE, 4, false},
        {"d3q19", "fp16c", true, LB_STREAMING_PULL, 2, false},
        {"d3q27", "fp64", true, LB_STREAMING_IN_PLACE, 2, false},
        {"d2q9", "fp64", true, LB_STREAMING_PULL, 1, false},
        {"d2q9", "p16_1s", true, LB_STREAMING_IN_PLACE, 2, false},
        {"d3q19", "fp32", false, LB_STREAMING_PULL, 4, false},
    };
    for (size_t k = 0; k < sizeof of / sizeof *of; k++)
        if (lb_check_runs(k < 2))
            check_precision(of[k].lattice, of[k].storage, of[k].shift, of[k].streaming, of[k].lanes,
                            of[k].has_boundaries);
}

/* --- boundaries: the start, by hand ----------------------------------------------------------- */

/* A slip plane at y = 0 and a stream's at y = 4 of a box of 8 layers, periodic. */
static void fill_planes(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct box *b = state;
    b->start(&b->random, x, y, z, out);
    if (y % 4 != 0) return;
    out->flags = LB_CELL_BOUNDARY;
    out->number = (uint8_t)(y / 4);
}

static int direction_of(const struct lb_lattice *l, int x, int y, int z)
{
    for (int i = 0; i < l->directions; i++)
        if (l->c[i][0] == x && l->c[i][1] == y && l->c[i][2] == z) return i;
    return 0;
}

static double sent_by(const struct lb_case *c, int x, int y, int z, int i)
{
    const int size[3] = {(int)c->size[0], (int)c->size[1], (int)c->size[2]};
    struct lb_cell cell = {.rho = 1.0};
    c->start(c->start_state, (uint32_t)((x + size[0]) % size[0]), (uint32_t)y,
             (uint32_t)((z + size[2]) % size[2]), &cell);
    return lb_reference_equilibrium(c->lattice, i, cell.rho, cell.u);
}

/* The link out of the plane behind cell (x, y, z) along direction i. */
static void add_link(const struct lb_case *c, const struct box *b, const int at[3], int i,
                     struct lb_link_force *planes)
{
    const struct lb_lattice *l = c->lattice;
    const int *d = l->c[i];
    const int n = (at[1] - d[1]) % 8 / 4; /* of the plane */
    const double sent = sent_by(c, at[0], at[1], at[2], direction_of(l, -d[0], -d[1], -d[2]));
    const double found =
        n == 0 ? sent_by(c, at[0] - d[0], at[1], at[2] - d[2], direction_of(l, d[0], -d[1], d[2]))
               : lb_reference_equilibrium(l, i, b->boundaries[1].rho, b->boundaries[1].u);
    double f[3], arm[3];
    for (int a = 0; a < 3; a++) {
        f[a] = -d[a] * (sent + found - 2.0 * l->weight[i]);
        arm[a] = a < l->dimensions ? at[a] + 0.5 - 0.5 * d[a] : 0.0;
        planes[n].force[a] += f[a];
    }
    planes[n].mass += found - sent;
    for (int a = 0; a < 3; a++) {
        const int p = (a + 1) % 3, q = (a + 2) % 3;
        planes[n].moment[a] += arm[p] * f[q] - arm[q] * f[p];
    }
}

static void expect_planes(const struct lb_case *c, const struct box *b,
                          struct lb_link_force planes[PLANES])
{
    for (int z = 0; z < (int)c->size[2]; z++)
        for (int y = 0; y < (int)c->size[1]; y++)
            for (int x = 0; x < (int)c->size[0]; x++)
                for (int i = 1; i < c->lattice->directions && y % 4 != 0; i++)
                    if ((y - c->lattice->c[i][1]) % 4 == 0)
                        add_link(c, b, (const int[3]){x, y, z}, i, planes);
}

static void check_planes(const char *lattice, const char *storage, enum lb_streaming streaming,
                         int lanes, double tolerance)
{
    struct lb_case c;
    struct box b;
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    struct lb_link_force groups[MAX_GROUPS], planes[PLANES] = {{.mass = 0.0}};
    init_box(&c, &b, lattice, true); /* the kernels are those of the balance */
    set_precision(&c, storage);
    b.random.with = LB_WITH_NOTHING;
    c.start = fill_planes;
    c.streaming = streaming;
    lb_test_layout.lanes = lanes;
    if (!lb_device_can_do(device, &c)) return;
    expect_planes(&c, &b, planes);
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err) &&
        LB_CHECK_OK(lb_solver_forces(s, groups, NULL, &err), &err))
        for (int n = 0; n < PLANES; n++) {
            compare(groups[1 + BODIES + n].force, planes[n].force, tolerance);
            compare(groups[1 + BODIES + n].moment, planes[n].moment, 10.0 * tolerance);
            LB_CHECK_NEAR(groups[1 + BODIES + n].mass, planes[n].mass, 2.0 * tolerance);
            LB_CHECK(fabs(planes[n].moment[2]) > 20.0 * tolerance);
        }
    lb_solver_destroy(s);
}

static void boundaries_get_what_goes_in_and_what_comes_out(void)
{
    if (lb_check_runs(true)) check_planes("d2q9", "fp64", LB_STREAMING_IN_PLACE, 4, 1e-13);
    if (lb_check_runs(false)) check_planes("d3q19", "fp64", LB_STREAMING_PULL, 4, 1e-12);
    if (lb_check_runs(false)) check_planes("d3q19", "bfp12", LB_STREAMING_PULL, 1, 2e-3);
    if (lb_check_runs(true)) check_planes("d2q9", "bfp12", LB_STREAMING_IN_PLACE, 4, 1e-4);
}

/* --- a stored state --------------------------------------------------------------------------- */

static bool pass(struct lb_solver *s, const struct lb_case *c, struct lb_archive *a,
                 struct lb_error *err)
{
    const struct lb_precision own = {c->arithmetic, c->storage, c->rounding};
    return LB_CHECK_OK(lb_solver_archive(s, a, &own, err), err);
}

/* What was sent into boundaries is saved, too: the forces are there again. */
static void forces_are_those_of_the_saved_state(void)
{
    struct lb_case c;
    struct box b;
    struct lb_solver *s = NULL, *t = NULL;
    struct lb_archive *out = NULL, *in = NULL;
    struct lb_error err = {0};
    struct lb_link_force saved[MAX_GROUPS], loaded[MAX_GROUPS];
    init_box(&c, &b, "d2q9", true);
    set_precision(&c, "bfp12");
    lb_test_layout.lanes = 4;
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(s, 3, &err), &err) &&
        LB_CHECK_OK(lb_solver_forces(s, saved, NULL, &err), &err) &&
        LB_CHECK_OK(lb_archive_create(".", &out, &err), &err) && pass(s, &c, out, &err) &&
        LB_CHECK_OK(lb_archive_commit(out, &err), &err) &&
        LB_CHECK_OK(lb_archive_open(".", &in, &err), &err)) {
        if (LB_CHECK_OK(lb_test_solver_create(&c, device, &t, &err), &err) &&
            pass(t, &c, in, &err) && LB_CHECK_OK(lb_solver_forces(t, loaded, NULL, &err), &err))
            for (uint32_t g = 0; g < lb_case_force_groups(&c); g++) {
                compare(loaded[g].force, saved[g].force, 1e-13);
                compare(loaded[g].moment, saved[g].moment, 1e-12);
            }
    }
    lb_archive_close(out);
    lb_archive_close(in);
    lb_solver_destroy(s);
    lb_solver_destroy(t);
}

/* --- places ----------------------------------------------------------------------------------- */

enum { SIDE = 16, STEPS = 9 };

/* A lump that is turned by `turns` right angles about the corner of the box, then moved. */
struct lump {
    int turns;
    int shift[2];
    double excess; /* of the density above 1 */
    struct lb_body body;
};

static void turn(double v[2], int turns)
{
    for (int k = 0; k < turns; k++) {
        const double x = v[0];
        v[0] = -v[1];
        v[1] = x;
    }
}

static void fill_lump(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lump *l = state;
    double at[2] = {(int)x - l->shift[0] + 0.5, (int)y - l->shift[1] + 0.5};
    (void)z;
    turn(at, 4 - l->turns);
    for (int a = 0; a < 2; a++)
        at[a] -= SIDE * floor(at[a] / SIDE);
    out->rho = 1.0 + l->excess;
    out->u[0] = 0.08;
    out->u[1] = 0.03;
    turn(out->u, l->turns);
    if (!(at[0] > 3.0 && at[0] < 8.0 && at[1] > 5.0 && at[1] < 7.0 + (at[0] > 5.0))) return;
    out->flags = LB_CELL_SOLID;
    out->number = 1;
}

static bool force_on_lump(struct lump *l, struct lb_link_force *out)
{
    struct lb_error err = {0};
    struct lb_solver *s = NULL;
    struct lb_link_force groups[2];
    double centre[2] = {5.25, 6.5};
    turn(centre, l->turns);
    l->body = (struct lb_body){.name = "lump",
                               .centre = {centre[0] + l->shift[0], centre[1] + l->shift[1], 0.0}};
    const struct lb_case c = {.name = "lump",
                              .lattice = lb_lattice_find("d2q9"),
                              .collision = lb_collision_find("srt"),
                              .storage = lb_number_format_find("fp64"),
                              .arithmetic = LB_ARITHMETIC_FP64,
                              .shift = true,
                              .size = {SIDE, SIDE, 1},
                              .viscosity = 0.05,
                              .cell_kinds = LB_CELL_SOLID,
                              .bodies = &l->body,
                              .body_count = 1,
                              .start = fill_lump,
                              .start_state = l};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 2};
    const bool fine = LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err) &&
                      LB_CHECK_OK(lb_solver_advance(s, STEPS, &err), &err) &&
                      LB_CHECK_OK(lb_solver_forces(s, groups, NULL, &err), &err);
    if (fine) *out = groups[1];
    lb_solver_destroy(s);
    return fine;
}

/* Across the sides of the box, too; the centre need not be in it. */
static void a_moved_or_turned_body_has_the_same_force_and_moment(void)
{
    static const struct lump others[] = {
        {.shift = {11, 9}}, {.turns = 1}, {.turns = 3, .shift = {5, -2}}};
    struct lump first = {.turns = 0};
    struct lb_link_force expected, got;
    if (!force_on_lump(&first, &expected)) return;
    LB_CHECK(fabs(expected.force[0]) > 1e-3 && fabs(expected.moment[2]) > 1e-3);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        struct lump other = others[k];
        double force[3] = {expected.force[0], expected.force[1], 0.0};
        turn(force, other.turns);
        if (!force_on_lump(&other, &got)) continue;
        compare(got.force, force, 1e-13);
        compare(got.moment, expected.moment, 1e-12);
        if (other.turns == 0)
            compare(got.force, force, 0.0); /* the same numbers in another order */
    }
}

static void a_force_that_is_no_number_is_told(void)
{
    struct lump dense = {.excess = 1e4};
    struct lb_link_force force;
    if (force_on_lump(&dense, &force)) LB_CHECK(isnan(force.force[0]) && isnan(force.moment[2]));
}

static void a_body_that_the_case_does_not_have_is_refused(void)
{
    struct lb_case c;
    struct box b;
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    init_box(&c, &b, "d2q9", false);
    set_precision(&c, "fp32");
    c.body_count = 1; /* some cells are of number 2 */
    LB_CHECK(lb_test_solver_create(&c, device, &s, &err) == LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "cell of body 1 at (") != NULL);
    LB_CHECK(strstr(err.text, "and 1 bodies") != NULL);
    lb_solver_destroy(s);
}

static void a_body_without_a_centre_is_refused(void)
{
    static const struct lb_body lost[BODIES] = {{"one", {6.3, 5.2, 4.6}},
                                                {"lost", {0.0, (double)NAN, 0.0}}};
    struct lb_case c;
    struct box b;
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    init_box(&c, &b, "d2q9", false);
    set_precision(&c, "fp32");
    c.bodies = lost;
    LB_CHECK(lb_test_solver_create(&c, device, &s, &err) == LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "body 'lost' with its centre at (0, nan, 0)") != NULL);
    lb_solver_destroy(s);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (lb_device_get_info(device)->fp64) {
        LB_TEST_MATRIX(all_groups_take_what_the_flow_loses);
        LB_TEST(a_moved_or_turned_body_has_the_same_force_and_moment);
        LB_TEST(a_force_that_is_no_number_is_told);
    }
    LB_TEST_MATRIX(the_reference_agrees_on_each_body);
    LB_TEST_MATRIX(boundaries_get_what_goes_in_and_what_comes_out);
    LB_TEST(forces_are_those_of_the_saved_state);
    LB_TEST(a_body_that_the_case_does_not_have_is_refused);
    LB_TEST(a_body_without_a_centre_is_refused);
    lb_device_close(device);
    return lb_check_report();
}
