/* test_heat_walls.c - walls of a temperature between cells: rings and shells against the exact ones, also where the
 * inner wall turns, and another program; formats; the same bits in place and in pull, with all lanes; heat of walls.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/lattice.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/curved_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { MOST_CELLS = 8000, MOST_LINKS = 2000, INNER = LB_HEAT_FACES, OUTER, GROUPS };

static struct lb_device *device;

/* --- the gap between two round bodies -------------------------------------------------------------- */

/* The inner one has T = 1/2 and the outer one -1/2, unless a test says otherwise. */
struct gap {
    struct lb_curved_case k;
    struct lb_heat heat;
    struct lb_heat_wall walls[2];
    lb_start_function *start;
    float across[MOST_LINKS]; /* of the links */
};

static void start_gap(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct gap *g = state;
    g->start(&g->k, x, y, z, out);
    out->temperature = 0.3 * sin(1.3 * x + 0.7 * y + 0.4 * z);
}

static void set_storage(struct lb_case *c, const char *storage)
{
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
    c->rounding = c->storage->bits == 16 ? lb_rounding_default : lb_roundings[0];
}

/* What a gap is of; `rule` is NULL for half-way walls. */
struct shape {
    const char *rule;
    int round; /* 2: cylinders, 3: spheres */
    double outer, inner, time, magic, rim;
    bool gives_flux; /* the inner wall, that of the same gap between temperatures; cylinders */
};

/* The inner wall gives as much as it would at T = 1/2. */
static void give_flux(struct gap *g, const struct lb_case *c)
{
    const double a = g->k.inner, b = g->k.outer;
    g->walls[0] = (struct lb_heat_wall){LB_HEAT_FLUX, g->heat.diffusivity / (a * log(b / a))};
    for (uint64_t n = 0; n < g->k.walls.count && LB_CHECK(n < MOST_LINKS); n++) {
        const struct lb_curved_link *l = &g->k.links[n];
        const uint64_t at[2] = {l->cell % c->size[0], l->cell / c->size[0]};
        double way[2], along = 0.0;
        for (int axis = 0; axis < 2; axis++) {
            const int d = c->lattice->c[l->direction][axis];
            way[axis] = (double)at[axis] + 0.5 - (l->q + 1.0) * 0x1p-32 * d - g->k.centre[axis];
            along += way[axis] * d;
        }
        g->across[n] = (float)(fabs(along) / hypot(way[0], way[1]));
    }
    g->k.walls.across = g->across;
}

static bool make(struct gap *g, struct lb_case *c, const struct shape *of)
{
    struct lb_error err = {0};
    lb_curved_space.lattice = of->round == 2 ? "d2q9" : "d3q19";
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    if (!LB_CHECK_OK(lb_gap_make(&g->k, c, of->rule != NULL ? of->rule : "halfway", "trt",
                                 of->round, of->inner, of->outer, 0.8, of->rim, &err),
                     &err))
        return false;
    g->walls[0] = (struct lb_heat_wall){LB_HEAT_FIXED, 0.5};
    g->walls[1] = (struct lb_heat_wall){LB_HEAT_FIXED, -0.5};
    g->heat = (struct lb_heat){.magic = of->magic, .fastest = 0.05, .bodies = g->walls};
    g->heat.diffusivity = (of->time - 0.5) * (of->round == 2 ? 1.0 / 3.0 : 0.25);
    g->start = c->start;
    c->start = start_gap;
    c->start_state = g;
    c->heat = &g->heat;
    if (of->gives_flux) give_flux(g, c);
    return true;
}

static struct lb_solver *solver_of(const struct lb_case *c)
{
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err);
    return s;
}

static bool advance(struct lb_solver *s, uint64_t steps, double given[GROUPS])
{
    struct lb_error err = {0};
    return LB_CHECK_OK(lb_test_heat_given(s, steps, GROUPS, given, &err), &err);
}

static bool read_all(struct lb_solver *s, const struct lb_case *c, double *t)
{
    const struct lb_region all = {{0, 0, 0}, {c->size[0], c->size[1], c->size[2]}};
    struct lb_error err = {0};
    return LB_CHECK_OK(lb_solver_read_temperature(s, &all, t, &err), &err);
}

/* --- against the exact ones -------------------------------------------------------------------------- */

/* From the axis, or the centre; of a solid cell 0. */
static double radius_at(const struct gap *g, const struct lb_case *c, uint64_t n)
{
    const uint64_t at[3] = {n % c->size[0], n / c->size[0] % c->size[1],
                            n / c->size[0] / c->size[1]};
    double squares = 0.0;
    for (int a = 0; a < g->k.round; a++)
        squares += pow((double)at[a] + 0.5 - g->k.centre[a], 2);
    const double r = sqrt(squares);
    return r > g->k.inner && r < g->k.outer ? r : 0.0;
}

/* 1 at the inner wall, 0 at the outer one: by the logarithm, or 1 / r. */
static double exact_at(const struct gap *g, double r)
{
    const double a = g->k.inner, b = g->k.outer;
    return g->k.round == 2 ? log(b / r) / log(b / a) : (b / r - 1.0) / (b / a - 1.0);
}

static double exact_heat(const struct gap *g)
{
    const double a = g->k.inner, b = g->k.outer, pi = acos(-1.0);
    return g->heat.diffusivity *
           (g->k.round == 2 ? 2.0 * pi / log(b / a) : 4.0 * pi * a * b / (b - a));
}

struct errors {
    double t,
        heat; /* of T in the mean of squares, of the heat that the inner wall gives: relative */
};

static double error_of(const struct gap *g, const struct lb_case *c, const double *t)
{
    double errors = 0.0, squares = 0.0;
    for (uint64_t n = 0; n < lb_case_cell_count(c); n++) {
        const double r = radius_at(g, c, n);
        if (!(r > 0.0)) continue;
        errors += pow(t[n] + 0.5 - exact_at(g, r), 2);
        squares += pow(exact_at(g, r), 2);
    }
    return sqrt(errors / squares);
}

/* Once the slowest transient, exp(-pi^2 diffusivity t / width^2), is at `settles` of its time; a mean over `steps`. */
static struct errors run_gap(const struct shape *of, const char *storage, double settles,
                             uint64_t steps)
{
    static double t[MOST_CELLS];
    static struct gap g;
    struct lb_case c;
    struct errors e = {(double)NAN, (double)NAN};
    double given[GROUPS];
    if (!make(&g, &c, of)) return e;
    set_storage(&c, storage);
    struct lb_solver *s = solver_of(&c);
    const double slow = pow(of->outer - of->inner, 2) / (9.87 * g.heat.diffusivity);
    if (s != NULL && LB_CHECK(lb_case_cell_count(&c) <= MOST_CELLS) &&
        advance(s, (uint64_t)(settles * slow), given) && advance(s, steps, given) &&
        read_all(s, &c, t)) {
        e.t = error_of(&g, &c, t);
        e.heat = given[INNER] / ((double)steps * exact_heat(&g)) - 1.0;
        const double noise = c.storage->bits != 64 ? 1e-3 : of->rim > 0.0 ? 1e-5 : 1e-8;
        LB_CHECK_NEAR(given[OUTER] / given[INNER], -1.0, noise);
    }
    printf("  %s, %s, radii %g %g, tau %g, magic %.3f, rim %g: T %.3e, heat %+.3e\n",
           of->rule != NULL ? of->rule : "halfway", storage, of->inner, of->outer, of->time,
           of->magic, of->rim, e.t, e.heat);
    lb_solver_destroy(s);
    lb_curved_case_free(&g.k);
    return e;
}

/* What a program of its own has, which solves the equations of the steady state with a sparse matrix: no digit of it
 * depends on the relaxation time.  Two gaps are so narrow that cells have walls on both sides. */
static void rings_are_those_of_another_program(void)
{
    static const struct {
        struct shape of;
        double t, heat;
        bool always;
    } rows[] = {
        {{"curved", 2, 10.3, 5.15, 0.8, 1.0 / 6.0, 0.0, false},
         2.607674797e-3,
         1.343279008e-4,
         true},
        {{"curved", 2, 10.3, 5.15, 2.0, 1.0 / 6.0, 0.0, false},
         2.607674797e-3,
         1.343279008e-4,
         true},
        {{"curved", 2, 10.3, 5.15, 0.6, 0.25, 0.0, false}, 3.732315915e-3, -1.397936446e-3, false},
        {{"exact", 2, 20.6, 10.3, 1.0, 1.0 / 6.0, 0.0, false},
         5.621788231e-4,
         2.065948576e-4,
         false},
        {{"curved", 2, 20.6, 10.3, 0.7, 0.25, 0.0, false}, 6.718638396e-4, -1.818679399e-4, false},
        {{"curved", 2, 9.5, 7.9, 0.8, 1.0 / 6.0, 0.0, false}, 8.341415379e-3, 3.582575775e-4, true},
        {{"curved", 2, 10.3, 9.1, 0.6, 1.0 / 6.0, 0.0, false},
         7.505952734e-3,
         -7.545067487e-4,
         false},
        {{"curved", 2, 10.3, 5.15, 0.8, 1.0 / 6.0, 0.0, true},
         1.402218617e-2,
         -8.791139490e-4,
         true},
        {{"curved", 2, 20.6, 10.3, 0.6, 1.0 / 6.0, 0.0, true},
         4.088721682e-3,
         8.797692822e-4,
         false},
        {{NULL, 2, 10.3, 5.15, 0.8, 1.0 / 6.0, 0.0, false}, 4.848001059e-2, 1.673029059e-2, false},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        if (!lb_check_runs(rows[n].always)) continue;
        const struct shape *of = &rows[n].of;
        const double close = of->gives_flux ? 1e-8 : 1e-9; /* areas of links have 24 bits */
        const struct errors e = run_gap(of, "fp64", of->gives_flux ? 90.0 : 26.0, 10);
        LB_CHECK_NEAR(e.t, rows[n].t, close);
        LB_CHECK_NEAR(e.heat, rows[n].heat, close);
    }
}

/* Half-way walls have 2 % and 1.6 % at 20.6 cells. */
static void walls_between_cells_are_of_second_order(void)
{
    static const struct {
        double outer;
        bool always;
    } of[] = {{10.3, true}, {20.6, true}, {41.2, false}};
    double last = 0.0;
    for (int n = 0; n < 3; n++) {
        const struct shape ring = {"curved", 2,         of[n].outer, 0.5 * of[n].outer,
                                   1.5,      1.0 / 6.0, 0.0,         false};
        if (!lb_check_runs(of[n].always)) continue;
        const struct errors e = run_gap(&ring, "fp64", 20.0, 10);
        LB_CHECK(fabs(e.heat) < 4e-4);
        if (last > 0.0) LB_CHECK(log2(last / e.t) > 1.9);
        last = n < 2 ? e.t : 0.0;
        LB_CHECK(e.t < 3e-3 * pow(10.3 / of[n].outer, 1.9));
    }
}

/* A flow along the walls carries no heat across: of an inner wall that turns, at one Peclet number on both grids. */
static void a_flow_along_the_walls_is_of_second_order(void)
{
    for (int n = 0; n < 2; n++) {
        struct shape of = {n == 0 ? "curved" : "exact", 2, 10.3, 5.15, 0.6, 1.0 / 6.0, 0.05, false};
        if (!lb_check_runs(n == 0)) continue;
        const struct errors coarse = run_gap(&of, "fp64", 24.0, 10);
        of = (struct shape){of.rule, 2, 20.6, 10.3, 0.6, 1.0 / 6.0, 0.025, false};
        const struct errors fine = run_gap(&of, "fp64", 24.0, 10);
        LB_CHECK(log2(coarse.t / fine.t) > 1.9);
        LB_CHECK(fine.t < 3e-3 && fabs(coarse.heat) < 2e-3 && fabs(fine.heat) < 5e-4);
    }
}

static void spheres_are_of_second_order(void)
{
    struct shape of = {"curved", 3, 5.3, 2.65, 0.9, 1.0 / 6.0, 0.0, false};
    const struct errors coarse = run_gap(&of, "fp64", 24.0, 10);
    of = (struct shape){"curved", 3, 7.95, 3.975, 0.9, 1.0 / 6.0, 0.0, false};
    const struct errors fine = run_gap(&of, "fp64", 24.0, 10);
    LB_CHECK(log(coarse.t / fine.t) / log(1.5) > 1.9);
    LB_CHECK(fine.t < 9e-3 && fabs(fine.heat) < 2e-3);
}

/* A mean over 2000 steps: FP32 has 1e-7 of what FP64 has, 16 bits less than 0.5 %. */
static void formats_have_the_heat_of_fp64(void)
{
    static const struct {
        const char *storage;
        double bound;
    } rows[] = {{"fp32", 1e-5}, {"fp16s", 1e-3}, {"fp16c", 1e-3}};
    const struct shape of = {"curved", 2, 10.3, 5.15, 0.8, 1.0 / 6.0, 0.0, false};
    for (int n = 0; n < 3; n++)
        LB_CHECK_NEAR(run_gap(&of, rows[n].storage, 12.0, 2000).heat, 1.343279008e-4,
                      rows[n].bound);
}

/* --- bits and heat ---------------------------------------------------------------------------------- */

enum { STEPS = 40 };

struct result {
    double t[MOST_CELLS], given[GROUPS];
};

/* Of 24 cells, which lanes divide, with links from wall to wall. */
static const struct shape narrow = {"curved", 2, 9.5, 7.9, 0.7, 1.0 / 6.0, 0.05, false};

static void run(const struct lb_case *c, int lanes, struct result *out)
{
    memset(out, 0, sizeof *out);
    lb_test_layout = (struct lb_layout_wishes){.lanes = lanes};
    struct lb_solver *s = solver_of(c);
    if (s != NULL && advance(s, STEPS, out->given)) read_all(s, c, out->t);
    lb_solver_destroy(s);
}

static void compare(const struct result *a, const struct result *b)
{
    LB_CHECK(memcmp(a, b, sizeof *a) == 0);
    LB_CHECK(fabs(a->given[INNER]) > 1e-2 && fabs(a->given[OUTER]) > 1e-2);
}

/* The last one has 2025 cells, fewer than 2^11, and in lanes places behind that. */
static void streamings_and_lanes_agree(void)
{
    static const char *const formats[] = {"fp64", "fp32", "fp16s", "fp16c"};
    static struct result in_place, pull;
    for (int n = 0; n < 9; n++) {
        struct gap g;
        struct lb_case c;
        struct shape of = narrow;
        if (n >= 4) of = (struct shape){"exact", 3, 5.5, 3.2, 0.7, 0.25, 0.05, false};
        if (n == 8) of = (struct shape){"curved", 2, 20.3, 10.3, 0.7, 0.25, 0.0, false};
        if (!lb_check_runs(n == 1 || n == 2 || n >= 7) || !make(&g, &c, &of)) continue;
        set_storage(&c, formats[n % 4]);
        run(&c, 1, &in_place);
        c.streaming = LB_STREAMING_PULL;
        run(&c, n == 2 || n == 5 ? 2 : 4, &pull);
        compare(&in_place, &pull);
        lb_curved_case_free(&g.k);
    }
}

static void at_half_a_cell_they_are_half_way_walls(void)
{
    static struct result between, stairs;
    struct gap g;
    struct lb_case c;
    struct shape of = narrow;
    of.rim = 0.0;
    if (make(&g, &c, &of)) {
        set_storage(&c, "fp32");
        for (uint64_t n = 0; n < g.k.walls.count; n++)
            g.k.links[n].q = lb_curved_q(0.5);
        run(&c, 1, &between);
        c.curved = NULL;
        run(&c, 1, &stairs);
        compare(&between, &stairs);
    }
    lb_curved_case_free(&g.k);
}

static double heat_of(struct lb_solver *s, const struct lb_case *c, const struct gap *g)
{
    static double t[MOST_CELLS];
    double sum = 0.0;
    if (!read_all(s, c, t)) return (double)NAN;
    for (uint64_t n = 0; n < lb_case_cell_count(c); n++)
        if (radius_at(g, c, n) > 0.0) sum += t[n];
    return sum;
}

/* In every step, of two temperatures, of one beside an insulated wall, and of one beside a flux. */
static void heat_is_balanced(void)
{
    static const struct lb_heat_wall outer[] = {
        {LB_HEAT_FIXED, -0.5}, {LB_HEAT_INSULATED, 0.0}, {LB_HEAT_FLUX, 0.01}};
    for (int n = 0; n < 3; n++) {
        struct gap g;
        struct lb_case c;
        double given[GROUPS];
        if (!make(&g, &c, &narrow)) continue;
        g.walls[1] = outer[n];
        struct lb_solver *s = solver_of(&c);
        double before = s != NULL ? heat_of(s, &c, &g) : 0.0;
        for (int step = 0; s != NULL && step < 6 && advance(s, 1, given); step++) {
            const double now = heat_of(s, &c, &g);
            LB_CHECK_NEAR(now - before, given[INNER] + given[OUTER], 1e-12);
            LB_CHECK(fabs(given[INNER]) > 1e-3 && (n != 1) == (fabs(given[OUTER]) > 1e-3));
            before = now;
        }
        lb_solver_destroy(s);
        lb_curved_case_free(&g.k);
    }
}

/* --- what is refused -------------------------------------------------------------------------------- */

static void expect_refused(const struct lb_case *c, const char *text)
{
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_case_check(c, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, text) != NULL)) printf("  %s\n", err.text);
}

static void what_goes_not_with_a_temperature_is_refused(void)
{
    const struct lb_motion motion = {0};
    struct gap g;
    struct lb_case c;
    struct shape of = narrow;
    of.rule = "exact";
    if (!make(&g, &c, &of)) return;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_case_check(&c, &err), &err);
    g.heat.buoyancy[1] = 1e-4;
    expect_refused(&c, "with heat that pushes the fluid, wall = curved");
    g.k.walls.rule = lb_wall_rule_find("curved");
    LB_CHECK_OK(lb_case_check(&c, &err), &err);
    g.k.walls.sheets = 1;
    expect_refused(&c, "has thin walls, which cannot be combined with a temperature");
    g.k.walls.sheets = 0;
    c.motion = &motion;
    expect_refused(&c, "bodies that move their cells, which a flow with a temperature cannot have");
    lb_curved_case_free(&g.k);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(rings_are_those_of_another_program);
    LB_TEST_MATRIX(walls_between_cells_are_of_second_order);
    LB_TEST_MATRIX(a_flow_along_the_walls_is_of_second_order);
    LB_TEST(spheres_are_of_second_order);
    LB_TEST(formats_have_the_heat_of_fp64);
    LB_TEST_MATRIX(streamings_and_lanes_agree);
    LB_TEST(at_half_a_cell_they_are_half_way_walls);
    LB_TEST(heat_is_balanced);
    LB_TEST(what_goes_not_with_a_temperature_is_refused);
    lb_device_close(device);
    return lb_check_report();
}
