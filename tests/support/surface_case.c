/* surface_case.c - small cases with a free surface.
 * SPDX-License-Identifier: MIT */
#include "support/surface_case.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "geometry/volume_fraction.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/test_solver.h"

static int height_axis(const struct lb_surface_state *s)
{
    return s->dimensions == 2 ? 1 : 2;
}

static double dam(const struct lb_surface_state *s, const uint32_t at[3])
{
    const int up = height_axis(s);
    const double width = 0.4 * s->size[0], height = 0.6 * s->size[up];
    const double right = width - at[0], above = height - at[up];
    const double x = right < 0.0 ? 0.0 : right > 1.0 ? 1.0 : right;
    const double y = above < 0.0 ? 0.0 : above > 1.0 ? 1.0 : above;
    const struct lb_sphere drop = {
        {0.7 * s->size[0], 0.5 * s->size[1], s->dimensions == 3 ? 0.5 * s->size[2] : 0.5},
        s->radius};
    struct lb_sphere placed = drop;
    placed.centre[up] = 0.75 * s->size[up];
    const double wet =
        x * y + lb_volume_fraction(lb_sphere_depth, &placed, s->dimensions, at[0], at[1], at[2]);
    return wet > 1.0 ? 1.0 : wet;
}

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_surface_state *s = state;
    const uint32_t at[3] = {x, y, z};
    const int up = height_axis(s);
    bool wall = at[up] == 0 || at[up] == s->size[up] - 1;
    for (int axis = 0; axis < s->dimensions && s->shape == LB_SHAPE_DAM; axis++)
        wall = wall || at[axis] == 0 || at[axis] == s->size[axis] - 1;
    wall = wall || (s->has_lone_walls && (7 * x + 11 * y + 13 * z) % 41 == 0);
    if (wall && s->shape != LB_SHAPE_DROP) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    if (s->shape == LB_SHAPE_DAM) out->fill = dam(s, at);
    if (s->shape == LB_SHAPE_POOL) {
        const double above = 0.4 * s->size[up] - at[up];
        out->fill = above < 0.0 ? 0.0 : above > 1.0 ? 1.0 : above;
    }
    if (s->shape == LB_SHAPE_DROP) {
        const struct lb_sphere drop = {{0.5 * s->size[0] + 0.21, 0.5 * s->size[1] - 0.13,
                                        s->dimensions == 3 ? 0.5 * s->size[2] + 0.07 : 0.5},
                                       s->radius};
        out->fill = lb_volume_fraction(lb_sphere_depth, &drop, s->dimensions, x, y, z);
        memcpy(out->u, s->u, sizeof out->u);
    }
}

void lb_surface_case_init(struct lb_case *c, struct lb_surface_state *state, const char *lattice,
                          enum lb_surface_shape shape, uint32_t nx, uint32_t ny, uint32_t nz)
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    *state = (struct lb_surface_state){
        .shape = shape, .dimensions = l->dimensions, .size = {nx, ny, nz}, .radius = 0.12 * nx};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    *c = (struct lb_case){.name = "surface",
                          .lattice = l,
                          .collision = lb_collision_find("srt"),
                          .storage = lb_number_format_find("fp64"),
                          .arithmetic = LB_ARITHMETIC_FP64,
                          .streaming = LB_STREAMING_IN_PLACE,
                          .shift = true,
                          .size = {nx, ny, nz},
                          .viscosity = 0.1 * l->sound_speed_squared,
                          .surface = {.exists = true, .tension = 1e-3},
                          .cell_kinds = shape == LB_SHAPE_DROP ? 0 : LB_CELL_SOLID,
                          .start = start,
                          .start_state = state};
    if (shape == LB_SHAPE_DAM) c->force[height_axis(state)] = -1e-4;
}

enum lb_status lb_surface_run(struct lb_device *device, const struct lb_case *c, unsigned steps,
                              double *out, struct lb_survey *survey, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t n = (size_t)lb_case_cell_count(c);
    const struct lb_region all = {.end = {c->size[0], c->size[1], c->size[2]}};
    struct lb_solver *solver = NULL;
    LB_TRY(lb_test_solver_create(c, device, &solver, err));
    LB_TRY(lb_solver_advance(solver, steps, err));
    LB_TRY(lb_solver_read(solver, &all, out, out + n, err));
    LB_TRY(lb_solver_read_fill(solver, &all, out + 4 * n, err));
    LB_TRY(lb_solver_survey(solver, survey, err));
cleanup:
    lb_solver_destroy(solver);
    return st;
}

void lb_surface_check_dam(struct lb_device *device, const struct lb_case *c, unsigned steps,
                          double tolerance)
{
    enum { EVERY = 25 };
    struct lb_solver *solver = NULL;
    struct lb_error err = {0};
    struct lb_survey first, now;
    double worst = 0.0;
    uint64_t contacts = 0, turned = 0;
    if (!LB_CHECK_OK(lb_test_solver_create(c, device, &solver, &err), &err)) return;
    if (!LB_CHECK_OK(lb_solver_survey(solver, &first, &err), &err)) goto end;
    const double mass = lb_surface_survey_mass(&first.surface);
    for (unsigned step = 0; step < steps; step += EVERY) {
        if (!LB_CHECK_OK(lb_solver_advance(solver, EVERY, &err), &err)) goto end;
        if (!LB_CHECK_OK(lb_solver_survey(solver, &now, &err), &err)) goto end;
        worst = fmax(worst, fabs(lb_surface_survey_mass(&now.surface) / mass - 1.0));
        contacts += now.surface.contacts;
        if (now.surface.fluid_cells != first.surface.fluid_cells) turned++;
        if (!LB_CHECK(isfinite(now.surface.fluid_mass) && now.non_finite == 0)) goto end;
    }
    printf("        mass %.1f kept to %.1e; stranded %.1e; fastest %.3f; interface %llu of %llu\n",
           mass, worst, now.surface.stranded_mass / mass, now.speed_max,
           (unsigned long long)now.surface.interface_cells,
           (unsigned long long)(now.surface.interface_cells + now.surface.fluid_cells));
    LB_CHECK(turned > steps / EVERY / 2); /* something did happen */
    LB_CHECK_EQUAL_INT(contacts, 0);
    LB_CHECK_NEAR(worst, 0.0, tolerance);
end:
    lb_solver_destroy(solver);
}
