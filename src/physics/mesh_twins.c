/* mesh_twins.c - finds the two triangles of each side, by sorting the half sides.
 * SPDX-License-Identifier: MIT */
#include "physics/mesh_twins.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "physics/mesh_geometry.h"

struct half_side {
    uint64_t key; /* the smaller node above the larger one: the same for both directions */
    uint32_t half;
};

const char *lb_mesh_triangle_name(const struct lb_mesh *mesh, uint32_t triangle,
                                  char name[LB_MESH_NAME_SIZE])
{
    const uint32_t *k = mesh->corner + 3 * (size_t)triangle;
    struct lb_vector sum =
        lb_vector_add(lb_mesh_node(mesh, k[0]),
                      lb_vector_add(lb_mesh_node(mesh, k[1]), lb_mesh_node(mesh, k[2])));
    snprintf(name, LB_MESH_NAME_SIZE,
             "triangle %" PRIu32 " (nodes %" PRIu32 ", %" PRIu32 ", %" PRIu32
             ", around (%.6g, %.6g, %.6g))",
             triangle, k[0], k[1], k[2], sum.x / 3.0, sum.y / 3.0, sum.z / 3.0);
    return name;
}

static int compare_half_sides(const void *a, const void *b)
{
    const struct half_side *p = a, *q = b;
    if (p->key != q->key) return p->key < q->key ? -1 : 1;
    return p->half < q->half ? -1 : p->half > q->half;
}

static struct half_side *sorted_half_sides(const struct lb_mesh *mesh)
{
    size_t count = 3 * (size_t)mesh->triangle_count;
    struct half_side *sides = malloc(count * sizeof *sides);
    if (sides == NULL) return NULL;
    for (uint32_t h = 0; h < count; h++) {
        uint32_t from = mesh->corner[h], to = mesh->corner[lb_mesh_next(h)];
        uint64_t low = from < to ? from : to, high = from < to ? to : from;
        sides[h] = (struct half_side){.key = low << 32 | high, .half = h};
    }
    qsort(sides, count, sizeof *sides, compare_half_sides);
    return sides;
}

/* `run` half sides lie between the same two nodes. */
static enum lb_status pair_up(const struct lb_mesh *mesh, const struct half_side *side, size_t run,
                              uint32_t *twin, struct lb_error *err)
{
    uint32_t a = side[0].half;
    uint32_t from = mesh->corner[a], to = mesh->corner[lb_mesh_next(a)];
    char first[LB_MESH_NAME_SIZE], second[LB_MESH_NAME_SIZE];
    lb_mesh_triangle_name(mesh, a / 3, first);
    if (run == 1)
        return lb_fail(err, LB_STATUS_FAILED,
                       "the mesh is not closed: the side from node %" PRIu32 " to %" PRIu32
                       " of %s has no triangle on its other side",
                       from, to, first);
    lb_mesh_triangle_name(mesh, side[1].half / 3, second);
    if (run > 2)
        return lb_fail(err, LB_STATUS_FAILED,
                       "the side between nodes %" PRIu32 " and %" PRIu32
                       " belongs to %zu triangles instead of two, among them %s and %s",
                       from, to, run, first, second);
    uint32_t b = side[1].half;
    if (mesh->corner[b] == from)
        return lb_fail(err, LB_STATUS_FAILED,
                       "%s and its neighbour %s both run from node %" PRIu32 " to %" PRIu32
                       ": one of them has its corners in the wrong order",
                       first, second, from, to);
    twin[a] = b;
    twin[b] = a;
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_twins(const struct lb_mesh *mesh, uint32_t *twin, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t count = 3 * (size_t)mesh->triangle_count, run;
    struct half_side *sides = sorted_half_sides(mesh);
    LB_REQUIRE(sides != NULL, LB_STATUS_FAILED,
               "no memory for the sides of a mesh of %" PRIu32 " triangles", mesh->triangle_count);
    for (size_t i = 0; i < count; i += run) {
        for (run = 1; i + run < count && sides[i + run].key == sides[i].key;)
            run++;
        LB_TRY(pair_up(mesh, sides + i, run, twin, err));
    }
cleanup:
    free(sides);
    return st;
}
