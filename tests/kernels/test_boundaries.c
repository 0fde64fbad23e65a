/* Boundary conditions: half of a flow that is symmetric about two planes, between free-slip planes, is
 * half of the whole one; a stream outside is what cells that hold its equilibrium are.  With every
 * condition of the table there is a claim here.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

static struct lb_device *device;

enum { NX = 6, HALF = 8, NZ = 4, STEPS = 12, MAX_CELLS = NX * 2 * HALF * NZ + NX * NZ * 4 };

struct fields {
    double rho[MAX_CELLS], u[3 * MAX_CELLS];
};

static bool run(struct lb_case *c, struct fields *out)
{
    struct lb_error err = {0};
    memset(out, 0, sizeof *out);
    return LB_CHECK_OK(lb_run_steps(device, c, STEPS, out->rho, out->u, &err), &err);
}

static size_t cell_at(const struct lb_case *c, uint32_t x, uint32_t y, uint32_t z)
{
    return ((size_t)z * c->size[1] + y) * c->size[0] + x;
}

static void init(struct lb_case *c, const char *lattice, const char *collision,
                 enum lb_streaming streaming, int lanes)
{
    *c = (struct lb_case){.name = "boundaries",
                          .lattice = lb_lattice_find(lattice),
                          .collision = lb_collision_find(collision),
                          .storage = lb_number_format_find("fp64"),
                          .arithmetic = LB_ARITHMETIC_FP64,
                          .streaming = streaming,
                          .shift = true,
                          .size = {NX, 1, 1},
                          .viscosity = 0.03};
    c->size[2] = c->lattice->dimensions == 3 ? NZ : 1;
    lb_test_layout = (struct lb_layout_wishes){.lanes = lanes};
}

/* --- free slip -------------------------------------------------------------------------------- */

/* Any flow, of cell y of the upper half. */
static void fill_flow(uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const double a = 2.0 * 3.14159265358979 * x / NX, b = 0.7 * y, d = 1.3 * z;
    out->rho = 1.0 + 0.02 * cos(a + b) * cos(d);
    out->u[0] = 0.04 * sin(a) * cos(b);
    out->u[1] = 0.03 * sin(b + a + 0.5);
    out->u[2] = 0.02 * cos(a - d) * sin(b);
}

/* Cells HALF to 2 HALF - 1 are the flow, those below their mirror image. */
static void fill_whole(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const double dimensions = *(const double *)state;
    fill_flow(x, y >= HALF ? y - HALF : HALF - 1 - y, z, out);
    if (y < HALF) out->u[1] = -out->u[1];
    if (dimensions < 3.0) out->u[2] = 0.0;
}

/* Row 0 and row HALF + 1 are outer cells. */
static void fill_half(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const double dimensions = *(const double *)state;
    if (y == 0 || y == HALF + 1) {
        out->flags = LB_CELL_BOUNDARY;
        return;
    }
    fill_flow(x, y - 1, z, out);
    if (dimensions < 3.0) out->u[2] = 0.0;
}

static void compare_half(const char *lattice, const char *collision, enum lb_streaming streaming,
                         int lanes)
{
    static struct fields whole, half;
    const struct lb_boundary boundary = {.condition = lb_boundary_condition_find("slip")};
    struct lb_case c;
    init(&c, lattice, collision, streaming, lanes);
    const double dimensions = c.lattice->dimensions;
    c.start_state = &dimensions;
    c.size[1] = 2 * HALF;
    c.start = fill_whole;
    if (!lb_device_can_do(device, &c) || !run(&c, &whole)) return;
    struct lb_case h = c;
    h.size[1] = HALF + 2;
    h.start = fill_half;
    h.cell_kinds = LB_CELL_SOLID;
    h.boundaries = &boundary;
    h.boundary_count = 1;
    if (!run(&h, &half)) return;
    double worst = 0.0, change = 0.0;
    for (uint32_t z = 0; z < c.size[2]; z++)
        for (uint32_t y = 0; y < HALF; y++)
            for (uint32_t x = 0; x < NX; x++) {
                const size_t a = cell_at(&c, x, y + HALF, z), b = cell_at(&h, x, y + 1, z);
                worst = fmax(worst, fabs(whole.rho[a] - half.rho[b]));
                for (size_t k = 0; k < 3; k++)
                    worst = fmax(worst, fabs(whole.u[3 * a + k] - half.u[3 * b + k]));
                struct lb_cell start = {0};
                fill_flow(x, y, z, &start);
                change = fmax(change, fabs(half.u[3 * b] - start.u[0]));
            }
    if (!LB_CHECK(worst < 1e-13 && change > 1e-3))
        printf("  %s, %s, %s, %d lanes: off by %g (moved by %g)\n", lattice, collision,
               streaming == LB_STREAMING_PULL ? "pull" : "in place", lanes, worst, change);
}

static void slip_planes_are_planes_of_symmetry(void)
{
    compare_half("d2q9", "srt", LB_STREAMING_IN_PLACE, 1);
    compare_half("d2q9", "trt", LB_STREAMING_PULL, 2);
    compare_half("d3q19", "srt", LB_STREAMING_IN_PLACE, 4);
    compare_half("d3q27", "mrt", LB_STREAMING_PULL, 1);
}

/* --- a stream outside ------------------------------------------------------------------------- */

static const double stream_u[3] = {0.05, -0.01, 0.02};

/* The cells at both ends of x are outer ones, or hold the stream's equilibrium. */
static void fill_stream(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_case *c = state;
    if (x > 0 && x + 1 < c->size[0]) {
        fill_flow(x, y, z, out);
        if (c->lattice->dimensions == 2) out->u[2] = 0.0;
        return;
    }
    out->flags = c->boundary_count > 0 ? LB_CELL_BOUNDARY : LB_CELL_EQUILIBRIUM;
    out->number = 1;
    out->rho = 1.01;
    for (int k = 0; k < c->lattice->dimensions; k++)
        out->u[k] = stream_u[k];
}

static void compare_stream(const char *lattice, enum lb_streaming streaming, int lanes)
{
    static struct fields held, made;
    struct lb_case c;
    init(&c, lattice, "srt", streaming, lanes);
    c.size[1] = HALF;
    c.start = fill_stream;
    c.start_state = &c;
    c.cell_kinds = LB_CELL_EQUILIBRIUM;
    if (!lb_device_can_do(device, &c) || !run(&c, &held)) return;
    const struct lb_boundary boundaries[] = {
        {.condition = lb_boundary_condition_find("slip")},
        {.condition = lb_boundary_condition_find("stream"),
         .rho = 1.01,
         .u = {stream_u[0], stream_u[1], c.lattice->dimensions == 3 ? stream_u[2] : 0.0}}};
    c.cell_kinds = LB_CELL_SOLID;
    c.boundaries = boundaries;
    c.boundary_count = 2;
    if (!run(&c, &made)) return;
    double worst = 0.0;
    for (uint32_t z = 0; z < c.size[2]; z++)
        for (uint32_t y = 0; y < c.size[1]; y++)
            for (uint32_t x = 1; x + 1 < NX; x++) {
                const size_t n = cell_at(&c, x, y, z);
                worst = fmax(worst, fabs(held.rho[n] - made.rho[n]));
                for (size_t k = 0; k < 3; k++)
                    worst = fmax(worst, fabs(held.u[3 * n + k] - made.u[3 * n + k]));
            }
    if (!LB_CHECK(worst < 1e-14)) printf("  %s, %d lanes: off by %g\n", lattice, lanes, worst);
}

static void a_stream_is_what_cells_with_its_equilibrium_are(void)
{
    compare_stream("d2q9", LB_STREAMING_IN_PLACE, 2);
    compare_stream("d3q19", LB_STREAMING_IN_PLACE, 4);
    compare_stream("d3q15", LB_STREAMING_PULL, 1);
}

/* --- the table -------------------------------------------------------------------------------- */

static void every_condition_has_a_claim_here(void)
{
    static const char *const claimed[] = {"slip", "stream"};
    for (const struct lb_boundary_condition *const *b = lb_boundary_conditions; *b != NULL; b++) {
        bool found = false;
        for (size_t n = 0; n < sizeof claimed / sizeof *claimed; n++)
            found = found || strcmp(claimed[n], (*b)->name) == 0;
        if (!LB_CHECK(found)) printf("  nothing is claimed of '%s'\n", (*b)->name);
    }
}

static void a_boundary_that_the_case_does_not_have_is_refused(void)
{
    struct lb_case c;
    struct lb_error err = {0};
    static struct fields f;
    init(&c, "d2q9", "srt", LB_STREAMING_IN_PLACE, 1);
    c.size[1] = HALF;
    c.start = fill_stream;
    c.start_state = &c;
    c.cell_kinds = LB_CELL_SOLID;
    const struct lb_boundary one = {.condition = lb_boundary_condition_find("slip")};
    c.boundaries = &one;
    c.boundary_count = 1; /* the cells are of number 1 */
    LB_CHECK(lb_run_steps(device, &c, 1, f.rho, f.u, &err) == LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "boundary 1") != NULL);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(every_condition_has_a_claim_here);
    LB_TEST(slip_planes_are_planes_of_symmetry);
    LB_TEST(a_stream_is_what_cells_with_its_equilibrium_are);
    LB_TEST(a_boundary_that_the_case_does_not_have_is_refused);
    lb_device_close(device);
    return lb_check_report();
}
