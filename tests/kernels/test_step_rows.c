/* The step of rows of vectors (kernels/step/rows.cl), with one vector or two at once, at the ends of slabs
 * and between them: the same density and velocity to the last bit as cell by cell, with one wall in
 * the box, so that vectors beside it go cell by cell's way.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "opencl/device.h"
#include "case/lookup.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

/* With 16 lanes a slab is three vectors thick: one of them is inside.  The side of 48 cells is the one
 * that lanes cut; rows lie along x, or along y where that is x.  Long rows are parted where groups are
 * small. */
struct box {
    uint32_t size[3], wall[3];
    int group;
};
static const struct box across_z = {{6, 2, 48}, {0, 0, 20}, 0};
static const struct box across_z_odd = {{5, 2, 48}, {0, 0, 20}, 0};
static const struct box two_wide = {{2, 3, 48}, {0, 0, 20}, 0};
static const struct box across_x = {{48, 6, 5}, {20, 3, 1}, 0};
static const struct box across_x_odd = {{48, 7, 5}, {20, 0, 0}, 0};
static const struct box two_high = {{48, 2, 5}, {20, 0, 0}, 0};
static const struct box flat_two_high = {{48, 2, 1}, {20, 0, 0}, 0};
static const struct box one_high = {{48, 1, 5}, {20, 0, 0}, 0};
static const struct box across_y = {{7, 48, 3}, {3, 20, 0}, 0};
static const struct box flat = {{48, 7, 1}, {20, 3, 0}, 0};
static const struct box flat_across_y = {{7, 48, 1}, {3, 20, 0}, 0};
static const struct box in_parts = {{37, 1, 48}, {12, 0, 21}, 16};
static const struct box in_parts_along_y = {{48, 37, 1}, {21, 12, 0}, 16};
enum { CELLS = 37 * 48, STEPS = 9 };

struct result {
    double rho[CELLS];
    double u[3 * CELLS];
};

/* A random flow, and one wall. */
struct flow {
    struct lb_random_state random;
    lb_start_function *fill;
    const struct box *box;
};

static void fill_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct flow *flow = state;
    flow->fill(&flow->random, x, y, z, out);
    const uint32_t *wall = flow->box->wall;
    if (x == wall[0] && y == wall[1] && z == wall[2]) out->flags = LB_CELL_SOLID;
}

static bool run(struct lb_case *c, enum lb_streaming streaming, int lanes, struct result *out)
{
    struct lb_error err = {0};
    c->streaming = streaming;
    lb_test_layout.lanes = lb_test_layout.arithmetic_lanes = lanes;
    memset(out, 0, sizeof *out);
    return LB_CHECK_OK(lb_run_steps(device, c, STEPS, out->rho, out->u, &err), &err);
}

/* A box in a format with an operator, and the ways that are held against one lane in place. */
struct group_of_cases {
    const struct box *box;
    const char *lattice, *precision, *collision;
    struct {
        enum lb_streaming streaming;
        int lanes; /* 0 ends the list */
        enum lb_when when;
    } ways[3];
};

static struct lb_case make(const struct group_of_cases *g, struct flow *flow)
{
    struct lb_case c;
    const uint32_t *size = g->box->size;
    lb_random_case_init(&c, &flow->random, lb_lattice_find(g->lattice), LB_WITH_FORCE, size[0],
                        size[1], size[2]);
    flow->fill = c.start;
    flow->box = g->box;
    c.start = fill_cell;
    c.start_state = flow;
    c.cell_kinds |= LB_CELL_SOLID;
    c.collision = lb_collision_find(g->collision);
    lb_test_layout.group = g->box->group;
    c.storage = lb_number_format_find(g->precision);
    c.arithmetic = c.storage->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
    return c;
}

static bool can_do(const struct lb_case *c)
{
    /* one lane computes with fewer bits near zero there: fp16c_nvidia.cl */
    const bool is_rounded =
        strcmp(c->storage->name, "fp16c") == 0 && lb_device_is_nvidia(lb_device_get_info(device));
    return lb_device_can_do(device, c) && !is_rounded;
}

static void compare(const struct group_of_cases *g)
{
    static struct result expected, got;
    struct flow flow;
    struct lb_case c = make(g, &flow);
    const uint32_t *size = c.size;
    bool has_expected = false;
    for (size_t n = 0; g->ways[n].lanes != 0; n++) {
        if (!lb_case_runs(device, g->ways[n].when) || !can_do(&c)) continue;
        if (!has_expected && !run(&c, LB_STREAMING_IN_PLACE, 1, &expected)) return;
        has_expected = true;
        LB_CHECK(expected.rho[0] != expected.rho[size[0] * size[1] * size[2] - 1]);
        if (!run(&c, g->ways[n].streaming, g->ways[n].lanes, &got)) return;
        if (!LB_CHECK(memcmp(&got, &expected, sizeof got) == 0))
            printf("  %u,%u,%u, %s, %s, %s, %s, %d lanes\n", size[0], size[1], size[2], g->lattice,
                   g->precision, g->collision, lb_streaming_name(g->ways[n].streaming),
                   g->ways[n].lanes);
    }
}

#define IN_PLACE LB_STREAMING_IN_PLACE
#define PULL LB_STREAMING_PULL
/* Always both dimensions along which lanes lie with all that crosses edges, the shapes of rows with the smallest
 * lattice that has them. */
static void whole_vectors_agree_with_single_cells(void)
{
    static const struct group_of_cases groups[] = {
        {&across_z_odd,
         "d3q19",
         "fp32",
         "srt",
         {{IN_PLACE, 4, LB_NATIVELY}, {PULL, 16, LB_SELDOM}}},
        {&across_x, "d3q19", "fp16s", "trt", {{IN_PLACE, 8, LB_ALWAYS}, {PULL, 16, LB_SELDOM}}},
        {&flat, "d2q9", "fp64", "mrt", {{IN_PLACE, 8, LB_NATIVELY}}},
        {&flat_two_high, "d2q9", "fp16c", "srt", {{IN_PLACE, 8, LB_ALWAYS}}},
        {&in_parts_along_y, "d2q9", "fp32", "trt", {{PULL, 16, LB_ALWAYS}}},
        {&flat_across_y, "d2q9", "p16_1s", "srt", {{PULL, 8, LB_NATIVELY}}},
        {&across_z, "d3q19", "fp32", "trt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&across_z, "d3q19", "fp32", "mrt", {{PULL, 4, LB_SELDOM}}},
        {&across_x, "d3q19", "fp32", "srt", {{PULL, 16, LB_SELDOM}}},
        {&across_y, "d3q19", "fp16s", "srt", {{PULL, 8, LB_SELDOM}}},
        {&in_parts, "d3q19", "fp32", "srt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&in_parts, "d3q19", "fp16c", "srt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&across_z_odd, "d3q19", "fp64", "mrt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&across_z, "d3q19", "fp16s", "srt", {{IN_PLACE, 16, LB_SELDOM}}},
        {&across_z_odd, "d3q19", "p16_1s", "srt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&across_z, "d3q19", "fp16c", "srt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&two_wide, "d3q19", "fp16c", "trt", {{PULL, 8, LB_SELDOM}, {IN_PLACE, 8, LB_SELDOM}}},
        {&two_wide, "d3q19", "p16_2c", "srt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&across_x, "d3q19", "fp16c", "srt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&across_x_odd, "d3q19", "p16_0s", "trt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&across_x_odd, "d3q19", "p16_2c", "srt", {{PULL, 8, LB_SELDOM}}},
        {&two_high, "d3q19", "fp16c", "srt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&one_high, "d3q19", "fp32", "srt", {{PULL, 8, LB_SELDOM}}},
        {&in_parts_along_y, "d3q19", "fp32", "trt", {{PULL, 8, LB_SELDOM}}},
        {&in_parts_along_y, "d3q19", "fp16c", "srt", {{IN_PLACE, 8, LB_SELDOM}}},
        {&across_z, "d3q19", "fp16c", "mrt", {{PULL, 8, LB_SELDOM}}},
        {&across_y, "d3q19", "p16_1s", "srt", {{PULL, 8, LB_SELDOM}, {IN_PLACE, 8, LB_SELDOM}}},
        {&across_y, "d3q19", "p16_2c", "trt", {{IN_PLACE, 8, LB_SELDOM}}},
    };
    for (size_t n = 0; n < sizeof groups / sizeof *groups; n++)
        compare(&groups[n]);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(whole_vectors_agree_with_single_cells);
    lb_device_close(device);
    return lb_check_report();
}
