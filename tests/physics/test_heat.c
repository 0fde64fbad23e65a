/* test_heat.c - temperature: conduction between plates, heat balance, uniform temperatures, streaming, and what the
 * flow is without buoyancy.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/profile.h"
#include "case/lattice.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { MOST_CELLS = 4096 };

static struct lb_device *device;

/* --- cases -------------------------------------------------------------------------------------- */

/* Walls on the faces of these axes; periodic along the others. */
struct box {
    struct lb_heat heat;
    unsigned walls; /* a bit for each axis */
    uint32_t size[3];
    double temperature, wave; /* at the start: + wave cos along x, and a flow across it */
    double u;
};

static bool is_wall(const struct box *b, const uint32_t at[3])
{
    for (int a = 0; a < 3; a++)
        if ((b->walls >> a & 1u) != 0 && (at[a] == 0 || at[a] == b->size[a] - 1)) return true;
    return false;
}

static void start_box(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct box *b = state;
    const uint32_t at[3] = {x, y, z};
    const double phase = 2.0 * M_PI * ((double)x + 0.5) / b->size[0];
    if (is_wall(b, at)) out->flags = LB_CELL_SOLID;
    out->temperature = b->temperature + b->wave * cos(phase);
    out->u[0] = b->u;
    out->u[1] = b->u * sin(phase);
}

static void make_case(struct lb_case *c, struct box *b, const char *lattice, const char *storage,
                      enum lb_streaming streaming)
{
    *c = (struct lb_case){.name = "heat", .shift = true, .viscosity = 0.05, .magic = 0.25};
    c->lattice = lb_lattice_find(lattice);
    c->collision = lb_collision_find("trt");
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
    c->rounding = c->storage->bits == 16 ? lb_rounding_default : lb_roundings[0];
    c->streaming = streaming;
    memcpy(c->size, b->size, sizeof c->size);
    c->cell_kinds = b->walls != 0 ? LB_CELL_SOLID : 0;
    c->heat = &b->heat;
    c->start = start_box;
    c->start_state = b;
    b->heat.fastest = 0.1;
}

static double alpha_of(const char *lattice, double time)
{
    return (strcmp(lattice, "d2q9") == 0 ? 1.0 / 3.0 : 0.25) * (time - 0.5);
}

static struct lb_solver *solver_of(const struct lb_case *c)
{
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err);
    return s;
}

static bool advance(struct lb_solver *s, uint64_t steps)
{
    struct lb_error err = {0};
    return LB_CHECK_OK(lb_solver_advance(s, steps, &err), &err);
}

static bool read_all(struct lb_solver *s, const struct lb_case *c, double *t, double *u)
{
    const struct lb_region all = {{0, 0, 0}, {c->size[0], c->size[1], c->size[2]}};
    struct lb_error err = {0};
    return LB_CHECK_OK(lb_solver_read_temperature(s, &all, t, &err), &err) &&
           (u == NULL || LB_CHECK_OK(lb_solver_read(s, &all, NULL, u, &err), &err));
}

static double given_by(struct lb_solver *s, int face)
{
    double given[LB_HEAT_FACES] = {0.0};
    struct lb_error err = {0};
    LB_CHECK_OK(lb_solver_heat_given(s, given, &err), &err);
    return given[face];
}

/* --- conduction --------------------------------------------------------------------------------- */

enum { GAP = 6 };

/* Plates across the last axis, one of T = 1/2 below and one of -1/2 above. */
static void make_plates(struct lb_case *c, struct box *b, const char *lattice, const char *storage,
                        enum lb_streaming streaming, uint32_t gap, double time)
{
    const int up = strcmp(lattice, "d2q9") == 0 ? 1 : 2;
    *b = (struct box){.walls = 1u << up, .size = {4, 4, 1}};
    b->size[up] = gap + 2;
    b->heat.diffusivity = alpha_of(lattice, time);
    b->heat.walls[2 * up] = (struct lb_heat_wall){LB_HEAT_FIXED, 0.5};
    b->heat.walls[2 * up + 1] = (struct lb_heat_wall){LB_HEAT_FIXED, -0.5};
    make_case(c, b, lattice, storage, streaming);
}

/* After so long that nothing changes, T is linear and the flux is alpha / gap, through both walls. */
static void check_conduction(const char *lattice, enum lb_streaming streaming, double time,
                             double magic)
{
    struct box b;
    struct lb_case c;
    double t[MOST_CELLS];
    make_plates(&c, &b, lattice, "fp64", streaming, GAP, time);
    b.heat.magic = magic;
    struct lb_solver *s = solver_of(&c);
    const int up = c.lattice->dimensions - 1;
    const uint32_t across = c.size[0] * (up == 2 ? c.size[1] : 1);
    const uint64_t steps = (uint64_t)(4.0 * GAP * GAP / b.heat.diffusivity) + 400;
    double most = 0.0;
    if (s != NULL && advance(s, steps) && read_all(s, &c, t, NULL)) {
        for (uint32_t n = across; n < across * (GAP + 1); n++) {
            const double exact = 0.5 - (n / across - 0.5) / GAP;
            most = fmax(most, fabs(t[n] - exact));
        }
        LB_CHECK_NEAR(most, 0.0, 1e-13);
        const double below = given_by(s, 2 * up), above = given_by(s, 2 * up + 1);
        advance(s, 10);
        const double flux = 10.0 * across * b.heat.diffusivity / GAP;
        LB_CHECK_NEAR(given_by(s, 2 * up) - below, flux, 1e-11 * across);
        LB_CHECK_NEAR(given_by(s, 2 * up + 1) - above, -flux, 1e-11 * across);
    }
    lb_solver_destroy(s);
}

static void conduction_is_exact(void)
{
    static const struct {
        const char *lattice;
        enum lb_streaming streaming;
        double time, magic;
        bool always;
    } cases[] = {
        {"d2q9", LB_STREAMING_IN_PLACE, 0.53, 0.25, true},
        {"d2q9", LB_STREAMING_PULL, 2.0, 0.0, true},
        {"d3q19", LB_STREAMING_IN_PLACE, 0.7, 1.0 / 6.0, true},
        {"d2q9", LB_STREAMING_PULL, 0.53, 1.0 / 6.0, false},
        {"d3q27", LB_STREAMING_PULL, 0.53, 0.0, false},
        {"d3q15", LB_STREAMING_IN_PLACE, 2.0, 0.25, false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (lb_check_runs(cases[k].always))
            check_conduction(cases[k].lattice, cases[k].streaming, cases[k].time, cases[k].magic);
}

/* All that a temperature may have; the first two always run. */
static const char *const short_formats[] = {"fp16s",  "fp16c",  "fp16",  "p16_0s",
                                            "p16_1s", "p16_2c", "int16s"};
enum { SHORT_FORMATS = sizeof short_formats / sizeof *short_formats };

/* A mean of 100 steps, as noise of one step is a percent. */
static void conduction_of_16_bits_is_right(void)
{
    for (int k = 0; k < SHORT_FORMATS; k++) {
        struct box b;
        struct lb_case c;
        if (!lb_check_runs(k < 2)) continue;
        make_plates(&c, &b, "d2q9", short_formats[k],
                    k % 2 == 0 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL, 24, 0.711);
        struct lb_solver *s = solver_of(&c);
        if (s != NULL && advance(s, 20000)) {
            const double before = given_by(s, 2);
            advance(s, 1000);
            const double nusselt =
                (given_by(s, 2) - before) / (1000.0 * c.size[0] * b.heat.diffusivity / 24.0);
            LB_CHECK_NEAR(nusselt, 1.0, 1e-3);
        }
        lb_solver_destroy(s);
    }
}

/* One plate gives a flux, the other has a temperature: the same line. */
static void flux_is_given(void)
{
    struct box b;
    struct lb_case c;
    double t[MOST_CELLS];
    make_plates(&c, &b, "d3q19", "fp64", LB_STREAMING_IN_PLACE, GAP, 0.8);
    b.heat.walls[4] = (struct lb_heat_wall){LB_HEAT_FLUX, b.heat.diffusivity / GAP};
    struct lb_solver *s = solver_of(&c);
    if (s != NULL && advance(s, 12000) && read_all(s, &c, t, NULL))
        for (uint32_t k = 1; k <= GAP; k++)
            LB_CHECK_NEAR(t[16 * k], 0.5 - (k - 0.5) / GAP, 1e-12);
    lb_solver_destroy(s);
}

/* Sums of a face beyond 2^19, where 64 bits of its units end, between two looks and in all. */
static void large_sums_are_right(void)
{
    enum { LOOKS = 5, STEPS = 100 };
    const double flux = 1000.0;
    struct box b;
    struct lb_case c;
    make_plates(&c, &b, "d3q19", "fp64", LB_STREAMING_IN_PLACE, GAP, 0.8);
    b.heat.walls[4] = (struct lb_heat_wall){LB_HEAT_FLUX, flux};
    struct lb_solver *s = solver_of(&c);
    const double before = s != NULL ? given_by(s, 4) : 0.0;
    for (int n = 0; s != NULL && n < LOOKS && advance(s, STEPS); n++)
        LB_CHECK_CLOSE(given_by(s, 4) - before, flux * (n + 1.0) * STEPS * c.size[0] * c.size[1],
                       1e-12);
    lb_solver_destroy(s);
}

/* --- what must not change ----------------------------------------------------------------------- */

/* T = 0.3 in fluid at rest between insulated walls: to the last bit, whatever it was rounded to, where a number's eighth
 * has as many bits as the number. */
static void uniform_temperature_stays(void)
{
    static const char *const formats[] = {"fp32", "fp16s", "fp16c", "fp16", "p16_1s", "p16_2c"};
    static double before[MOST_CELLS], after[MOST_CELLS];
    for (int k = 0; k < 12; k++) {
        if (!lb_check_runs(k == 2 || k == 5)) continue;
        struct box b = {.walls = k % 2 == 0 ? 3 : 7, .temperature = 0.3, .size = {12, 10, 1}};
        struct lb_case c;
        if (k % 2 != 0) b.size[2] = 8;
        b.heat.diffusivity = 0.02;
        make_case(&c, &b, k % 2 == 0 ? "d2q9" : "d3q19", formats[k / 2], LB_STREAMING_IN_PLACE);
        struct lb_solver *s = solver_of(&c);
        const size_t bytes = lb_case_cell_count(&c) * sizeof *before;
        if (s != NULL && read_all(s, &c, before, NULL) && advance(s, 1000) &&
            read_all(s, &c, after, NULL))
            LB_CHECK(memcmp(before, after, bytes) == 0);
        LB_CHECK_NEAR(before[(k % 2 == 0 ? 1 : 11) * c.size[0] + 1], 0.3, 3e-4);
        lb_solver_destroy(s);
    }
}

/* A wave of temperature in a flow between cold and hot walls, with gravity and without. */
static void make_stirred(struct lb_case *c, struct box *b, const char *lattice, const char *storage,
                         enum lb_streaming streaming, double buoyancy)
{
    *b = (struct box){.walls = 2, .size = {16, 14, 1}, .wave = 0.4, .u = 0.05};
    if (strcmp(lattice, "d2q9") != 0) b->size[2] = 8;
    b->heat.diffusivity = 0.03;
    b->heat.buoyancy[1] = buoyancy;
    b->heat.walls[2] = (struct lb_heat_wall){LB_HEAT_FIXED, 0.5};
    b->heat.walls[3] = (struct lb_heat_wall){LB_HEAT_FIXED, -0.25};
    make_case(c, b, lattice, storage, streaming);
}

/* Fields of two cases that should have the same bits; of the second, heat or not. */
static void check_same(const struct lb_case *a, const struct lb_case *b, int lanes_a, int lanes_b)
{
    static double t[2][MOST_CELLS], u[2][3 * MOST_CELLS];
    const struct lb_case *cases[2] = {a, b};
    const struct lb_region all = {{0, 0, 0}, {a->size[0], a->size[1], a->size[2]}};
    const int lanes[2] = {lanes_a, lanes_b};
    for (int k = 0; k < 2; k++) {
        struct lb_error err = {0};
        lb_test_layout.lanes = lanes[k];
        struct lb_solver *s = solver_of(cases[k]);
        if (s == NULL || !advance(s, 25)) return;
        LB_CHECK_OK(lb_solver_read(s, &all, NULL, u[k], &err), &err);
        if (b->heat != NULL) read_all(s, cases[k], t[k], NULL);
        lb_solver_destroy(s);
    }
    lb_test_layout.lanes = 0;
    const size_t cells = lb_case_cell_count(a);
    LB_CHECK(memcmp(u[0], u[1], 3 * cells * sizeof **u) == 0);
    LB_CHECK(memcmp(t[0], t[1], cells * sizeof **t) == 0);
    LB_CHECK(fabs(u[0][3 * (a->size[0] * (a->size[1] / 2) + 3)]) > 1e-3);
}

static void streamings_and_lanes_agree(void)
{
    for (int k = 0; k < 4 + SHORT_FORMATS; k++) {
        struct box a, b;
        struct lb_case in_place, pull;
        if (!lb_check_runs(k == 0 || k == 5)) continue;
        const char *lattice = k % 2 == 0 ? "d2q9" : "d3q19", *format = k >= 4 ? short_formats[k - 4]
                                                                       : k < 2 ? "fp64"
                                                                               : "fp32";
        make_stirred(&in_place, &a, lattice, format, LB_STREAMING_IN_PLACE, 1e-3);
        make_stirred(&pull, &b, lattice, format, LB_STREAMING_PULL, 1e-3);
        check_same(&in_place, &pull, 1 << k % 3, 4 >> k % 3);
    }
}

static void without_buoyancy_the_flow_is_the_same(void)
{
    static const char *const formats[] = {"fp64", "fp32", "fp16s", "fp16c"};
    for (int k = 0; k < 4; k++) {
        struct box b;
        struct lb_case with, without;
        if (!lb_check_runs(k == 2)) continue;
        make_stirred(&with, &b, k % 2 == 0 ? "d3q19" : "d2q9", formats[k],
                     k < 2 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL, 0.0);
        without = with;
        without.heat = NULL;
        check_same(&with, &without, 4, 4);
    }
}

/* --- balance ------------------------------------------------------------------------------------ */

static double heat_of(struct lb_solver *s, const struct lb_case *c, const struct box *b)
{
    static double t[MOST_CELLS];
    double sum = 0.0;
    if (!read_all(s, c, t, NULL)) return (double)NAN;
    for (uint32_t n = 0; n < lb_case_cell_count(c); n++) {
        const uint32_t at[3] = {n % c->size[0], n / c->size[0] % c->size[1],
                                n / c->size[0] / c->size[1]};
        if (!is_wall(b, at)) sum += t[n];
    }
    return sum;
}

/* In every step, what walls gave is what the fluid gained. */
static void heat_is_balanced(void)
{
    for (int k = 0; k < 4; k++) {
        struct box b;
        struct lb_case c;
        if (!lb_check_runs(k % 2 == 0)) continue;
        make_stirred(&c, &b, k % 2 == 0 ? "d2q9" : "d3q19", "fp64",
                     k < 2 ? LB_STREAMING_IN_PLACE : LB_STREAMING_PULL, 1e-3);
        struct lb_solver *s = solver_of(&c);
        if (s == NULL) continue;
        const double cells = (double)lb_case_cell_count(&c);
        double before = heat_of(s, &c, &b), most = 0.0;
        for (int step = 0; step < 6; step++) {
            const double given = given_by(s, 2) + given_by(s, 3);
            advance(s, 1);
            const double gained = given_by(s, 2) + given_by(s, 3) - given, now = heat_of(s, &c, &b);
            LB_CHECK_NEAR(now - before, gained, 1e-15 * cells);
            most = fmax(most, fabs(gained));
            before = now;
        }
        LB_CHECK(most > 1e-6);
        lb_solver_destroy(s);
    }
}

/* A closed box gains nothing but what rounding adds, a random walk: 2.7e-5 of the range in fp16s, 1.4e-5 in fp16c after
 * so many steps, by the error of one population a cell (docs/theory/heat-16-bits.md). */
static void closed_box_keeps_its_heat(void)
{
    static const double most[SHORT_FORMATS] = {1e-4, 5e-5, 1e-4, 5e-5, 5e-5, 5e-5, 5e-5};
    for (int k = 0; k < SHORT_FORMATS; k++) {
        if (!lb_check_runs(k < 2)) continue;
        struct box b = {.size = {32, 32, 1}, .wave = 0.5, .u = 0.05};
        struct lb_case c;
        b.heat.diffusivity = 0.01;
        make_case(&c, &b, "d2q9", short_formats[k], LB_STREAMING_IN_PLACE);
        struct lb_solver *s = solver_of(&c);
        if (s == NULL) continue;
        const double before = heat_of(s, &c, &b);
        advance(s, 2000);
        const double drift = (heat_of(s, &c, &b) - before) / 1024.0;
        printf("  %s: mean drifts by %.2e\n", short_formats[k], drift);
        LB_CHECK_NEAR(drift, 0.0, most[k]);
        lb_solver_destroy(s);
    }
}

/* --- buoyancy ----------------------------------------------------------------------------------- */

enum { CAVITY = 32 };

/* Ra 1e4, Pr 0.71, gravity along -y, hot on the left; magic parameters 1/4 and 1/6. */
static void make_cavity(struct lb_case *c, struct box *b, const char *storage)
{
    const double speed = 0.1;
    *b = (struct box){.walls = 3, .size = {CAVITY + 2, CAVITY + 2, 1}};
    b->heat.magic = 1.0 / 6.0;
    b->heat.buoyancy[1] = speed * speed / CAVITY;
    b->heat.walls[0] = (struct lb_heat_wall){LB_HEAT_FIXED, 0.5};
    b->heat.walls[1] = (struct lb_heat_wall){LB_HEAT_FIXED, -0.5};
    make_case(c, b, "d2q9", storage, LB_STREAMING_IN_PLACE);
    c->viscosity = sqrt(0.71 / 1e4) * speed * CAVITY;
    b->heat.diffusivity = c->viscosity / 0.71;
}

/* Along y at mid-width (u), or along x at mid-height (v): between four columns or rows, the vertex of a parabola. */
static double largest(const double *u, int along)
{
    static const double weights[] = {-1.0 / 16.0, 9.0 / 16.0, 9.0 / 16.0, -1.0 / 16.0};
    double line[2 * CAVITY] = {0.0};
    struct lb_extremum most = {0.0, 0.0};
    for (uint32_t k = 0; k < CAVITY; k++) {
        line[2 * k] = k;
        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t middle = CAVITY / 2 - 1 + i, own = k + 1;
            const uint32_t x = along == 0 ? own : middle, y = along == 0 ? middle : own;
            line[2 * k + 1] += weights[i] * u[3 * (y * (CAVITY + 2) + x) + (along == 0 ? 1 : 0)];
        }
    }
    const struct lb_profile p = {line, CAVITY};
    LB_CHECK(lb_profile_max(&p, &most));
    return most.value;
}

/* What an implementation of its own, two copies and plain sums on the host, has of the same scheme; the references,
 * 2.2448, 16.178, 19.617, are 0.7, 0.2 and 0.4 % away on this grid. */
static void cavity_is_that_of_another_program(void)
{
    static double t[MOST_CELLS], u[3 * MOST_CELLS];
    for (int k = 0; k < 1 + SHORT_FORMATS; k++) {
        struct box b;
        struct lb_case c;
        const char *format = k == 0 ? "fp64" : short_formats[k - 1];
        const bool is_coarse = strcmp(format, "int16s") == 0; /* 2^-14 apart at all sizes */
        const double close = k == 0 ? 3e-6 : 2e-3, of_speed = is_coarse ? 5e-3 : close + 2e-6;
        if (!lb_check_runs(k < 2)) continue;
        make_cavity(&c, &b, format);
        struct lb_solver *s = solver_of(&c);
        if (s != NULL && advance(s, 14000) && read_all(s, &c, t, u)) {
            const double before = given_by(s, 0), unit = CAVITY / b.heat.diffusivity;
            advance(s, 2000);
            LB_CHECK_CLOSE((given_by(s, 0) - before) / (2000.0 * b.heat.diffusivity), 2.25955,
                           close);
            LB_CHECK_CLOSE(largest(u, 1) * unit, 16.2054, of_speed);
            LB_CHECK_CLOSE(largest(u, 0) * unit, 19.6872, of_speed);
        }
        lb_solver_destroy(s);
    }
}

/* --- what is refused ---------------------------------------------------------------------------- */

static void expect_refused(const struct lb_case *c, const char *text)
{
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_case_check(c, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, text) != NULL)) printf("  %s\n", err.text);
}

static void what_has_no_temperature_is_refused(void)
{
    struct box b;
    struct lb_case good, c;
    struct lb_error err = {0};
    make_cavity(&good, &b, "fp16s");
    LB_CHECK_OK(lb_case_check(&good, &err), &err);
    c = good;
    c.rounding = lb_roundings[0];
    expect_refused(&c, "carries up to 16 % too much heat; use --rounding stochastic");
    c.rounding = lb_roundings[2];
    expect_refused(&c, "--rounding conserving is not for a flow with a temperature");
    c = good;
    for (int k = 0; k < 3; k++) {
        static const char *const formats[] = {"mx8", "bfp12", "fix16x"};
        c.storage = lb_number_format_find(formats[k]);
        expect_refused(&c, "a temperature cannot be kept in");
    }
    c = good;
    c.streaming = LB_STREAMING_LIST;
    expect_refused(&c, "use --streaming in-place or pull");
    c = good;
    c.surface.exists = true;
    expect_refused(&c, "a free surface, which a flow with a temperature cannot have");
    b.heat.walls[0].number = 5.0;
    expect_refused(&good, "4 is the most");
    b.heat.walls[0].number = 0.5;
    b.heat.diffusivity = 0.01 / 3.0;
    b.heat.fastest = 0.1;
    expect_refused(&good, "choose auto or quarter");
    b.heat.magic = 0.0;
    LB_CHECK_OK(lb_case_check(&good, &err), &err);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(conduction_is_exact);
    LB_TEST_MATRIX(conduction_of_16_bits_is_right);
    LB_TEST(flux_is_given);
    LB_TEST(large_sums_are_right);
    LB_TEST_MATRIX(uniform_temperature_stays);
    LB_TEST_MATRIX(streamings_and_lanes_agree);
    LB_TEST_MATRIX(without_buoyancy_the_flow_is_the_same);
    LB_TEST_MATRIX(heat_is_balanced);
    LB_TEST_MATRIX(closed_box_keeps_its_heat);
    LB_TEST_MATRIX(cavity_is_that_of_another_program);
    LB_TEST(what_has_no_temperature_is_refused);
    lb_device_close(device);
    return lb_check_report();
}
