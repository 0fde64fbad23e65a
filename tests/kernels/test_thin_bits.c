/* test_thin_bits.c - sheets between fluid cells: the same bits in place and in pull, with all lanes
 * and from a checkpoint; the same flow with moments; halfway between cells they are half-way walls;
 * both of their sides take what the flow loses.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoint/archive.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/curved_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { NX = 24, NY = 12, CELLS = NX * NY, STEPS = 75, GROUPS = 3 };

static struct lb_device *device;

struct result {
    double rho[CELLS], u[3 * CELLS];
    struct lb_link_force groups[GROUPS];
};

/* Two sheets 1.3 cells apart at a slope, which slide, so that some cells have links of both; the
 * force drives the flow across as well. */
static bool make(struct lb_curved_case *k, struct lb_case *c, const char *rule,
                 const char *collision, const char *storage)
{
    struct lb_error err = {0};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    if (!LB_CHECK_OK(lb_sheets_make(k, c, rule, collision, 1, 2, NY, 1.3, 0.7, 0.02, &err), &err))
        return false;
    for (uint64_t n = 0; n < k->walls.count; n++)
        k->links[n].speed = 0.01 * c->lattice->c[k->links[n].direction][0];
    c->cell_kinds |= LB_CELL_MOVING;
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
    c->force[0] = 1e-4;
    c->force[1] = -2e-4;
    return LB_CHECK_EQUAL_INT(c->size[0], NX) && LB_CHECK_EQUAL_INT(c->size[1], NY);
}

static bool read_all(struct lb_solver *s, struct result *out)
{
    const struct lb_region all = {{0, 0, 0}, {NX, NY, 1}};
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
    LB_CHECK(memcmp(got, expected, sizeof *got) == 0);
    LB_CHECK(fabs(expected->groups[1].force[0]) > 1e-3);
}

static const char *const rules[] = {"curved", "exact"};

/* Against one lane in place; of the checkpoints' flow, and of the other rule, always. */
static void streaming_and_lanes_make_no_difference(void)
{
    static const char *const storages[] = {"fp64", "fp32", "fp16s", "fp16c", "bfp12", "mx8"};
    static const struct {
        enum lb_streaming streaming;
        int lanes;
    } layouts[] = {{LB_STREAMING_PULL, 1}, {LB_STREAMING_PULL, 2}, {LB_STREAMING_IN_PLACE, 4}};
    for (int n = 0; n < 12; n++) {
        static struct result one, other;
        struct lb_curved_case k;
        struct lb_case c;
        bool has_one = false;
        if (!make(&k, &c, rules[n / 6], "trt", storages[n % 6])) return;
        for (int l = 0; l < 3; l++) {
            if (!lb_check_runs(n == 1 || n == 11 ? l == 1 : (n == 4 || n == 8) && l != 1)) continue;
            has_one = has_one || run(&c, &one);
            struct lb_case in_layout = c;
            in_layout.streaming = layouts[l].streaming;
            lb_test_layout.lanes = layouts[l].lanes;
            if (run(&in_layout, &other)) compare(&other, &one);
            lb_test_layout.lanes = 1;
        }
        lb_curved_case_free(&k);
    }
}

static void moments_are_the_flow_of_populations(void)
{
    for (int n = 0; n < 2; n++) {
        static struct result of_populations, of_moments;
        struct lb_curved_case k;
        struct lb_case c;
        double most = 0.0;
        if (!lb_check_runs(n == 1)) continue;
        if (make(&k, &c, rules[n], "rr", "fp64") && run(&c, &of_populations)) {
            c.streaming = LB_STREAMING_MOMENTS;
            if (run(&c, &of_moments)) {
                for (int m = 0; m < CELLS; m++)
                    most = fmax(most, fabs(of_moments.rho[m] - of_populations.rho[m]));
                for (int m = 0; m < 3 * CELLS; m++)
                    most = fmax(most, fabs(of_moments.u[m] - of_populations.u[m]));
                for (int a = 0; a < 2; a++)
                    most = fmax(most, fabs(of_moments.groups[1].force[a] -
                                           of_populations.groups[1].force[a]));
                LB_CHECK(most < 1e-13);
                LB_CHECK(fabs(of_populations.groups[1].force[0]) > 1e-5);
            }
        }
        lb_curved_case_free(&k);
    }
}

/* --- halfway ---------------------------------------------------------------------------------- */

static void start_of_layer(const void *state, uint32_t x, uint32_t y, uint32_t z,
                           struct lb_cell *out)
{
    (void)state;
    (void)x;
    (void)z;
    if (y != 0) return;
    out->flags = LB_CELL_SOLID;
    out->number = 1;
}

/* A sheet below the first layer of cells is a layer of solid ones there. */
static void at_half_a_cell_they_are_half_way_walls(void)
{
    enum { HEIGHT = 8 };
    static double thin[2][4 * HEIGHT], thick[2][4 * (HEIGHT + 1)], u[2][3 * 4 * (HEIGHT + 1)];
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_error err = {0};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    lb_curved_space.offset = -0.5;
    if (LB_CHECK_OK(lb_sheets_make(&k, &c, "curved", "trt", 0, 1, HEIGHT, 0.0, 0.7, 0.02, &err),
                    &err)) {
        c.force[1] = 1e-4;
        for (int n = 0; n < 2; n++) {
            LB_CHECK_OK(lb_run_steps(device, &c, 30 + (unsigned)n, thin[n], u[0], &err), &err);
            struct lb_case stairs = c;
            stairs.curved = NULL;
            stairs.size[1] = HEIGHT + 1;
            stairs.start = start_of_layer;
            LB_CHECK_OK(lb_run_steps(device, &stairs, 30 + (unsigned)n, thick[n], u[1], &err),
                        &err);
            LB_CHECK(memcmp(thin[n], thick[n] + 4, sizeof thin[n]) == 0);
            LB_CHECK(memcmp(u[0], u[1] + 12, 3 * sizeof thin[n]) == 0);
        }
        LB_CHECK(fabs(thin[1][0] - thin[1][4 * HEIGHT - 4]) > 1e-4);
    }
    lb_curved_case_free(&k);
    lb_curved_space.offset = 0.37;
}

static void check_balance(const char *collision, enum lb_streaming streaming)
{
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_solver *s = NULL;
    struct lb_survey before, after;
    struct lb_link_force groups[GROUPS];
    struct lb_error err = {0};
    if (!make(&k, &c, "exact", collision, "fp64")) return;
    c.streaming = streaming;
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(s, STEPS, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(s, &before, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(s, 1, &err), &err) &&
        LB_CHECK_OK(lb_solver_survey(s, &after, &err), &err) &&
        LB_CHECK_OK(lb_solver_forces(s, groups, NULL, &err), &err)) {
        LB_CHECK_NEAR(after.excess_mass - before.excess_mass, groups[1].mass, 1e-12);
        LB_CHECK(fabs(groups[1].mass) > 1e-6);
        for (int a = 0; a < 2; a++)
            LB_CHECK_NEAR(after.momentum[a] - before.momentum[a],
                          c.force[a] * (double)before.fluid_cells - groups[1].force[a], 1e-12);
    }
    lb_solver_destroy(s);
    lb_curved_case_free(&k);
}

static void both_sides_take_what_the_flow_loses(void)
{
    check_balance("trt", LB_STREAMING_IN_PLACE);
    check_balance("rr", LB_STREAMING_MOMENTS);
}

/* --- checkpoints ------------------------------------------------------------------------------ */

static bool pass(struct lb_solver *s, const struct lb_case *c, struct lb_archive *a)
{
    const struct lb_precision own = {c->arithmetic, c->storage, c->rounding};
    struct lb_error err = {0};
    return LB_CHECK_OK(lb_solver_archive(s, a, &own, &err), &err);
}

/* Saved in place, loaded in pull. */
static void check_checkpoints(const char *storage)
{
    static struct result at[2], end[2];
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_solver *s[2] = {NULL, NULL};
    struct lb_archive *out = NULL, *in = NULL;
    struct lb_error err = {0};
    if (!make(&k, &c, "exact", "trt", storage)) return;
    struct lb_case other = c;
    other.streaming = LB_STREAMING_PULL;
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &s[0], &err), &err) &&
        LB_CHECK_OK(lb_test_solver_create(&other, device, &s[1], &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(s[0], STEPS, &err), &err) &&
        LB_CHECK_OK(lb_archive_create(".", &out, &err), &err) && pass(s[0], &c, out) &&
        LB_CHECK_OK(lb_archive_commit(out, &err), &err) &&
        LB_CHECK_OK(lb_archive_open(".", &in, &err), &err) && pass(s[1], &other, in)) {
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
    lb_curved_case_free(&k);
}

static void checkpoints_have_what_links_keep(void)
{
    check_checkpoints("fp16s");
    check_checkpoints("bfp12");
}

static void what_cannot_be_is_refused(void)
{
    struct lb_curved_case k;
    struct lb_case c;
    struct lb_error err = {0};
    if (!make(&k, &c, "curved", "trt", "fp32")) return;
    LB_CHECK_OK(lb_case_check_curved(&c, &err), &err);
    c.storage = lb_number_format_find("fix16x");
    LB_CHECK_EQUAL_INT(lb_case_check_curved(&c, &err), LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, "thin walls, which cannot be combined with a format that keeps mass "
                              "to the last bit") != NULL);
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
    LB_TEST(both_sides_take_what_the_flow_loses);
    LB_TEST(checkpoints_have_what_links_keep);
    LB_TEST(what_cannot_be_is_refused);
    lb_device_close(device);
    return lb_check_report();
}
