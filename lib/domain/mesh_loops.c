/* mesh_loops.c - finds the open ends of a mesh, and closes them.
 * SPDX-License-Identifier: MIT */
#include "domain/mesh_loops.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/half_edges.h"
#include "geometry/mesh_geometry.h"

/* Of the root of its area, how far off its plane a loop may be. */
static const double flat = 0.01;

static const uint32_t NOWHERE = UINT32_MAX, SEVERAL = UINT32_MAX - 1;

/* --- finding ---------------------------------------------------------------------------------- */

static uint32_t from_node(const struct lb_mesh *mesh, uint32_t half)
{
    return mesh->corner[half];
}

static uint32_t to_node(const struct lb_mesh *mesh, uint32_t half)
{
    return mesh->corner[lb_mesh_next(half)];
}

/* Whether no triangle has the side the other way; looked for at the end with fewer triangles. */
static bool is_open(const struct lb_mesh *mesh, const struct lb_mesh_adjacency *around,
                    uint32_t half)
{
    const uint32_t from = from_node(mesh, half), to = to_node(mesh, half);
    const uint32_t *start = around->start;
    const bool at_end = start[to + 1] - start[to] < start[from + 1] - start[from];
    const uint32_t node = at_end ? to : from;
    for (uint32_t e = start[node]; e < start[node + 1]; e++) {
        const uint32_t h = at_end ? around->entry[e] : lb_mesh_previous(around->entry[e]);
        if (from_node(mesh, h) == to && to_node(mesh, h) == from) return false;
    }
    return from != to;
}

/* next[node]: where the open side that begins there leads. */
static void find_sides(const struct lb_mesh *mesh, const struct lb_mesh_adjacency *around,
                       uint32_t *next)
{
    for (uint32_t n = 0; n < mesh->node_count; n++)
        next[n] = NOWHERE;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        if (!is_open(mesh, around, h)) continue;
        uint32_t *leads = &next[from_node(mesh, h)];
        *leads = *leads == NOWHERE ? to_node(mesh, h) : SEVERAL;
    }
}

/* The nodes of the loop that begins at `start`, which are taken out of `next`; 0: there is none. */
static uint32_t follow(uint32_t *next, uint32_t start, uint32_t *node)
{
    uint32_t count = 0, at = start;
    while (at < SEVERAL && next[at] < SEVERAL) {
        const uint32_t to = next[at];
        node[count++] = at;
        next[at] = NOWHERE;
        at = to;
    }
    return at == start && count > 2 ? count : 0;
}

/* The lid's triangle on side k, which runs against it: twice its area, outwards. */
static struct lb_vector lid_normal(const struct lb_mesh *mesh, const struct lb_mesh_loop *l,
                                   const uint32_t *node, uint32_t k)
{
    const struct lb_vector c = lb_vector_load(l->centre);
    const struct lb_vector a = lb_vector_subtract(lb_mesh_node(mesh, node[(k + 1) % l->count]), c);
    return lb_vector_cross(a, lb_vector_subtract(lb_mesh_node(mesh, node[k]), c));
}

static void measure(const struct lb_mesh *mesh, struct lb_mesh_loop *l, const uint32_t *node)
{
    double sum[3] = {0.0, 0.0, 0.0};
    for (uint32_t k = 0; k < l->count; k++)
        lb_vector_add_to(l->centre, 1.0 / l->count, lb_mesh_node(mesh, node[k]));
    for (uint32_t k = 0; k < l->count; k++)
        lb_vector_add_to(sum, 0.5, lid_normal(mesh, l, node, k));
    l->area = lb_vector_length(lb_vector_load(sum));
    if (!(l->area > 0.0)) return;
    const struct lb_vector n = lb_vector_scale(1.0 / l->area, lb_vector_load(sum));
    lb_vector_store(n, l->normal);
    l->is_star = true;
    for (uint32_t k = 0; k < l->count; k++) {
        const struct lb_vector way =
            lb_vector_subtract(lb_mesh_node(mesh, node[k]), lb_vector_load(l->centre));
        l->off_plane = fmax(l->off_plane, fabs(lb_vector_dot(n, way)));
        l->is_star = l->is_star && lb_vector_dot(n, lid_normal(mesh, l, node, k)) > 0.0;
    }
}

static enum lb_status collect(const struct lb_mesh *mesh, uint32_t *next, struct lb_mesh_loops *out,
                              struct lb_error *err)
{
    uint32_t used = 0, room = 0;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        const uint32_t count = follow(next, from_node(mesh, h), out->node + used);
        if (count == 0) continue;
        if (out->count == room) {
            room = 2 * room + 16;
            struct lb_mesh_loop *grown = realloc(out->loop, room * sizeof *grown);
            LB_NEED(grown != NULL, LB_STATUS_FAILED, "no memory for the open ends of a mesh");
            out->loop = grown;
        }
        out->loop[out->count] = (struct lb_mesh_loop){.first = used, .count = count};
        measure(mesh, &out->loop[out->count++], out->node + used);
        used += count;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_loops_find(const struct lb_mesh *mesh, struct lb_mesh_loops *out,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_mesh_adjacency around = {0};
    uint32_t *next = malloc(((size_t)mesh->node_count + 1) * sizeof *next);
    *out = (struct lb_mesh_loops){0};
    out->node = malloc(((size_t)mesh->node_count + 1) * sizeof *out->node);
    LB_REQUIRE(next != NULL && out->node != NULL, LB_STATUS_FAILED,
               "no memory for the open ends of a mesh of %" PRIu32 " nodes", mesh->node_count);
    LB_TRY(lb_mesh_adjacency_create(mesh, &around, err));
    find_sides(mesh, &around, next);
    LB_TRY(collect(mesh, next, out, err));
cleanup:
    lb_mesh_adjacency_free(&around);
    free(next);
    if (st != LB_STATUS_OK) lb_mesh_loops_free(out);
    return st;
}

void lb_mesh_loops_free(struct lb_mesh_loops *loops)
{
    free(loops->loop);
    free(loops->node);
    *loops = (struct lb_mesh_loops){0};
}

/* --- closing ---------------------------------------------------------------------------------- */

static enum lb_status check(const struct lb_mesh_loop *l, const char *name, struct lb_error *err)
{
    LB_NEED(
        l->off_plane <= flat * sqrt(l->area), LB_STATUS_USAGE,
        "the open end '%s' is not flat: its corners are up to %.3g off a plane, and its area is "
        "%.4g, both in lengths of the file; up to %.3g would do: close it in the mesh itself",
        name, l->off_plane, l->area, flat * sqrt(l->area));
    LB_NEED(l->is_star, LB_STATUS_USAGE,
            "the open end '%s' bends inwards so far that not all of it is seen from its middle "
            "(%.5g, %.5g, %.5g) in lengths of the file: close it in the mesh itself",
            name, l->centre[0], l->centre[1], l->centre[2]);
    return LB_STATUS_OK;
}

/* Room for `nodes` and `triangles` more, and one name. */
static enum lb_status grow(struct lb_mesh *mesh, uint32_t nodes, uint32_t triangles,
                           struct lb_error *err)
{
    struct lb_mesh_names *n = &mesh->names;
    const size_t node_count = (size_t)mesh->node_count + nodes,
                 count = (size_t)mesh->triangle_count + triangles;
    LB_NEED(count <= LB_MESH_MAX_TRIANGLES && n->count < LB_MESH_MAX_NAMES, LB_STATUS_USAGE,
            "the mesh has too many triangles or names of parts for a lid");
    const bool has_one = n->of == NULL && n->count > 0;
    double *position = realloc(mesh->position, (3 * node_count + 1) * sizeof *position);
    if (position != NULL) mesh->position = position;
    uint32_t *corner = realloc(mesh->corner, (3 * count + 1) * sizeof *corner);
    if (corner != NULL) mesh->corner = corner;
    uint32_t *line = mesh->line != NULL ? realloc(mesh->line, (count + 1) * sizeof *line) : NULL;
    const bool lines = mesh->line == NULL || line != NULL;
    if (line != NULL) mesh->line = line;
    uint16_t *of = realloc(n->of, (count + 1) * sizeof *of);
    char(*names)[LB_MESH_NAME_BYTES] = realloc(n->name, (n->count + 1) * sizeof *names);
    if (names != NULL) n->name = names;
    for (uint32_t t = 0; t < mesh->triangle_count && of != NULL && n->of == NULL; t++)
        of[t] = has_one ? 1 : 0;
    if (of != NULL) n->of = of;
    LB_NEED(position != NULL && corner != NULL && lines && of != NULL && names != NULL,
            LB_STATUS_FAILED, "no memory for a lid of %" PRIu32 " triangles", triangles);
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_close_loop(struct lb_mesh *mesh, const struct lb_mesh_loops *loops,
                                  uint32_t n, const char *name, struct lb_error *err)
{
    const struct lb_mesh_loop *l = &loops->loop[n];
    const uint32_t *node = loops->node + l->first;
    LB_OK(check(l, name, err));
    LB_OK(grow(mesh, 1, l->count, err));
    const uint32_t middle = mesh->node_count++;
    memcpy(mesh->position + 3 * (size_t)middle, l->centre, sizeof l->centre);
    snprintf(mesh->names.name[mesh->names.count++], LB_MESH_NAME_BYTES, "%s", name);
    for (uint32_t k = 0; k < l->count; k++) {
        const uint32_t t = mesh->triangle_count++;
        uint32_t *corner = mesh->corner + 3 * (size_t)t;
        corner[0] = middle;
        corner[1] = node[(k + 1) % l->count];
        corner[2] = node[k];
        mesh->names.of[t] = (uint16_t)mesh->names.count;
        if (mesh->line != NULL) mesh->line[t] = 0;
    }
    return LB_STATUS_OK;
}
