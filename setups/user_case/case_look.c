/* case_look.c - the cells of a case before anything runs: cells.png.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body/voxel_surface.h"
#include "user_case/case_state.h"

enum { FLUID = 1, INLET, OUTLET, SOLID, NUMBERS };
static const double most_cells = 2e8;

/* What a cell is drawn as; 0: not at all.  In three dimensions faces would hide what is behind them,
 * fluid around bodies the bodies, and walls the fluid inside of them. */
static uint8_t number_of(const struct own_case *s, const uint32_t at[3])
{
    struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
    const bool shows_fluid = s->dimensions == 2 || s->hollow != 0;
    lb_own_start(s, at[0], at[1], at[2], &cell);
    if (LB_IS_BOUNDARY(cell.flags)) {
        for (int n = 0; n < s->opening_count; n++)
            if (s->openings[n].boundary == cell.number && (s->dimensions == 2 || s->hollow != 0))
                return s->openings[n].is_inlet ? INLET : OUTLET;
        return 0;
    }
    if (lb_own_is_fluid(s, at)) return shows_fluid ? FLUID : 0;
    const uint8_t solid = lb_own_solid_at(s, at);
    return solid != 0 && (s->dimensions == 2 || !shows_fluid) ? SOLID : 0;
}

static enum lb_status fill(const struct own_case *s, struct lb_voxels *v, struct lb_error *err)
{
    const size_t count = (size_t)s->size[0] * s->size[1] * s->size[2];
    uint32_t at[3];
    size_t k = 0;
    v->number = malloc(count);
    LB_NEED(v->number != NULL, LB_STATUS_FAILED, "no memory for a picture of %zu cells", count);
    memcpy(v->size, s->size, sizeof v->size);
    for (at[2] = 0; at[2] < s->size[2]; at[2]++)
        for (at[1] = 0; at[1] < s->size[1]; at[1]++)
            for (at[0] = 0; at[0] < s->size[0]; at[0]++)
                v->number[k++] = number_of(s, at);
    return LB_STATUS_OK;
}

static struct lb_scene_camera camera_of(const struct own_case *s)
{
    const bool flat = s->dimensions == 2;
    const struct lb_scene_camera towards = {.up = 2,
                                            .azimuth_deg = flat ? -90.0 : -115.0,
                                            .elevation_deg = flat ? 89.9 : 22.0,
                                            .angle_deg = flat ? 0.0 : 25.0};
    struct lb_scene_camera camera = lb_scene_camera_on_box(towards, s->size, 1200.0 / 800.0);
    camera.height *= 1.1; /* leaves room for the title */
    return camera;
}

static enum lb_status draw(const struct own_case *s, struct lb_run *run, const struct lb_voxels *v,
                           struct lb_mesh surfaces[NUMBERS], struct lb_error *err)
{
    static const uint32_t colours[NUMBERS] = {0, 0x9fc3d9, 0x2a9d4a, 0xc8553d, 0x8d99ae};
    struct lb_scene_mesh meshes[NUMBERS];
    struct lb_scene scene = {
        .width = 1200, .height = 800, .camera = camera_of(s), .meshes = meshes};
    char title[160];
    for (uint8_t n = FLUID; n < NUMBERS; n++) {
        LB_OK(lb_voxels_surface(v, n, &surfaces[n], err));
        meshes[scene.mesh_count++] =
            (struct lb_scene_mesh){.mesh = &surfaces[n], .colour = colours[n], .gloss = 0.2};
    }
    snprintf(title, sizeof title, "%u x %u x %u cells: %s", s->size[0], s->size[1], s->size[2],
             s->dimensions == 2 ? "fluid blue, solid grey, inlets green, outlets red"
             : s->hollow != 0   ? "fluid, inlets green, outlets red"
                                : "what is solid");
    scene.title = title;
    return lb_run_write_scene(run, "cells.png", &scene, err);
}

enum lb_status lb_own_look(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct own_case *s = state;
    struct lb_voxels v = {0};
    struct lb_mesh surfaces[NUMBERS] = {{0}};
    if ((double)s->size[0] * s->size[1] * s->size[2] > most_cells) return LB_STATUS_OK;
    enum lb_status st = fill(s, &v, err);
    if (st == LB_STATUS_OK) st = draw(s, run, &v, surfaces, err);
    for (int n = 0; n < NUMBERS; n++)
        lb_mesh_free(&surfaces[n]);
    lb_voxels_free(&v);
    return st;
}
