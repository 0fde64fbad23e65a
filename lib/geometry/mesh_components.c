/* mesh_components.c - the connected components of a mesh, and how fine it is.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "geometry/mesh.h"
#include "geometry/mesh_geometry.h"

/* The smallest known node of a piece; the way to it becomes shorter for the next who asks. */
static uint32_t root_of(uint32_t *parent, uint32_t node)
{
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

/* A root is the lowest node of its piece, so that it has its number before the others ask for it. */
static uint32_t number_pieces(uint32_t *piece, uint32_t node_count)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < node_count; n++)
        piece[n] = root_of(piece, n);
    for (uint32_t n = 0; n < node_count; n++)
        piece[n] = piece[n] == n ? count++ : piece[piece[n]];
    return count;
}

uint32_t lb_mesh_find_pieces(const struct lb_mesh *mesh, uint32_t *piece)
{
    for (uint32_t n = 0; n < mesh->node_count; n++)
        piece[n] = n;
    for (size_t h = 0; h < 3 * (size_t)mesh->triangle_count; h++) {
        const uint32_t a = root_of(piece, mesh->corner[h]);
        const uint32_t b = root_of(piece, mesh->corner[h - h % 3]);
        piece[a > b ? a : b] = a > b ? b : a;
    }
    return number_pieces(piece, mesh->node_count);
}

enum lb_status lb_mesh_count_pieces(const struct lb_mesh *mesh, uint32_t *count,
                                    struct lb_error *err)
{
    uint32_t *piece = malloc(((size_t)mesh->node_count + 1) * sizeof *piece);
    if (piece == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the pieces of %" PRIu32 " nodes",
                       mesh->node_count);
    *count = lb_mesh_find_pieces(mesh, piece);
    free(piece);
    return LB_STATUS_OK;
}

void lb_mesh_bounds(const struct lb_mesh *mesh, double low[3], double high[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        low[axis] = high[axis] = mesh->position[axis];
    for (const double *p = mesh->position, *end = p + 3 * (size_t)mesh->node_count; p < end; p += 3)
        for (int axis = 0; axis < 3; axis++) { /* what is no number does not count */
            if (p[axis] < low[axis] || isnan(low[axis])) low[axis] = p[axis];
            if (p[axis] > high[axis] || isnan(high[axis])) high[axis] = p[axis];
        }
}

double lb_mesh_longest_side(const struct lb_mesh *mesh)
{
    double longest = 0.0;
    for (size_t h = 0; h < 3 * (size_t)mesh->triangle_count; h++) {
        const uint32_t next = mesh->corner[h % 3 == 2 ? h - 2 : h + 1];
        longest = fmax(longest, lb_vector_length(lb_mesh_side(mesh, mesh->corner[h], next)));
    }
    return longest;
}
