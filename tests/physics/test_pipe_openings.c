/* test_pipe_openings.c - a pipe with a developed inlet and a pressure outlet, along an axis and
 * oblique to all: what goes in comes out, the pressure falls as Poiseuille says, streaming and
 * storage make no difference; also with walls between cells.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "domain/wall_links.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/pipe_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum {
    NX = 44,
    NY = 36,
    NZ = 18,
    CELLS = NX * NY * NZ,
    STEPS = 3500,
    STEADY = 9500,
    KEPT = 5000,
    GROUPS = 3
};
static const uint32_t size[3] = {NX, NY, NZ};
static const double radius = 6.3, speed = 0.004, length = 30.0;

static struct lb_device *device;
static struct lb_pipe pipe;

/* Through the middle of the box, at an angle to x. */
static bool make(struct lb_case *c, double degrees)
{
    const double phi = degrees * M_PI / 180.0, way[2] = {cos(phi), sin(phi)};
    const double from[3] = {0.5 * NX - 0.5 * length * way[0], 0.5 * NY - 0.5 * length * way[1],
                            0.5 * NZ};
    const double to[3] = {from[0] + length * way[0], from[1] + length * way[1], from[2]};
    struct lb_error err = {0};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    return LB_CHECK_OK(lb_pipe_make(&pipe, c, size, from, to, radius, speed, &err), &err);
}

struct flow {
    double rho[CELLS], u[3 * CELLS];
    struct lb_link_force groups[GROUPS];
};

static bool run(const struct lb_case *c, uint64_t steps, struct flow *out)
{
    const struct lb_region box = {{0, 0, 0}, {NX, NY, NZ}};
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    const bool fine = LB_CHECK_OK(lb_test_solver_create(c, device, &s, &err), &err) &&
                      LB_CHECK_OK(lb_solver_advance(s, steps, &err), &err) &&
                      LB_CHECK_OK(lb_solver_read(s, &box, out->rho, out->u, &err), &err) &&
                      LB_CHECK_OK(lb_solver_forces(s, out->groups, NULL, &err), &err);
    lb_solver_destroy(s);
    return fine;
}

/* --- the developed flow ----------------------------------------------------------------------- */

/* The slope of the density along the pipe between a third and two thirds of it, by least
 * squares. */
static double slope(const struct flow *f, double from, double to)
{
    const struct lb_opening *in = &pipe.openings.opening[0];
    double n = 0.0, s = 0.0, r = 0.0, ss = 0.0, sr = 0.0;
    for (size_t k = 0; k < CELLS; k++) {
        const uint32_t at[3] = {(uint32_t)(k % NX), (uint32_t)(k / NX % NY),
                                (uint32_t)(k / NX / NY)};
        double along = 0.0;
        if (lb_voxels_at(&pipe.voxels, at[0], at[1], at[2]) == 0) continue;
        for (int a = 0; a < 3; a++)
            along += (at[a] + 0.5 - in->centre[a]) * in->normal[a];
        if (along < from || along > to) continue;
        n += 1.0;
        s += along;
        r += f->rho[k] - 1.0;
        ss += along * along;
        sr += along * (f->rho[k] - 1.0);
    }
    return (n * sr - s * r) / (n * ss - s * s);
}

/* Of Poiseuille's, for the flow that there is and the radius of a circle with the area of the
 * fluid's cells. */
static double relative_drop(const struct flow *f, const struct lb_case *c)
{
    const double section = (double)pipe.report.cells / length, r2 = section / M_PI;
    const double gradient = -slope(f, length / 3.0, 2.0 * length / 3.0) / 3.0;
    return gradient * section * r2 / (8.0 * c->viscosity * f->groups[1].mass);
}

/* The asked flow to 3 %; friction to 8 %: rows of cells that are cut off are up to half a cell
 * of 6.3 from the wall, and friction goes with the fourth power. */
static void check_developed(double degrees, const char *storage)
{
    static struct flow f;
    struct lb_case c;
    if (!make(&c, degrees)) return;
    c.storage = lb_number_format_find(storage);
    c.arithmetic = c.storage->with_fp32 ? LB_ARITHMETIC_FP32 : LB_ARITHMETIC_FP64;
    const bool is_exact = c.storage->bits == 64;
    if (lb_device_can_do(device, &c) && run(&c, is_exact ? STEADY : STEPS, &f)) {
        const double in = f.groups[1].mass, out = f.groups[2].mass;
        const double asked = speed * pipe.openings.opening[0].link_area;
        const double drop = relative_drop(&f, &c);
        LB_CHECK_NEAR(f.groups[0].mass, 0.0, 0.0);
        LB_CHECK_NEAR((in + out) / in, 0.0, is_exact ? 1e-12 : 1e-3);
        if (!LB_CHECK(fabs(in / asked - 1.0) < 0.03 && fabs(drop - 1.0) < 0.08))
            printf("  %g degrees, %s: flow %.4f of what was asked, friction %.4f\n", degrees,
                   storage, in / asked, drop);
    }
    lb_pipe_free(&pipe);
}

static void a_pipe_loses_what_poiseuille_says(void)
{
    static const char *const formats[] = {"fp64", "fp32", "fp16s"};
    for (int k = 0; k < 3; k++) {
        if (lb_check_runs(k == 2)) check_developed(0.0, formats[k]);
        if (lb_check_runs(k == 0)) check_developed(30.0, formats[k]);
    }
}

/* --- bits ------------------------------------------------------------------------------------- */

static void streaming_makes_no_difference(void)
{
    static struct flow one, other;
    for (int turned = 0; turned < 2; turned++) {
        struct lb_case c;
        if (!make(&c, turned ? 30.0 : 0.0)) return;
        const bool first = run(&c, 41, &one);
        c.streaming = LB_STREAMING_PULL;
        lb_test_layout.lanes = 4;
        if (first && run(&c, 41, &other)) {
            LB_CHECK(memcmp(one.rho, other.rho, sizeof one.rho) == 0);
            LB_CHECK(memcmp(one.u, other.u, sizeof one.u) == 0);
            LB_CHECK(one.groups[1].mass == other.groups[1].mass && one.groups[1].mass > 0.01);
            LB_CHECK(one.groups[2].mass == other.groups[2].mass);
        }
        lb_pipe_free(&pipe);
    }
}

/* --- the balance ------------------------------------------------------------------------------ */

/* Step by step what the links bring is what the mass grows by, to the round-off of FP64. */
static void the_links_bring_what_the_mass_grows_by(void)
{
    struct lb_case c;
    struct lb_solver *s = NULL;
    struct lb_error err = {0};
    struct lb_link_force groups[GROUPS];
    struct lb_survey before, after;
    if (!make(&c, 30.0)) return;
    c.storage = lb_number_format_find("fp64");
    c.arithmetic = LB_ARITHMETIC_FP64;
    c.force[0] = 1e-5;
    bool fine = LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err) &&
                LB_CHECK_OK(lb_solver_survey(s, &before, &err), &err);
    for (int step = 0; step < 20 && fine; step++) {
        fine = LB_CHECK_OK(lb_solver_advance(s, 1, &err), &err) &&
               LB_CHECK_OK(lb_solver_survey(s, &after, &err), &err) &&
               LB_CHECK_OK(lb_solver_forces(s, groups, NULL, &err), &err);
        LB_CHECK_NEAR(after.excess_mass - before.excess_mass, groups[1].mass + groups[2].mass,
                      1e-12);
        before = after;
    }
    LB_CHECK(groups[1].mass > 0.1);
    lb_solver_destroy(s);
    lb_pipe_free(&pipe);
}

/* --- walls between cells ----------------------------------------------------------------------- */

static void cell_at(const void *state, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct lb_case *c = state;
    out->kind = lb_wall_kind_at(c, at, 0);
    out->members = lb_voxels_at(&pipe.voxels, at[0], at[1], at[2]) != 0;
    if (out->kind == LB_WALL_NO_LINK && lb_openings_at(&pipe.openings, at[0], at[1], at[2]) < 0)
        out->kind = LB_WALL_CURVED;
}

static bool is_solid(const void *state, uint32_t members)
{
    (void)state;
    return members == 0;
}

static bool find_walls(const struct lb_case *c, const char *rule, struct lb_wall_links *out)
{
    const struct lb_wall_surface surface = {.meshes = &pipe.mesh, .mesh_count = 1};
    struct lb_error err = {0};
    return LB_CHECK_OK(lb_wall_links_make(&(struct lb_wall_search){.lattice = c->lattice,
                                                                   .rule = lb_wall_rule_find(rule),
                                                                   .size = {NX, NY, NZ},
                                                                   .end = {NX, NY, NZ},
                                                                   .surfaces = &surface,
                                                                   .count = 1,
                                                                   .cell = cell_at,
                                                                   .is_solid = is_solid,
                                                                   .state = c,
                                                                   .openings = &pipe.openings},
                                          out, &err),
                       &err);
}

/* How far along the pipe the middle of a cell is, from its inlet on. */
static double along_pipe(uint64_t cell, const int *e)
{
    const struct lb_opening *in = &pipe.openings.opening[0];
    const double at[3] = {(double)(cell % NX), (double)(cell / NX % NY), (double)(cell / NX / NY)};
    double along = 0.0;
    for (int a = 0; a < 3; a++)
        along += (at[a] - e[a] + 0.5 - in->centre[a]) * in->normal[a];
    return along;
}

/* The side of the pipe is round, and its ends are flat: what leaves through an end is no link. */
static void check_links(const struct lb_case *c, const struct lb_wall_links *w)
{
    uint64_t through = 0;
    for (uint64_t n = 0; n < w->walls.count; n++) {
        const struct lb_curved_link *l = &w->links[n];
        const double q = 0x1p-32 * l->q, from = along_pipe(l->cell, (const int[3]){0, 0, 0}),
                     to = along_pipe(l->cell, c->lattice->c[l->direction]),
                     at = from + q * (to - from);
        through += at < 1e-3 || at > length - 1e-3;
    }
    LB_CHECK(w->walls.count > 5000);
    LB_CHECK(through == 0);
}

/* What comes in goes out, of a flow whose walls alone would lose 4e-4 of it; and friction
 * is Poiseuille's for the pipe's own radius. */
static void check_curved(const char *rule, double degrees)
{
    static struct flow f;
    struct lb_case c;
    struct lb_wall_links w = {.links = NULL};
    if (!make(&c, degrees)) return;
    c.storage = lb_number_format_find("fp64");
    c.arithmetic = LB_ARITHMETIC_FP64;
    if (find_walls(&c, rule, &w)) {
        w.walls.keep_mass = true;
        c.curved = &w.walls;
        check_links(&c, &w);
        if (run(&c, KEPT, &f)) {
            const double in = f.groups[1].mass, out = f.groups[2].mass;
            const double gradient = -slope(&f, length / 3.0, 2.0 * length / 3.0) / 3.0;
            const double drop = gradient * M_PI * pow(radius, 4.0) / (8.0 * c.viscosity * in);
            printf("  %s, %g degrees: walls bring %.1e of the flow, friction %.4f\n", rule, degrees,
                   (in + out) / in, drop);
            LB_CHECK_NEAR((in + out) / in, 0.0, 1e-6);
            LB_CHECK_NEAR(drop, 1.0, 0.03);
        }
    }
    lb_wall_links_free(&w);
    lb_pipe_free(&pipe);
}

static void walls_between_cells_keep_the_flow(void)
{
    if (lb_check_runs(true)) check_curved("curved", 30.0);
    if (lb_check_runs(false)) check_curved("exact", 30.0);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST_MATRIX(a_pipe_loses_what_poiseuille_says);
    LB_TEST(streaming_makes_no_difference);
    if (lb_device_get_info(device)->fp64) {
        LB_TEST(the_links_bring_what_the_mass_grows_by);
        LB_TEST_MATRIX(walls_between_cells_keep_the_flow);
    }
    lb_device_close(device);
    return lb_check_report();
}
