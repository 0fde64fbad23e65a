/* test_curved_bits.c - walls between cells: the same bits in place and in pull, with all lanes,
 * and from a checkpoint; the same flow with moments in place of populations; halfway between cells
 * they are half-way walls; what they take is what the flow loses.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/rounding.h"
#include "checkpoint/archive.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/curved_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { SIDE = 21, CELLS = SIDE * SIDE, STEPS = 75, GROUPS = 3 };

static struct lb_device *device;

/* How a flow is kept. */
struct way {
    enum lb_streaming streaming;
    const char *collision;
};
static const struct way ways[] = {{LB_STREAMING_IN_PLACE, "trt"}, {LB_STREAMING_MOMENTS, "rr"}};

struct result {
    double rho[CELLS], u[3 * CELLS];
    struct lb_link_force groups[GROUPS];
};

static void set_storage(struct lb_case *c, const char *storage)
{
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
}

/* A ring around a cylinder that turns, with gaps of one cell; the force drives the flow across. */
static bool make(struct lb_curved_case *k, struct lb_case *c, const char *rule, const char *storage,
                 const struct way *way)
{
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_gap_make(k, c, rule, way->collision, 2, 6.7, 8.3, 0.7, 0.05, &err), &err))
        return false;
    set_storage(c, storage);
    c->streaming = way->streaming;
    c->force[0] = 1e-4;
    c->force[1] = -2e-4;
    return LB_CHECK_EQUAL_INT(c->size[0], SIDE);
}

static bool read_all(struct lb_solver *s, struct result *out)
{
    const struct lb_region all = {{0, 0, 0}, {SIDE, SIDE, 1}};
    struct lb_error err = {0};
    memset(out, 0, sizeof *out);
    return LB_CHECK_OK(lb_solver_read(s, &all, out->rho, out->u, &err), &err) &&
           LB_CHECK_OK(lb_solver_forces(s, out->groups, NULL, &err), &err);
}

static bool run(const struct lb_case *c, struct result *out)
{
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    const bool done = LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err) &&
                      LB_CHECK_OK(lb_solver_advance(s, STEPS, &err), &err) && read_all(s, out);
    lb_solver_destroy(s);
    return done;
}

static void compare(const struct result *got, const struct result *expected)
{
    LB_CHECK(memcmp(got->rho, expected->rho, sizeof got->rho) == 0);
    LB_CHECK(memcmp(got->u, expected->u, sizeof got->u) == 0);
    LB_CHECK(memcmp(got->groups, expected->groups, sizeof got->groups) == 0);
}

/* 21 cells are not cut into lanes: the box is a periodic slit where lanes are to be tried. */
static void check_lanes(const char *rule, const char *storage, const struct way *way, int lanes)
{
    static double u[2][3 * 32 * 16];
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_slit_make(&k, &c, rule, way->collision, 1, 2, 16, 4.6, 0.8, 0.05, &err),
                     &err))
        return;
    set_storage(&c, storage);
    c.streaming = way->streaming;
    for (int n = 0; n < 2; n++) {
        lb_test_layout = (struct lb_layout_wishes){.lanes = n == 0 ? 1 : lanes};
        LB_CHECK_OK(lb_run_steps(device, &c, 40, NULL, u[n], &err), &err);
    }
    LB_CHECK(memcmp(u[0], u[1], sizeof u[0]) == 0);
    lb_curved_case_free(&k);
}

static const char *const rules[] = {"curved", "exact"};

static void check_streaming(const char *rule, const char *storage)
{
    static struct result in_place, pull;
    struct lb_curved_case k;
    struct lb_case c;
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    if (make(&k, &c, rule, storage, &ways[0]) && run(&c, &in_place)) {
        c.streaming = LB_STREAMING_PULL;
        if (run(&c, &pull)) compare(&pull, &in_place);
    }
    lb_curved_case_free(&k);
}

/* Always both rules, and each way with lanes of one of them; test_kept_moments.c has moments of both. */
static void streaming_and_lanes_make_no_difference(void)
{
    static const char *const storages[] = {"fp64", "fp32", "fp16s", "fp16c", "bfp12", "mx8"};
    static const int lanes[] = {4, 2, 8};
    for (int r = 0; r < 2; r++)
        for (int n = 0; n < 6; n++) {
            const bool always = r == 0 ? n == 2 : n == 0 || n == 4;
            if (lb_check_runs(always)) check_streaming(rules[r], storages[n]);
            for (int l = 0; l < (n < 4 ? 6 : 3); l++)
                if (lb_check_runs((r == 0 && n == 2 && l == 4) || (r == 1 && n == 0 && l == 0)))
                    check_lanes(rules[r], storages[n], &ways[l / 3], lanes[l % 3]);
        }
}

/* --- moments ---------------------------------------------------------------------------------- */

/* The largest difference of densities, velocities, and forces. */
static double apart(const struct result *got, const struct result *expected)
{
    double most = 0.0;
    for (int n = 0; n < CELLS; n++)
        most = fmax(most, fabs(got->rho[n] - expected->rho[n]));
    for (int n = 0; n < 3 * CELLS; n++)
        most = fmax(most, fabs(got->u[n] - expected->u[n]));
    for (int g = 0; g < GROUPS; g++)
        for (int a = 0; a < 3; a++) {
            most = fmax(most, fabs(got->groups[g].force[a] - expected->groups[g].force[a]));
            most = fmax(most, fabs(got->groups[g].moment[a] - expected->groups[g].moment[a]));
        }
    return most;
}

/* The bounds of formats are some last places of 1, times the arms of moments. */
static void moments_are_the_flow_of_populations(void)
{
    static const struct {
        const char *storage;
        int rounding; /* nearest, stochastic */
        double bound;
        bool always[2]; /* with each rule */
    } rows[] = {{"fp64", 0, 1e-13, {true, true}},
                {"fp32", 0, 2e-6, {false, false}},
                {"fp16s", 0, 3e-4, {false, true}},
                {"fp16s", 1, 2e-3, {false, false}}};
    for (size_t n = 0; n < 2 * sizeof rows / sizeof *rows; n++) {
        static struct result of_populations, of_moments;
        struct lb_curved_case k;
        struct lb_case c;
        if (!lb_check_runs(rows[n / 2].always[n % 2])) continue;
        lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
        if (make(&k, &c, rules[n % 2], "fp64", &ways[1])) {
            c.streaming = LB_STREAMING_IN_PLACE;
            if (run(&c, &of_populations)) {
                set_storage(&c, rows[n / 2].storage);
                c.streaming = LB_STREAMING_MOMENTS;
                c.rounding = lb_roundings[rows[n / 2].rounding];
                if (run(&c, &of_moments)) {
                    printf("  %s %s %d: %.1e\n", rules[n % 2], rows[n / 2].storage,
                           rows[n / 2].rounding, apart(&of_moments, &of_populations));
                    LB_CHECK(apart(&of_moments, &of_populations) < rows[n / 2].bound);
                }
            }
        }
        lb_curved_case_free(&k);
    }
}

/* Resting ones: those that move have the velocity of their own place, not of a cell. */
static void at_half_a_cell_they_are_half_way_walls(void)
{
    static struct result curved, stairs;
    struct lb_curved_case k;
    struct lb_case c;
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    if (make(&k, &c, "curved", "fp32", &ways[0])) {
        for (uint64_t n = 0; n < k.walls.count; n++) {
            k.links[n].q = lb_curved_q(0.5);
            k.links[n].speed = 0.0;
        }
        k.rim = 0.0;
        if (run(&c, &curved)) {
            c.curved = NULL;
            if (run(&c, &stairs)) compare(&curved, &stairs);
            LB_CHECK(fabs(curved.groups[2].force[0]) > 1e-3);
        }
    }
    lb_curved_case_free(&k);
}

static void check_balance(const struct way *way)
{
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_solver *s = NULL;
    struct lb_survey before, after;
    struct lb_link_force groups[GROUPS];
    struct lb_error err = {0};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    if (make(&k, &c, "exact", "fp64", way) &&
        LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(s, STEPS, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(s, &before, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(s, 1, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(s, &after, &err), &err) &&
        LB_CHECK_OK(lb_solver_forces(s, groups, NULL, &err), &err)) {
        double brought = 0.0, most = 0.0;
        for (int g = 0; g < GROUPS; g++) {
            brought += groups[g].mass;
            most = fmax(most, fabs(groups[g].mass));
        }
        LB_CHECK_NEAR(after.excess_mass - before.excess_mass, brought, 1e-12);
        LB_CHECK(most > 1e-6);
        for (int a = 0; a < 2; a++) {
            double change = c.force[a] * (double)before.fluid_cells;
            for (int g = 0; g < GROUPS; g++)
                change -= groups[g].force[a];
            LB_CHECK_NEAR(after.momentum[a] - before.momentum[a], change, 1e-12);
        }
    }
    lb_solver_destroy(s);
    lb_curved_case_free(&k);
}

static void they_take_what_the_flow_loses(void)
{
    for (int n = 0; n < 2; n++)
        check_balance(&ways[n]);
}

/* --- checkpoints --- */

static bool pass(struct lb_solver *s, const struct lb_case *c, struct lb_archive *a)
{
    const struct lb_precision own = {c->arithmetic, c->storage, c->rounding};
    struct lb_error err = {0};
    return LB_CHECK_OK(lb_solver_archive(s, a, &own, &err), &err);
}

/* Saved and loaded at once; forces are there without a step, too. */
static void check_resumed(const struct lb_case *c, const struct lb_case *other)
{
    static struct result at[2], end[2];
    struct lb_solver *s[2] = {NULL, NULL};
    struct lb_archive *out = NULL, *in = NULL;
    struct lb_error err = {0};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    if (LB_CHECK_OK(lb_test_solver_create(c, device, &s[0], &err), &err) &&
        LB_CHECK_OK(lb_test_solver_create(other, device, &s[1], &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(s[0], STEPS, &err), &err) &&
        LB_CHECK_OK(lb_archive_create(".", &out, &err), &err) && pass(s[0], c, out) &&
        LB_CHECK_OK(lb_archive_commit(out, &err), &err) &&
        LB_CHECK_OK(lb_archive_open(".", &in, &err), &err) && pass(s[1], other, in)) {
        for (int n = 0; n < 2; n++)
            if (!read_all(s[n], &at[n]) ||
                !LB_CHECK_OK(lb_solver_advance(s[n], STEPS, &err), &err) ||
                !read_all(s[n], &end[n]))
                break;
        compare(&at[1], &at[0]);
        compare(&end[1], &end[0]);
    }
    lb_archive_close(out);
    lb_archive_close(in);
    lb_solver_destroy(s[0]);
    lb_solver_destroy(s[1]);
}

static void checkpoints_have_what_links_keep(void)
{
    static const char *const storages[] = {"fp64", "fp16s", "bfp12"};
    for (int n = 0; n < 3; n++) {
        struct lb_curved_case k;
        struct lb_case c;
        if (make(&k, &c, "exact", storages[n], &ways[n % 2])) {
            struct lb_case other = c;
            if (c.streaming == LB_STREAMING_IN_PLACE) other.streaming = LB_STREAMING_PULL;
            check_resumed(&c, &other);
        }
        lb_curved_case_free(&k);
    }
}

static void refuse(struct lb_case *c, const char *why)
{
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_case_check_curved(c, &err), LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, why) != NULL);
}

static void what_cannot_be_is_refused(void)
{
    struct lb_curved_case k;
    struct lb_case c, other;
    if (!make(&k, &c, "exact", "fp32", &ways[0])) return;
    other = c;
    other.collision = lb_collision_find("mrt");
    refuse(&other, "not for mrt");
    other = c;
    other.storage = lb_number_format_find("fix16x");
    refuse(&other, "keeps mass to the last bit");
    other = c;
    other.surface.exists = true;
    refuse(&other, "a free surface");
    lb_curved_case_free(&k);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(streaming_and_lanes_make_no_difference);
    LB_TEST_MATRIX(moments_are_the_flow_of_populations);
    LB_TEST(at_half_a_cell_they_are_half_way_walls);
    LB_TEST(they_take_what_the_flow_loses);
    LB_TEST(checkpoints_have_what_links_keep);
    LB_TEST(what_cannot_be_is_refused);
    lb_device_close(device);
    return lb_check_report();
}
