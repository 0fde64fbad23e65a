/* bodies.c - bodies: read, placed, and their solid cells found.
 * SPDX-License-Identifier: MIT */
#include "domain/bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body/mesh_parts.h"
#include "domain/mesh_loops.h"
#include "domain/sheet_meshes.h"
#include "body/silhouette.h"
#include "body/voxel_shape.h"
#include "domain/ways.h"
#include "geometry/mesh_file.h"

/* --- life ----------------------------------------------------------------------------------------
 */

void lb_bodies_free_meshes(struct lb_bodies *b)
{
    for (int p = 0; p < b->count; p++)
        lb_mesh_free(&b->meshes[p]);
    b->count = 0;
}

void lb_bodies_free(struct lb_bodies *b)
{
    lb_bodies_free_meshes(b);
    lb_voxels_free(&b->voxels);
    for (int p = 0; p < LB_MAX_BODY_FILES; p++)
        lb_part_reports_free(&b->parts[p]);
}

/* --- reading -------------------------------------------------------------------------------------
 */

static void note_turned(struct lb_bodies *b, const struct lb_mesh_parts *parts,
                        const bool *is_turned, uint32_t count, const char *name)
{
    uint32_t pieces = 0, first = parts->count;
    for (uint32_t p = parts->count; p-- > 0;)
        if (is_turned[p]) {
            pieces += parts->part[p].pieces;
            first = p;
        }
    if (count == parts->count) {
        lb_body_note(&b->notes, "%s was inside out: all its triangles are turned", name);
        return;
    }
    const double *low = parts->part[first].low, *high = parts->part[first].high;
    lb_body_note(&b->notes,
                 "%u of %u parts of %s %s inside out and turned, the first from (%.5g, %.5g, %.5g) "
                 "to (%.5g, %.5g, %.5g) of the file",
                 pieces, parts->pieces, name, pieces > 1 ? "were" : "was", low[0], low[1], low[2],
                 high[0], high[1], high[2]);
}

static enum lb_status turn_outward(struct lb_bodies *b, struct lb_mesh *mesh, const char *name,
                                   struct lb_error *err)
{
    struct lb_mesh_parts parts;
    LB_OK(lb_mesh_parts_find(mesh, &parts, err));
    bool *is_turned = calloc((size_t)parts.count + 1, sizeof *is_turned);
    const bool has_memory = is_turned != NULL;
    const uint32_t count = has_memory ? lb_mesh_turn_outward(mesh, &parts, is_turned) : 0;
    if (count > 0) note_turned(b, &parts, is_turned, count, name);
    free(is_turned);
    lb_mesh_parts_free(&parts);
    LB_NEED(has_memory, LB_STATUS_FAILED, "no memory for the parts of '%s'", name);
    return LB_STATUS_OK;
}

/* A file that cannot be used was a wrong choice. */
static enum lb_status as_usage(enum lb_status st)
{
    return st == LB_STATUS_FAILED ? LB_STATUS_USAGE : st;
}

static enum lb_status add(struct lb_bodies *b, const char *name, struct lb_mesh **mesh,
                          struct lb_error *err)
{
    LB_NEED(b->count < LB_MAX_BODY_FILES, LB_STATUS_FAILED, "body '%s': there are %d already", name,
            LB_MAX_BODY_FILES);
    snprintf(b->names[b->count], LB_BODY_NAME_SIZE, "%.60s", name);
    *mesh = &b->meshes[b->count++];
    return LB_STATUS_OK;
}

enum lb_status lb_bodies_add_shape(struct lb_bodies *b, const struct lb_body_shape *shape,
                                   struct lb_error *err)
{
    struct lb_mesh *mesh = NULL;
    LB_OK(add(b, shape->name, &mesh, err));
    return lb_body_shape_make(shape, mesh, err);
}

/* What is 0 but for round-off. */
static double rounded(double x, double length)
{
    return fabs(x) < 1e-9 * length ? 0.0 : x;
}

static void note_end(struct lb_bodies *b, const struct lb_mesh_loop *l, uint32_t n,
                     const char *name)
{
    const double radius = sqrt(l->area / acos(-1.0));
    double at[3], to[3];
    for (int axis = 0; axis < 3; axis++) {
        at[axis] = rounded(l->centre[axis], radius);
        to[axis] = rounded(l->normal[axis], 1.0);
    }
    lb_body_note(&b->notes,
                 "%s has an open end, loop-%u: %u corners about (%.5g, %.5g, %.5g) of the file, "
                 "area %.4g, that of a circle of radius %.4g, looking to (%.3g, %.3g, %.3g)",
                 name, n + 1, l->count, at[0], at[1], at[2], l->area, radius, to[0], to[1], to[2]);
}

/* Those that stay open. */
static void note_ends(struct lb_bodies *b, const struct lb_mesh_loops *loops, const char *name)
{
    enum { TOLD = 8 };
    for (uint32_t n = 0; n < loops->count; n++) {
        if (n < LB_MAX_LIDS && (b->lids >> n & 1u) != 0) continue;
        if (b->open_ends++ < TOLD) note_end(b, &loops->loop[n], n, name);
    }
    if (b->open_ends > TOLD)
        lb_body_note(&b->notes, "%s has %u more open ends, up to loop-%u", name,
                     b->open_ends - TOLD, loops->count);
}

/* Closes the ends that are asked for. */
static enum lb_status close_ends(struct lb_bodies *b, struct lb_mesh *mesh, const char *name,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_mesh_loops loops;
    LB_OK(lb_mesh_loops_find(mesh, &loops, err));
    note_ends(b, &loops, name);
    for (uint32_t n = 0; n < LB_MAX_LIDS && st == LB_STATUS_OK; n++) {
        char part[24];
        snprintf(part, sizeof part, "loop-%u", n + 1);
        if ((b->lids >> n & 1u) == 0 || lb_mesh_find_name(mesh, part) >= 0) continue;
        st = n < loops.count
                 ? lb_mesh_close_loop(mesh, &loops, n, part, err)
                 : lb_fail(err, LB_STATUS_USAGE, "%s has no open end %s: it has %u open end%s",
                           name, part, loops.count, loops.count == 1 ? "" : "s");
    }
    lb_mesh_loops_free(&loops);
    return st;
}

enum lb_status lb_bodies_read(struct lb_bodies *b, const char *path, struct lb_error *err)
{
    const char *slash = strrchr(path, '/'), *name = b->names[b->count];
    struct lb_mesh *mesh = NULL;
    LB_OK(add(b, slash != NULL ? slash + 1 : path, &mesh, err));
    if (b->dimensions == 2)
        return as_usage(b->is_sheet ? lb_sheet_line_read(path, mesh, err)
                                    : lb_body_outline_read(path, mesh, err));
    LB_OK(as_usage(lb_mesh_read(path, mesh, err)));
    if (mesh->remark != NULL) lb_body_note(&b->notes, "%s: %s", name, mesh->remark);
    if (b->is_sheet) return lb_sheet_check(mesh, name, err);
    if (!b->encloses_fluid) return turn_outward(b, mesh, name, err);
    LB_OK(close_ends(b, mesh, name, err));
    if (lb_mesh_turn_whole(mesh))
        lb_body_note(&b->notes, "%s was inside out: all its triangles are turned", name);
    return LB_STATUS_OK;
}

/* --- placing -------------------------------------------------------------------------------------
 */

enum lb_status lb_bodies_place(struct lb_bodies *b, const struct lb_placement *p,
                               struct lb_error *err)
{
    return lb_placement_apply(p, b->count == 1 ? b->names[0] : "the body", b->meshes, b->count,
                              &b->placed, err);
}

void lb_bodies_move(struct lb_bodies *b, const double stretch[3], const double low[3])
{
    double by[3] = {0.0, 0.0, 0.0};
    for (int axis = 0; axis < b->dimensions; axis++)
        by[axis] = low[axis] - stretch[axis] * b->placed.low[axis];
    lb_placed_move(&b->placed, stretch, by, b->meshes, b->count);
}

/* --- cells ---------------------------------------------------------------------------------------
 */

/* Moments are found about the middle of the body's box, from where each cell is nearest. */
static void name_bodies(struct lb_bodies *b)
{
    for (int p = 0; p < b->count; p++) {
        b->bodies[p].name = b->names[p];
        for (int axis = 0; axis < 3; axis++)
            b->bodies[p].centre[axis] = 0.5 * (b->placed.low[axis] + b->placed.high[axis]);
    }
}

/* In cells, as the areas of cells are. */
static enum lb_status measure_meshes(struct lb_bodies *b, struct lb_error *err)
{
    double low[3], high[3];
    LB_OK(lb_mesh_silhouette(b->meshes, b->count, 0, &b->mesh_frontal, err));
    lb_mesh_bounds(&b->meshes[0], low, high); /* in two dimensions prisms, all as deep */
    if (b->dimensions == 2) b->mesh_frontal /= high[2] - low[2];
    return LB_STATUS_OK;
}

static enum lb_status look_at_parts(struct lb_bodies *b, const struct lb_voxel_body *bodies,
                                    const uint32_t size[3], struct lb_error *err)
{
    uint32_t pieces = 0;
    for (int p = 0; p < b->count; p++) {
        LB_OK(lb_part_reports_make(&bodies[p], &b->reports[p], (uint8_t)(p + 1), size, &b->voxels,
                                   &b->parts[p], err));
        lb_part_reports_check(&b->parts[p], b->names[p], size, &b->notes);
        pieces += b->parts[p].pieces;
    }
    LB_OK(measure_meshes(b, err));
    if (pieces > 1)
        lb_body_check_frontal(b->mesh_frontal, (double)lb_voxels_frontal_area(&b->voxels, 0, 0),
                              &b->notes);
    return LB_STATUS_OK;
}

enum lb_status lb_bodies_find_cells(struct lb_bodies *b, const struct lb_body_box *box,
                                    struct lb_error *err)
{
    struct lb_voxel_body bodies[LB_MAX_BODY_FILES];
    for (int p = 0; p < b->count; p++)
        bodies[p] = (struct lb_voxel_body){b->names[p], &b->meshes[p], box->accepts_holes,
                                           b->encloses_fluid};
    LB_OK(lb_voxels_make(bodies, b->count, box->size, &b->voxels, b->reports, err));
    for (int p = 0; p < b->count; p++) {
        LB_OK(lb_body_check(&bodies[p], &b->reports[p], box->size, &b->notes, err));
        LB_OK(lb_body_check_faces(&bodies[p], &b->reports[p], box->size, box->open_faces, err));
    }
    name_bodies(b);
    if (b->encloses_fluid) return LB_STATUS_OK;
    LB_OK(lb_ways_check_passage(&b->voxels, box->size, 0, box->periodic, err));
    LB_OK(look_at_parts(b, bodies, box->size, err));
    LB_OK(lb_voxels_thinness(&b->voxels, box->size, &b->thinness, err));
    if (box->ground >= 0) lb_voxels_ground_gaps(&b->voxels, box->ground, &b->thinness);
    lb_body_check_thinness(&b->thinness, &b->notes);
    return LB_STATUS_OK;
}

double lb_bodies_cells_along(const struct lb_bodies *b, int axis)
{
    uint32_t begin = b->reports[0].begin[axis], end = b->reports[0].end[axis];
    for (int p = 1; p < b->count; p++) {
        begin = b->reports[p].begin[axis] < begin ? b->reports[p].begin[axis] : begin;
        end = b->reports[p].end[axis] > end ? b->reports[p].end[axis] : end;
    }
    return end - begin;
}

bool lb_bodies_are_beside(const struct lb_bodies *b, const uint32_t size[3], const uint32_t at[3])
{
    if (lb_voxels_at(&b->voxels, at[0], at[1], at[2]) != 0) return false;
    for (int axis = 0; axis < b->dimensions; axis++)
        for (int side = 0; side < 2; side++) {
            uint32_t n[3] = {at[0], at[1], at[2]};
            if (side == 0 ? n[axis] == 0 : n[axis] + 1 == size[axis]) continue;
            n[axis] += side == 0 ? UINT32_MAX : 1;
            if (lb_voxels_at(&b->voxels, n[0], n[1], n[2]) != 0) return true;
        }
    return false;
}

/* Number of a body with a cell on the surface of the cube of this half side around a cell; 0: none.
 */
static uint8_t body_at_distance(const struct lb_bodies *b, const uint32_t cell[3], int distance)
{
    const int deep = b->dimensions == 3 ? distance : 0;
    for (int z = -deep; z <= deep; z++)
        for (int y = -distance; y <= distance; y++)
            for (int x = -distance; x <= distance; x++) {
                const bool inside = abs(x) < distance && abs(y) < distance && abs(z) < distance;
                if (inside && distance > 0) continue;
                const uint8_t body = lb_voxels_at(&b->voxels, cell[0] + (uint32_t)x,
                                                  cell[1] + (uint32_t)y, cell[2] + (uint32_t)z);
                if (body != 0) return body;
            }
    return 0;
}

int lb_bodies_nearest(const struct lb_bodies *b, const uint32_t cell[3], int most, int *distance)
{
    for (*distance = 1; *distance <= most; ++*distance) {
        const uint8_t body = body_at_distance(b, cell, *distance);
        if (body != 0) return body - 1;
    }
    return -1;
}
