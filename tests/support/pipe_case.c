/* pipe_case.c - the flow through a pipe of any direction in a box.
 * SPDX-License-Identifier: MIT */
#include "support/pipe_case.h"

#include <string.h>

#include "support/shapes.h"

static bool is_inside(const void *state, uint32_t x, uint32_t y, uint32_t z)
{
    return lb_voxels_at(&((const struct lb_pipe *)state)->voxels, x, y, z) != 0;
}

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_pipe *p = state;
    if (is_inside(p, x, y, z)) return;
    const int n = lb_openings_at(&p->openings, x, y, z);
    out->flags = n >= 0 ? LB_CELL_BOUNDARY : LB_CELL_SOLID;
    out->number = n >= 0 ? (uint8_t)n : 0;
}

static enum lb_status open_ends(struct lb_pipe *p, const uint32_t size[3], struct lb_error *err)
{
    static const char *const ends[2] = {"inlet", "outlet"};
    const struct lb_fluid_region region = {
        lb_lattice_find("d3q19"), {size[0], size[1], size[2]}, is_inside, p};
    lb_openings_init(&p->openings, &region);
    for (int n = 0; n < 2; n++) {
        const struct lb_patch patch = {
            .name = ends[n], .kind = LB_PATCH_PART, .mesh = &p->mesh, .part = ends[n]};
        LB_OK(lb_openings_add(&p->openings, &patch, err));
    }
    return lb_developed_profile(&p->openings, 0, err);
}

enum lb_status lb_pipe_make(struct lb_pipe *p, struct lb_case *c, const uint32_t size[3],
                            const double from[3], const double to[3], double radius, double speed,
                            struct lb_error *err)
{
    *p = (struct lb_pipe){.mesh = lb_shape_pipe(from, to, radius, 96)};
    const struct lb_voxel_body body = {.name = "pipe", .mesh = &p->mesh, .encloses_fluid = true};
    LB_OK(lb_voxels_make(&body, 1, size, &p->voxels, &p->report, err));
    LB_OK(open_ends(p, size, err));
    const struct lb_opening *in = &p->openings.opening[0];
    p->boundaries[0] = (struct lb_boundary){
        .condition = lb_boundary_condition_find("velocity"), .rho = 1.0, .profile = in->profile};
    for (int a = 0; a < 3; a++)
        p->boundaries[0].u[a] = speed * in->normal[a];
    p->boundaries[1] =
        (struct lb_boundary){.condition = lb_boundary_condition_find("pressure"), .rho = 1.0};
    *c = (struct lb_case){.name = "pipe",
                          .lattice = lb_lattice_find("d3q19"),
                          .collision = lb_collision_find("trt"),
                          .storage = lb_number_format_find("fp32"),
                          .arithmetic = LB_ARITHMETIC_FP32,
                          .shift = true,
                          .size = {size[0], size[1], size[2]},
                          .viscosity = 0.12,
                          .cell_kinds = LB_CELL_SOLID,
                          .boundaries = p->boundaries,
                          .boundary_count = 2,
                          .start = start,
                          .start_state = p};
    return LB_STATUS_OK;
}

void lb_pipe_free(struct lb_pipe *p)
{
    lb_openings_free(&p->openings);
    lb_voxels_free(&p->voxels);
    lb_mesh_free(&p->mesh);
}
