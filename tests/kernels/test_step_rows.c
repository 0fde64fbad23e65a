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
static const struct box one_high = {{48, 1, 5}, {20, 0, 0}, 0};
static const struct box across_y = {{7, 48, 3}, {3, 20, 0}, 0};
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

static void compare(const struct box *box, const char *precision, const char *collision,
                    enum lb_streaming streaming, int lanes)
{
    const uint32_t *size = box->size;
    static struct result expected, got;
    struct lb_case c;
    struct flow flow;
    lb_random_case_init(&c, &flow.random, lb_lattice_find("d3q19"), LB_WITH_FORCE, size[0], size[1],
                        size[2]);
    flow.fill = c.start;
    flow.box = box;
    c.start = fill_cell;
    c.start_state = &flow;
    c.cell_kinds |= LB_CELL_SOLID;
    c.collision = lb_collision_find(collision);
    lb_test_layout.group = box->group;
    c.storage = lb_number_format_find(precision);
    c.arithmetic = c.storage->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
    if (!lb_device_can_do(device, &c)) return;
    /* one lane computes with fewer bits near zero there: fp16c_nvidia.cl */
    if (strcmp(precision, "fp16c") == 0 && lb_device_is_nvidia(lb_device_get_info(device))) return;
    if (!run(&c, streaming, 1, &expected) || !run(&c, streaming, lanes, &got)) return;
    LB_CHECK(expected.rho[0] != expected.rho[size[0] * size[1] * size[2] - 1]);
    if (!LB_CHECK(memcmp(&got, &expected, sizeof got) == 0))
        printf("  %u,%u,%u, %s, %s, %s, %d lanes\n", size[0], size[1], size[2], precision,
               collision, lb_streaming_name(streaming), lanes);
}

static void whole_vectors_agree_with_single_cells(void)
{
    compare(&across_z_odd, "fp32", "srt", LB_STREAMING_IN_PLACE, 4);
    compare(&across_z, "fp32", "trt", LB_STREAMING_IN_PLACE, 8);
    compare(&across_z, "fp32", "mrt", LB_STREAMING_PULL, 4);
    compare(&across_x, "fp32", "srt", LB_STREAMING_PULL, 16);
    compare(&across_x, "fp16s", "trt", LB_STREAMING_IN_PLACE, 8);
    compare(&across_y, "fp16s", "srt", LB_STREAMING_PULL, 8);
    compare(&in_parts, "fp32", "srt", LB_STREAMING_IN_PLACE, 8);
    compare(&in_parts, "fp16c", "srt", LB_STREAMING_IN_PLACE, 8);
    compare(&across_z_odd, "fp64", "mrt", LB_STREAMING_IN_PLACE, 8);
    compare(&across_z, "fp16s", "srt", LB_STREAMING_IN_PLACE, 16);
    compare(&across_z_odd, "p16_1s", "srt", LB_STREAMING_IN_PLACE, 8);
    compare(&across_z, "fp16c", "srt", LB_STREAMING_IN_PLACE, 8);
    compare(&two_wide, "fp16c", "trt", LB_STREAMING_PULL, 8);
    compare(&two_wide, "p16_2c", "srt", LB_STREAMING_IN_PLACE, 8);
    compare(&across_x, "fp16c", "srt", LB_STREAMING_IN_PLACE, 8);
    compare(&across_x_odd, "p16_0s", "trt", LB_STREAMING_IN_PLACE, 8);
    compare(&across_x_odd, "p16_2c", "srt", LB_STREAMING_PULL, 8);
    compare(&two_high, "fp16c", "srt", LB_STREAMING_IN_PLACE, 8);
    compare(&one_high, "fp32", "srt", LB_STREAMING_PULL, 8);
    compare(&in_parts_along_y, "fp32", "trt", LB_STREAMING_PULL, 8);
    compare(&in_parts_along_y, "fp16c", "srt", LB_STREAMING_IN_PLACE, 8);
    compare(&across_z, "fp16c", "mrt", LB_STREAMING_PULL, 8);
    compare(&across_y, "p16_1s", "srt", LB_STREAMING_PULL, 8);
    compare(&across_y, "p16_2c", "trt", LB_STREAMING_IN_PLACE, 8);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(whole_vectors_agree_with_single_cells);
    lb_device_close(device);
    return lb_check_report();
}
