/* test_heat_solids.c - bodies that conduct heat, with their surface anywhere in a cell: a slab in front of the fluid, whose
 * temperature and heat are exact, and the same bits in place, in pull and with all lanes.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/lattice.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { WIDE = 14, HIGH = 6, MOST_CELLS = WIDE * HIGH * HIGH, GROUPS = LB_HEAT_FACES + 1 };

static struct lb_device *device;

/* Between walls at x = 1 and x = WIDE - 1, of T = 1/2 and -1/2: fluid below `surface`, a solid above it. */
struct slab {
    double surface;
    struct lb_heat heat;
    struct lb_heat_solid solid;
    struct lb_body body;
    struct lb_heat_cut cuts[HIGH * HIGH];
};

static void start_slab(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct slab *s = state;
    const bool is_wall = x == 0 || x == WIDE - 1;
    (void)y;
    (void)z;
    if (is_wall || x + 0.5 > s->surface) out->flags = LB_CELL_SOLID;
    if (!is_wall && x + 0.5 > s->surface) out->number = 1;
}

/* The surface's plane in each cell of one layer; across y and z the box is periodic. */
static void cut(struct slab *s, const struct lb_case *c)
{
    const uint64_t x = (uint64_t)s->surface, rows = (uint64_t)c->size[1] * c->size[2];
    const double apart = s->surface - ((double)x + 0.5);
    for (uint64_t n = 0; n < rows; n++)
        s->cuts[n] = (struct lb_heat_cut){.cell = n * WIDE + x,
                                          .normal = {apart < 0.0 ? -1.0 : 1.0, 0.0, 0.0},
                                          .distance = fabs(apart),
                                          .at = apart < 0.0,
                                          .beyond = apart >= 0.0};
    s->heat.cuts = s->cuts;
    s->heat.cut_count = rows;
}

static void make(struct slab *s, struct lb_case *c, const char *lattice, const char *storage,
                 double surface, double conductivity)
{
    *s = (struct slab){.surface = surface, .solid = {conductivity, 1.0}, .body = {.name = "slab"}};
    *c = (struct lb_case){.name = "slab", .shift = true, .viscosity = 0.05, .magic = 0.25};
    c->lattice = lb_lattice_find(lattice);
    c->collision = lb_collision_find("trt");
    c->storage = lb_number_format_find(storage);
    c->arithmetic = c->storage->bits == 64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32;
    c->rounding = c->storage->bits == 16 ? lb_rounding_default : lb_roundings[0];
    memcpy(c->size, (uint32_t[]){WIDE, HIGH, c->lattice->dimensions == 3 ? HIGH : 1},
           sizeof c->size);
    c->cell_kinds = LB_CELL_SOLID;
    c->bodies = &s->body;
    c->body_count = 1;
    c->start = start_slab;
    c->start_state = s;
    c->heat = &s->heat;
    s->heat.diffusivity = 0.1;
    s->heat.magic = 1.0 / 6.0;
    s->heat.fastest = 0.05;
    s->heat.solids = &s->solid;
    s->heat.walls[0] = (struct lb_heat_wall){LB_HEAT_FIXED, 0.5};
    s->heat.walls[1] = (struct lb_heat_wall){LB_HEAT_FIXED, -0.5};
    cut(s, c);
}

struct result {
    double t[MOST_CELLS], given[GROUPS];
};

static void run(const struct lb_case *c, int lanes, uint64_t steps, struct result *out)
{
    const struct lb_region all = {{0, 0, 0}, {c->size[0], c->size[1], c->size[2]}};
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    memset(out, 0, sizeof *out);
    lb_test_layout = (struct lb_layout_wishes){.lanes = lanes};
    if (LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err) &&
        LB_CHECK_OK(lb_solver_advance(s, steps, &err), &err) &&
        LB_CHECK_OK(lb_test_heat_given(s, 10, GROUPS, out->given, &err), &err))
        LB_CHECK_OK(lb_solver_read_temperature(s, &all, out->t, &err), &err);
    lb_solver_destroy(s);
}

/* The flux is 1 over the resistances, one after the other; T is linear in each of both. */
static void check_slab(const struct slab *s, const struct lb_case *c, const struct result *r,
                       double bound)
{
    const double k = s->solid.conductivity,
                 flux = 1.0 / (s->surface - 1.0 + (WIDE - 1.0 - s->surface) / k);
    const double area = (double)c->size[1] * c->size[2];
    for (uint32_t x = 1; x < WIDE - 1; x++) {
        const double at = x + 0.5, exact = at < s->surface ? 0.5 - flux * (at - 1.0)
                                                           : -0.5 + flux / k * (WIDE - 1.0 - at);
        LB_CHECK_NEAR(r->t[x], exact, bound);
    }
    LB_CHECK_NEAR(r->given[0] / (10.0 * area * s->heat.diffusivity * flux), 1.0, bound);
    LB_CHECK_NEAR(r->given[0] + r->given[1], 0.0, bound * fabs(r->given[0]));
}

/* In a cell of the fluid, of the solid, on a face of cells; better and worse conductors.  Stairs are up to 4 % off. */
static void slabs_are_exact_wherever_they_begin(void)
{
    static const double surfaces[] = {6.7, 6.2, 6.02, 7.0 - 1e-3};
    static struct result r;
    for (int n = 0; n < 8; n++) {
        struct slab s;
        struct lb_case c;
        if (!lb_check_runs(n == 0 || n == 1 || n == 6)) continue;
        make(&s, &c, n % 3 == 1 ? "d3q19" : "d2q9", "fp64", surfaces[n % 4], n < 4 ? 10.0 : 0.2);
        run(&c, 1, 20000, &r);
        check_slab(&s, &c, &r, 1e-9);
    }
}

static void formats_have_the_heat_of_fp64(void)
{
    static const char *const formats[] = {"fp32", "fp16s", "fp16c"};
    static struct result r;
    for (int n = 0; n < 3; n++) {
        struct slab s;
        struct lb_case c;
        make(&s, &c, "d2q9", formats[n], 6.7, 10.0);
        run(&c, 4, 6000, &r);
        LB_CHECK_NEAR(r.t[3], 0.5 - 2.5 / (5.7 + 6.3 / 10.0), n == 0 ? 1e-5 : 2e-2);
    }
}

static void streamings_and_lanes_agree(void)
{
    static struct result in_place, other;
    for (int n = 0; n < 4; n++) {
        struct slab s;
        struct lb_case c;
        if (!lb_check_runs(n < 2)) continue;
        make(&s, &c, n % 2 == 0 ? "d2q9" : "d3q19", n % 2 == 0 ? "fp32" : "fp16s",
             n < 2 ? 6.7 : 6.2, 10.0);
        run(&c, 1, 40, &in_place);
        run(&c, 4, 40, &other);
        LB_CHECK(memcmp(&in_place, &other, sizeof other) == 0);
        c.streaming = LB_STREAMING_PULL;
        run(&c, 2, 40, &other);
        LB_CHECK(memcmp(&in_place, &other, sizeof other) == 0);
        LB_CHECK(fabs(other.given[0]) > 1e-2);
    }
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    if (!lb_device_get_info(device)->fp64) return lb_check_skip("the device has no FP64");
    LB_TEST_MATRIX(slabs_are_exact_wherever_they_begin);
    LB_TEST(formats_have_the_heat_of_fp64);
    LB_TEST_MATRIX(streamings_and_lanes_agree);
    lb_device_close(device);
    return lb_check_report();
}
