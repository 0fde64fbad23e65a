/* patch_triangles.c - which triangles of a mesh a patch is made of.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "domain/openings_internal.h"
#include "geometry/mesh_geometry.h"

/* Of normals that are alike, 1 degree; and how far corners may be off a plane [cells]. */
static const double alike = 0.99984769515639123916, off_plane = 0.05;

/* --- by name ---------------------------------------------------------------------------------- */

static enum lb_status refuse_name(const struct lb_patch *p, struct lb_error *err)
{
    char known[400] = "";
    size_t used = 0;
    const struct lb_mesh_names *n = &p->mesh->names;
    LB_NEED(n->count > 0, LB_STATUS_USAGE,
            "%s: its mesh has no names of parts, such as '%.100s'; STL text and OBJ have some",
            p->name, p->part);
    for (uint32_t k = 0; k < n->count && used < sizeof known - 1; k++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", k > 0 ? ", " : "",
                                 n->name[k]);
    return lb_fail(err, LB_STATUS_USAGE, "%s: its mesh has no part '%.100s'; it has %s", p->name,
                   p->part, known);
}

static enum lb_status choose_part(const struct lb_patch *p, uint8_t *is_in, struct lb_error *err)
{
    const int name = lb_mesh_find_name(p->mesh, p->part);
    if (name < 0) return refuse_name(p, err);
    for (uint32_t t = 0; t < p->mesh->triangle_count; t++)
        is_in[t] = lb_mesh_name_of(p->mesh, t) == name;
    return LB_STATUS_OK;
}

/* --- by plane --------------------------------------------------------------------------------- */

static enum lb_status choose_plane(const struct lb_patch *p, uint8_t *is_in, struct lb_error *err)
{
    const struct lb_vector n = lb_vector_load(p->normal), at = lb_vector_load(p->at);
    const double most = off_plane * lb_vector_length(n);
    LB_NEED(most > 0.0, LB_STATUS_USAGE, "%s: its plane has no normal", p->name);
    for (uint32_t t = 0; t < p->mesh->triangle_count; t++) {
        is_in[t] = 1;
        for (size_t k = 0; k < 3; k++) {
            const struct lb_vector x = lb_mesh_node(p->mesh, p->mesh->corner[3 * (size_t)t + k]);
            if (fabs(lb_vector_dot(n, lb_vector_subtract(x, at))) > most) is_in[t] = 0;
        }
    }
    return LB_STATUS_OK;
}

/* --- by a point ------------------------------------------------------------------------------- */

static double square_to_side(struct lb_vector a, struct lb_vector b, struct lb_vector x)
{
    const struct lb_vector side = lb_vector_subtract(b, a), way = lb_vector_subtract(x, a);
    const double length2 = lb_vector_dot(side, side);
    const double t = length2 > 0.0 ? lb_vector_dot(way, side) / length2 : 0.0;
    const struct lb_vector d =
        lb_vector_subtract(way, lb_vector_scale(fmin(1.0, fmax(0.0, t)), side));
    return lb_vector_dot(d, d);
}

/* The square of the distance between a point and a triangle. */
static double square_to(const struct lb_mesh *mesh, uint32_t triangle, struct lb_vector x)
{
    const uint32_t *k = mesh->corner + 3 * (size_t)triangle;
    const struct lb_vector n = lb_mesh_normal(mesh, triangle);
    bool is_over = lb_vector_dot(n, n) > 0.0;
    double least = (double)INFINITY;
    for (int i = 0; i < 3; i++) {
        const struct lb_vector a = lb_mesh_node(mesh, k[i]), b = lb_mesh_node(mesh, k[(i + 1) % 3]);
        const struct lb_vector across = lb_vector_cross(n, lb_vector_subtract(b, a));
        is_over = is_over && lb_vector_dot(across, lb_vector_subtract(x, a)) >= 0.0;
        least = fmin(least, square_to_side(a, b, x));
    }
    const double off = lb_vector_dot(n, lb_vector_subtract(x, lb_mesh_node(mesh, k[0])));
    return is_over ? off * off / lb_vector_dot(n, n) : least;
}

static bool is_alike(const struct lb_mesh *mesh, uint32_t a, uint32_t b)
{
    const struct lb_vector n = lb_mesh_normal(mesh, a), m = lb_mesh_normal(mesh, b);
    return lb_vector_dot(n, m) >= alike * lb_vector_length(n) * lb_vector_length(m);
}

/* From the seed over common corners to triangles whose normals are like its own; those without
 * an area are, too. */
static void spread(const struct lb_mesh *mesh, const struct lb_mesh_adjacency *around,
                   uint32_t seed, uint8_t *is_in, uint32_t *stack)
{
    uint32_t height = 0;
    is_in[seed] = 1;
    stack[height++] = seed;
    while (height > 0) {
        const uint32_t *k = mesh->corner + 3 * (size_t)stack[--height];
        for (int i = 0; i < 3; i++)
            for (uint32_t e = around->start[k[i]]; e < around->start[k[i] + 1]; e++) {
                const uint32_t t = around->entry[e] / 3;
                if (is_in[t] || !is_alike(mesh, seed, t)) continue;
                is_in[t] = 1;
                stack[height++] = t;
            }
    }
}

/* The diagonal of the box around the triangles. */
static double extent_of(const struct lb_mesh *mesh, const uint8_t *is_in)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double square = 0.0;
    for (size_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++)
        for (size_t a = 0; a < 3 && is_in[k / 3]; a++) {
            const double x = mesh->position[3 * (size_t)mesh->corner[k] + a];
            low[a] = fmin(low[a], x);
            high[a] = fmax(high[a], x);
        }
    for (int a = 0; a < 3; a++)
        square += (high[a] - low[a]) * (high[a] - low[a]);
    return sqrt(square);
}

/* Further away it is more likely a wrong place, or a wrong unit, than the piece that is meant. */
static enum lb_status check_distance(const struct lb_patch *p, const uint8_t *is_in,
                                     double distance, struct lb_error *err)
{
    const double extent = extent_of(p->mesh, is_in), most = extent + 2.0,
                 unit = p->unit > 0.0 ? p->unit : 1.0;
    const char *name = p->unit > 0.0 ? "L" : "cells";
    LB_NEED(distance <= most, LB_STATUS_USAGE,
            "%s: the flat piece nearest to its point near= is %.4g %s away from it, and %.4g %s "
            "long: a point beside the piece that is meant, up to %.4g %s from it, is needed",
            p->name, distance / unit, name, extent / unit, name, most / unit, name);
    return LB_STATUS_OK;
}

static enum lb_status choose_near(const struct lb_patch *p, uint8_t *is_in, struct lb_error *err)
{
    struct lb_mesh_adjacency around = {0};
    const struct lb_vector at = lb_vector_load(p->at);
    double least = (double)INFINITY;
    uint32_t seed = 0;
    for (uint32_t t = 0; t < p->mesh->triangle_count; t++) {
        const double square = square_to(p->mesh, t, at);
        if (!(square < least) || !is_alike(p->mesh, t, t)) continue;
        least = square;
        seed = t;
    }
    LB_OK(lb_mesh_adjacency_create(p->mesh, &around, err));
    uint32_t *stack = malloc(((size_t)p->mesh->triangle_count + 1) * sizeof *stack);
    if (stack != NULL) spread(p->mesh, &around, seed, is_in, stack);
    free(stack);
    lb_mesh_adjacency_free(&around);
    LB_NEED(stack != NULL, LB_STATUS_FAILED, "no memory for the triangles of %s", p->name);
    return check_distance(p, is_in, sqrt(least), err);
}

enum lb_status lb_patch_choose_triangles(const struct lb_patch *p, uint8_t *is_in,
                                         struct lb_error *err)
{
    LB_NEED(p->mesh != NULL && p->mesh->triangle_count > 0, LB_STATUS_USAGE,
            "%s: its mesh has no triangle", p->name);
    return p->kind == LB_PATCH_PART   ? choose_part(p, is_in, err)
           : p->kind == LB_PATCH_NEAR ? choose_near(p, is_in, err)
                                      : choose_plane(p, is_in, err);
}
