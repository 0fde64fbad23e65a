/* The short way of the step kernel (kernels/inside.cl), which vectors of plain fluid inside their
 * slab take where a vector is one piece of arithmetic: the same density and velocity to the last bit
 * as cell by cell, with one wall in the box, so that other vectors beside them take the other way.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cl/device.h"
#include "run/choice.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"

static struct lb_device *device;

/* With 16 lanes a slab is three vectors thick: one of them is inside. */
enum { NX = 5, NY = 2, NZ = 48, CELLS = NX * NY * NZ, STEPS = 9 };

struct result {
    double rho[CELLS];
    double u[3 * CELLS];
};

/* A random flow, and one wall. */
struct flow {
    struct lb_random_state random;
    lb_start_function *fill;
};

static void fill_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct flow *flow = state;
    flow->fill(&flow->random, x, y, z, out);
    if (x == 0 && y == 0 && z == 20) out->flags = LB_CELL_SOLID;
}

static bool run(struct lb_case *c, enum lb_streaming streaming, int lanes, struct result *out)
{
    struct lb_error err = {0};
    c->streaming = streaming;
    c->lanes = c->arithmetic_lanes = lanes;
    memset(out, 0, sizeof *out);
    return LB_CHECK_OK(lb_run_steps(device, c, STEPS, out->rho, out->u, &err), &err);
}

static void compare(const char *precision, const char *collision, enum lb_streaming streaming,
                    int lanes)
{
    static struct result expected, got;
    struct lb_case c;
    struct flow flow;
    lb_random_case_init(&c, &flow.random, lb_lattice_find("d3q19"), LB_WITH_FORCE, NX, NY, NZ);
    flow.fill = c.start;
    c.start = fill_cell;
    c.start_state = &flow;
    c.cell_kinds |= LB_CELL_SOLID;
    c.collision = lb_collision_find(collision);
    c.storage = lb_number_format_find(precision);
    c.arithmetic = c.storage->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
    if (!lb_device_can_do(device, &c)) return;
    if (!run(&c, streaming, 1, &expected) || !run(&c, streaming, lanes, &got)) return;
    LB_CHECK(expected.rho[0] != expected.rho[CELLS - 1]);
    if (!LB_CHECK(memcmp(&got, &expected, sizeof got) == 0))
        printf("  %s, %s, %s, %d lanes\n", precision, collision, lb_streaming_name(streaming),
               lanes);
}

static void whole_vectors_agree_with_single_cells(void)
{
    compare("fp32", "srt", LB_STREAMING_IN_PLACE, 4);
    compare("fp32", "trt", LB_STREAMING_IN_PLACE, 8);
    compare("fp32", "srt", LB_STREAMING_PULL, 16);
    compare("fp64", "mrt", LB_STREAMING_IN_PLACE, 8);
    compare("fp16s", "srt", LB_STREAMING_IN_PLACE, 16);
    compare("p16_1s", "srt", LB_STREAMING_IN_PLACE, 8);
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
