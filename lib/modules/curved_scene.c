/* curved_scene.c - has the device find where the surfaces of bodies that move cross links
 * (kernels/wall/find_crossings.cl), with the bits that the host would find.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "case/curved_walls.h"
#include "geometry/mesh.h"
#include "modules/curved_scene.h"

enum { GROUP = 64 };

static const char entry[] = "wall/find_crossings.cl";

/* --- what it is told -------------------------------------------------------------------------- */

static void put(double *to, int at, const double *from, size_t count)
{
    memcpy(to + at, from, count * sizeof *to);
}

static void pack_surface(const struct lb_wall_surface *s, double *to)
{
    to[LB_SURFACE_SHAPE] = (double)s->shape;
    to[LB_SURFACE_RADIUS] = s->radius;
    to[LB_SURFACE_LENGTH] = s->length;
    to[LB_SURFACE_IS_MOVED] = s->is_moved ? 1.0 : 0.0;
    put(to, LB_SURFACE_CENTRE, s->centre, 3);
    put(to, LB_SURFACE_AXIS, s->axis, 3);
    put(to, LB_SURFACE_LOW, s->low, 3);
    put(to, LB_SURFACE_HIGH, s->high, 3);
    put(to, LB_SURFACE_U, s->u, 3);
    put(to, LB_SURFACE_SPIN, s->spin, 3);
    put(to, LB_SURFACE_ABOUT, s->about, 3);
    put(to, LB_SURFACE_ROTATION, s->rotation, 9);
    put(to, LB_SURFACE_FROM, s->from, 3);
}

static enum lb_status write_surfaces(struct lb_workspace *w, struct lb_error *err)
{
    const struct lb_wall_scene *s = w->c->curved->scene;
    const size_t bytes = (size_t)s->count * LB_SURFACE_NUMBERS * sizeof(double);
    double *numbers = malloc(bytes);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "out of memory for the surfaces of bodies");
    for (int k = 0; k < s->count; k++)
        pack_surface(&s->surfaces[k], numbers + (size_t)k * LB_SURFACE_NUMBERS);
    const enum lb_status st =
        lb_buffer_write(w->buffers[LB_BUFFER_WALL_SURFACES], 0, bytes, numbers, err);
    free(numbers);
    return st;
}

/* Of meshes that move, or of all. */
static enum lb_status write_nodes(struct lb_workspace *w, bool all, struct lb_error *err)
{
    const struct lb_wall_scene *s = w->c->curved->scene;
    uint64_t at = 0;
    for (int k = 0; k < s->count; k++)
        for (int m = 0; m < s->surfaces[k].mesh_count; m++) {
            const struct lb_mesh *mesh = &s->surfaces[k].meshes[m];
            const uint64_t bytes = 3 * (uint64_t)mesh->node_count * sizeof *mesh->position;
            if (all || s->surfaces[k].is_moved)
                LB_OK(lb_buffer_write(w->buffers[LB_BUFFER_WALL_NODES], at, bytes, mesh->position,
                                      err));
            at += bytes;
        }
    return LB_STATUS_OK;
}

static void pack_triangles(const struct lb_wall_scene *s, uint32_t *to)
{
    uint32_t first = 0;
    for (int k = 0; k < s->count; k++)
        for (int m = 0; m < s->surfaces[k].mesh_count; m++) {
            const struct lb_mesh *mesh = &s->surfaces[k].meshes[m];
            for (size_t t = 0; t < mesh->triangle_count; t++) {
                for (size_t n = 0; n < 3; n++)
                    *to++ = first + mesh->corner[3 * t + n];
                *to++ = (uint32_t)k;
            }
            first += mesh->node_count;
        }
}

static enum lb_status write_triangles(struct lb_workspace *w, struct lb_error *err)
{
    const struct lb_wall_scene *s = w->c->curved->scene;
    const uint64_t bytes = lb_wall_scene_triangles(w->c) * LB_TRIANGLE_WORDS * sizeof(uint32_t);
    uint32_t *words = malloc(bytes);
    LB_NEED(words != NULL, LB_STATUS_FAILED, "out of memory for the triangles of bodies");
    pack_triangles(s, words);
    const enum lb_status st =
        lb_buffer_write(w->buffers[LB_BUFFER_WALL_TRIANGLES], 0, bytes, words, err);
    free(words);
    return st;
}

/* Once. */
static enum lb_status create(struct lb_workspace *w, struct lb_error *err)
{
    if (w->buffers[LB_BUFFER_WALL_SURFACES] != NULL) return LB_STATUS_OK;
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_WALL_SURFACES, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_CURVED_ASKED, 0, err));
    if (lb_wall_scene_triangles(w->c) == 0) return LB_STATUS_OK;
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_WALL_NODES, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_WALL_TRIANGLES, 0, err));
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_CURVED_NEAREST, 0, err));
    LB_OK(write_triangles(w, err));
    return write_nodes(w, true, err);
}

/* Of links of this part of the box. */
static enum lb_status write_asks(struct lb_workspace *w, uint64_t links, struct lb_error *err)
{
    const struct lb_curved_walls *walls = w->c->curved;
    struct lb_buffer *to = w->buffers[LB_BUFFER_CURVED_ASKED];
    struct lb_wall_ask *own = NULL;
    uint64_t count = 0, last = UINT64_MAX;
    uint32_t at[3];
    bool is_own = false;
    if (w->c->cut.axes == 0)
        return lb_buffer_write(to, 0, links * sizeof *own, walls->scene->asks, err);
    own = malloc(links * sizeof *own);
    LB_NEED(own != NULL, LB_STATUS_FAILED, "out of memory for walls between cells");
    for (uint64_t n = 0; n < walls->count; n++) {
        const uint64_t cell = walls->links[n].cell;
        if (cell != last) is_own = lb_case_own_place(w->c, cell, at);
        last = cell;
        if (is_own) own[count++] = walls->scene->asks[n];
    }
    const enum lb_status st = lb_buffer_write(to, 0, links * sizeof *own, own, err);
    free(own);
    return st;
}

/* --- what it does ----------------------------------------------------------------------------- */

static enum lb_status set_box(const struct lb_workspace *w, struct lb_kernel *k,
                              struct lb_error *err)
{
    static const char *const size[3] = {"wx", "wy", "wz"}, *const first[3] = {"ox", "oy", "oz"};
    const struct lb_case *c = w->c;
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t origin = c->cut.axes != 0 ? c->cut.origin[axis] : 0;
        LB_OK(lb_kernel_set_uint(k, size[axis], lb_case_whole_size(c, axis), err));
        LB_OK(lb_kernel_set_uint(k, first[axis], origin, err));
    }
    return lb_kernel_set_uint(k, "surfaces", (uint32_t)c->curved->scene->count, err);
}

static enum lb_status meet_triangles(struct lb_workspace *w, uint64_t cells, uint64_t links,
                                     struct lb_error *err)
{
    const struct lb_wall_scene *s = w->c->curved->scene;
    const uint64_t triangles = lb_wall_scene_triangles(w->c),
                   halves = 2 * links * (uint64_t)s->count;
    struct lb_kernel *k = NULL;
    if (triangles == 0) return LB_STATUS_OK;
    LB_OK(lb_workspace_kernel(w, entry, "lb_open_crossings", &k, err));
    LB_OK(lb_kernel_set_ulong(k, "count", halves, err));
    LB_OK(lb_workspace_enqueue(w, k, halves, GROUP, err));
    LB_OK(lb_workspace_kernel(w, entry, "lb_meet_triangles", &k, err));
    LB_OK(set_box(w, k, err));
    LB_OK(lb_kernel_set_ulong(k, "count", triangles, err));
    LB_OK(lb_kernel_set_ulong(k, "cells", cells, err));
    for (uint32_t half = 0; half < 2; half++) {
        LB_OK(lb_kernel_set_uint(k, "is_second", half, err));
        LB_OK(lb_workspace_enqueue(w, k, triangles * LB_TRIANGLE_ITEMS, GROUP, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status find_walls(struct lb_workspace *w, uint64_t cells, struct lb_error *err)
{
    const struct lb_wall_scene *s = w->c->curved->scene;
    struct lb_kernel *k = NULL;
    LB_OK(lb_workspace_kernel(w, entry, "lb_place_walls", &k, err));
    LB_OK(set_box(w, k, err));
    LB_OK(lb_kernel_set_uint(k, "moving", s->moving, err));
    LB_OK(lb_kernel_set_uint(k, "fluid", s->fluid, err));
    LB_OK(lb_kernel_set_uint(k, "cuts", s->cuts, err));
    LB_OK(lb_kernel_set_uint(k, "is_hollow", s->is_hollow, err));
    LB_OK(lb_kernel_set_ulong(k, "count", cells, err));
    return lb_workspace_enqueue(w, k, cells, GROUP, err);
}

enum lb_status lb_curved_scene_find(struct lb_workspace *w, uint64_t cells, uint64_t links,
                                    struct lb_error *err)
{
    LB_OK(create(w, err));
    LB_OK(write_surfaces(w, err));
    LB_OK(write_nodes(w, false, err));
    LB_OK(write_asks(w, links, err));
    LB_OK(meet_triangles(w, cells, links, err));
    return find_walls(w, cells, err);
}
