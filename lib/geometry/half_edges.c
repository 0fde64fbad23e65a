/* half_edges.c - pairs the half-edges of each edge, by sorting them.
 * SPDX-License-Identifier: MIT */
#include "geometry/half_edges.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "geometry/mesh_geometry.h"

struct half_edge {
    uint64_t key; /* the smaller node above the larger one: the same for both directions */
    uint32_t half;
};

const char *lb_mesh_triangle_name(const struct lb_mesh *mesh, uint32_t triangle,
                                  char name[LB_MESH_NAME_SIZE])
{
    const uint32_t *k = mesh->corner + 3 * (size_t)triangle;
    const struct lb_vector a = lb_mesh_node(mesh, k[0]), b = lb_mesh_node(mesh, k[1]),
                           c = lb_mesh_node(mesh, k[2]);
    char line[24] = "";
    if (mesh->line != NULL && mesh->line[triangle] != 0)
        snprintf(line, sizeof line, "line %" PRIu32 ", ", mesh->line[triangle]);
    snprintf(name, LB_MESH_NAME_SIZE,
             "triangle %" PRIu32 " of %" PRIu32
             " (%scorners (%.6g, %.6g, %.6g), (%.6g, %.6g, %.6g), (%.6g, %.6g, %.6g))",
             triangle + 1, mesh->triangle_count, line, a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z);
    return name;
}

static int compare_half_sides(const void *a, const void *b)
{
    const struct half_edge *p = a, *q = b;
    if (p->key != q->key) return p->key < q->key ? -1 : 1;
    return p->half < q->half ? -1 : p->half > q->half;
}

static struct half_edge *sorted_half_edges(const struct lb_mesh *mesh)
{
    size_t count = 3 * (size_t)mesh->triangle_count;
    struct half_edge *sides = malloc(count * sizeof *sides);
    if (sides == NULL) return NULL;
    for (uint32_t h = 0; h < count; h++) {
        uint32_t from = mesh->corner[h], to = mesh->corner[lb_mesh_next(h)];
        uint64_t low = from < to ? from : to, high = from < to ? to : from;
        sides[h] = (struct half_edge){.key = low << 32 | high, .half = h};
    }
    qsort(sides, count, sizeof *sides, compare_half_sides);
    return sides;
}

static bool are_near(struct lb_vector a, struct lb_vector b, double tolerance)
{
    return lb_vector_length(lb_vector_subtract(a, b)) <= tolerance;
}

/* Whether a side without a neighbour lies where another one does, which has other nodes: to the eye
 * the mesh is closed. */
static bool lies_at_another(const struct lb_mesh *mesh, uint32_t half)
{
    const struct lb_vector a = lb_mesh_node(mesh, mesh->corner[half]);
    const struct lb_vector b = lb_mesh_node(mesh, mesh->corner[lb_mesh_next(half)]);
    const double near = 1e-3 * lb_vector_length(lb_vector_subtract(b, a));
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        const struct lb_vector p = lb_mesh_node(mesh, mesh->corner[h]);
        const struct lb_vector q = lb_mesh_node(mesh, mesh->corner[lb_mesh_next(h)]);
        if (h != half && ((are_near(a, q, near) && are_near(b, p, near)) ||
                          (are_near(a, p, near) && are_near(b, q, near))))
            return true;
    }
    return false;
}

/* "the side from (0, 0, 0) to (1, 0, 0)" */
enum { SIDE_NAME_SIZE = 128 };
static const char *side_name(const struct lb_mesh *mesh, uint32_t half, char name[SIDE_NAME_SIZE])
{
    const struct lb_vector a = lb_mesh_node(mesh, mesh->corner[half]);
    const struct lb_vector b = lb_mesh_node(mesh, mesh->corner[lb_mesh_next(half)]);
    snprintf(name, SIDE_NAME_SIZE, "the side from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g)", a.x,
             a.y, a.z, b.x, b.y, b.z);
    return name;
}

static enum lb_status fail_open(const struct lb_mesh *mesh, uint32_t half, struct lb_error *err)
{
    char side[SIDE_NAME_SIZE], triangle[LB_MESH_NAME_SIZE];
    return lb_fail(err, LB_STATUS_FAILED,
                   "the mesh is not closed: %s of %s has no triangle on its other side%s",
                   side_name(mesh, half, side), lb_mesh_triangle_name(mesh, half / 3, triangle),
                   lies_at_another(mesh, half)
                       ? "; another side is in the same place, but with other nodes: corners "
                         "of a file are one node only where all their digits agree"
                       : "");
}

static enum lb_status fail_pair(const struct lb_mesh *mesh, const struct half_edge *side,
                                size_t run, struct lb_error *err)
{
    char first[LB_MESH_NAME_SIZE], second[LB_MESH_NAME_SIZE], name[SIDE_NAME_SIZE];
    side_name(mesh, side[0].half, name);
    lb_mesh_triangle_name(mesh, side[0].half / 3, first);
    lb_mesh_triangle_name(mesh, side[1].half / 3, second);
    if (run > 2)
        return lb_fail(err, LB_STATUS_FAILED,
                       "%s belongs to %zu triangles instead of two, among them %s and %s", name,
                       run, first, second);
    return lb_fail(err, LB_STATUS_FAILED,
                   "%s and its neighbour %s both run along %s: one of them has its corners in "
                   "the wrong order",
                   first, second, name);
}

/* `run` half-edges lie between the same two nodes. */
static enum lb_status pair_up(const struct lb_mesh *mesh, const struct half_edge *side, size_t run,
                              uint32_t *opposite, struct lb_error *err)
{
    const uint32_t a = side[0].half;
    if (run == 1) return fail_open(mesh, a, err);
    const uint32_t b = side[1].half;
    if (run > 2 || mesh->corner[b] == mesh->corner[a]) return fail_pair(mesh, side, run, err);
    opposite[a] = b;
    opposite[b] = a;
    return LB_STATUS_OK;
}

enum lb_status lb_half_edges_pair(const struct lb_mesh *mesh, uint32_t *opposite,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t count = 3 * (size_t)mesh->triangle_count, run;
    struct half_edge *sides = sorted_half_edges(mesh);
    LB_REQUIRE(sides != NULL, LB_STATUS_FAILED,
               "no memory for the sides of a mesh of %" PRIu32 " triangles", mesh->triangle_count);
    for (size_t i = 0; i < count; i += run) {
        for (run = 1; i + run < count && sides[i + run].key == sides[i].key;)
            run++;
        LB_TRY(pair_up(mesh, sides + i, run, opposite, err));
    }
cleanup:
    free(sides);
    return st;
}
