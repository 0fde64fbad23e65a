/* mesh_check.c - is this the surface of a body?
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/mesh.h"
#include "geometry/mesh_geometry.h"
#include "geometry/half_edges.h"

/* A triangle flatter than this has no area: 32-bit files keep seven digits. */
static const double min_height = 1e-6; /* over the longest side */

/* Products of six coordinates, as in the square of a volume, must be numbers in double precision. */
static const double max_coordinate = 1e50, min_extent = 1e-50;

static enum lb_status check_numbers(const struct lb_mesh *mesh, struct lb_error *err)
{
    if (mesh->triangle_count < 4)
        return lb_fail(err, LB_STATUS_FAILED,
                       "a mesh of %" PRIu32 " triangles encloses nothing; the least is four",
                       mesh->triangle_count);
    if (mesh->triangle_count > LB_MESH_MAX_TRIANGLES)
        return lb_fail(err, LB_STATUS_FAILED,
                       "a mesh of %" PRIu32 " triangles is too large; there may be up to %d",
                       mesh->triangle_count, LB_MESH_MAX_TRIANGLES);
    for (size_t i = 0; i < 3 * (size_t)mesh->node_count; i++)
        if (!isfinite(mesh->position[i]))
            return lb_fail(err, LB_STATUS_FAILED,
                           "the %c coordinate of node %zu (counted from 0) is %g, not a finite "
                           "number",
                           "xyz"[i % 3], i / 3, mesh->position[i]);
    for (size_t h = 0; h < 3 * (size_t)mesh->triangle_count; h++)
        if (mesh->corner[h] >= mesh->node_count)
            return lb_fail(err, LB_STATUS_FAILED,
                           "triangle %zu of %" PRIu32 " has a corner at node %" PRIu32
                           ", but the nodes are 0 to %" PRIu32,
                           h / 3 + 1, mesh->triangle_count, mesh->corner[h], mesh->node_count - 1);
    return LB_STATUS_OK;
}

static enum lb_status check_scale(const struct lb_mesh *mesh, struct lb_error *err)
{
    char name[LB_MESH_NAME_SIZE];
    double low[3], high[3];
    size_t longest = 0;
    for (size_t i = 0; i < 9 * (size_t)mesh->triangle_count; i++) {
        const double x = mesh->position[3 * (size_t)mesh->corner[i / 3] + i % 3];
        if (fabs(x) > max_coordinate)
            return lb_fail(err, LB_STATUS_FAILED,
                           "the %c coordinate %g of %s is too large: volumes would overflow beyond "
                           "%g; scale the mesh down",
                           "xyz"[i % 3], x, lb_mesh_triangle_name(mesh, (uint32_t)(i / 9), name),
                           max_coordinate);
    }
    lb_mesh_bounds(mesh, low, high);
    for (size_t a = 1; a < 3; a++)
        if (high[a] - low[a] > high[longest] - low[longest]) longest = a;
    if (high[longest] > low[longest] && high[longest] - low[longest] < min_extent)
        return lb_fail(err, LB_STATUS_FAILED,
                       "the mesh is too small: its %c coordinates go from %g to %g, the others no "
                       "farther, and areas vanish below %g; scale the mesh up",
                       "xyz"[longest], low[longest], high[longest], min_extent);
    return LB_STATUS_OK;
}

static enum lb_status check_shapes(const struct lb_mesh *mesh, struct lb_error *err)
{
    char name[LB_MESH_NAME_SIZE];
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * (size_t)t;
        if (k[0] == k[1] || k[1] == k[2] || k[2] == k[0])
            return lb_fail(err, LB_STATUS_FAILED, "%s has the same node at two corners",
                           lb_mesh_triangle_name(mesh, t, name));
        struct lb_vector ab = lb_mesh_side(mesh, k[0], k[1]);
        struct lb_vector bc = lb_mesh_side(mesh, k[1], k[2]);
        struct lb_vector ca = lb_mesh_side(mesh, k[2], k[0]);
        double longest =
            fmax(lb_vector_length(ab), fmax(lb_vector_length(bc), lb_vector_length(ca)));
        double twice_area = lb_vector_length(lb_vector_cross(ab, bc));
        /* Written so that overflow to infinity or NaN fails too. */
        if (!(twice_area > min_height * longest * longest && isfinite(twice_area)))
            return lb_fail(err, LB_STATUS_FAILED,
                           "%s has no area: its corners lie on a line, or in a point",
                           lb_mesh_triangle_name(mesh, t, name));
    }
    return LB_STATUS_OK;
}

/* Going round a node from triangle to triangle must meet all of its triangles. */
static enum lb_status check_fans(const struct lb_mesh *mesh, const uint32_t *opposite,
                                 uint8_t *seen, uint8_t *has_fan, struct lb_error *err)
{
    char name[LB_MESH_NAME_SIZE];
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; h++) {
        uint32_t node = mesh->corner[h];
        if (seen[h]) continue;
        if (has_fan[node]) {
            struct lb_vector x = lb_mesh_node(mesh, node);
            return lb_fail(err, LB_STATUS_FAILED,
                           "two sheets of the mesh meet in one point, (%.6g, %.6g, %.6g), a corner "
                           "of %s: they should be a little apart",
                           x.x, x.y, x.z, lb_mesh_triangle_name(mesh, h / 3, name));
        }
        has_fan[node] = 1;
        for (uint32_t g = h; !seen[g]; g = opposite[lb_mesh_previous(g)])
            seen[g] = 1;
    }
    for (uint32_t n = 0; n < mesh->node_count; n++)
        if (!has_fan[n])
            return lb_fail(err, LB_STATUS_FAILED,
                           "node %" PRIu32 " (counted from 0) belongs to no triangle", n);
    return LB_STATUS_OK;
}

/* Collects the component of triangle `first`, and returns six times their volume. */
static double collect_piece(const struct lb_mesh *mesh, const uint32_t *opposite, uint32_t first,
                            uint8_t *seen, uint32_t *stack, uint32_t *piece_count)
{
    struct lb_vector origin = lb_mesh_node(mesh, mesh->corner[3 * (size_t)first]);
    double volume = 0.0;
    uint32_t depth = 0;
    *piece_count = 0;
    stack[depth++] = first;
    seen[first] = 1;
    while (depth > 0) {
        uint32_t t = stack[--depth];
        volume += lb_mesh_six_volumes(mesh, t, origin);
        ++*piece_count;
        for (uint32_t h = 3 * t; h < 3 * t + 3; h++) {
            uint32_t neighbour = opposite[h] / 3;
            if (seen[neighbour]) continue;
            seen[neighbour] = 1;
            stack[depth++] = neighbour;
        }
    }
    return volume;
}

static enum lb_status check_pieces(const struct lb_mesh *mesh, const uint32_t *opposite,
                                   uint8_t *seen, uint32_t *stack, struct lb_error *err)
{
    char name[LB_MESH_NAME_SIZE];
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (seen[t]) continue;
        uint32_t count;
        double volume = collect_piece(mesh, opposite, t, seen, stack, &count) / 6.0;
        if (!(volume > 0.0 && isfinite(volume)))
            return lb_fail(err, LB_STATUS_FAILED,
                           "the piece of %" PRIu32 " triangles that begins with %s is inside out: "
                           "its volume is %g; corners must run counter-clockwise as seen from "
                           "outside",
                           count, lb_mesh_triangle_name(mesh, t, name), volume);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_mesh_check(const struct lb_mesh *mesh, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t *opposite = NULL, *stack = NULL;
    uint8_t *seen = NULL, *has_fan = NULL;
    LB_TRY(check_numbers(mesh, err));
    LB_TRY(check_scale(mesh, err));
    LB_TRY(check_shapes(mesh, err));
    size_t half_count = 3 * (size_t)mesh->triangle_count;
    opposite = malloc(half_count * sizeof *opposite);
    stack = malloc((size_t)mesh->triangle_count * sizeof *stack);
    seen = calloc(half_count, 1);
    has_fan = calloc(mesh->node_count, 1);
    LB_REQUIRE(opposite != NULL && stack != NULL && seen != NULL && has_fan != NULL,
               LB_STATUS_FAILED, "no memory to check a mesh of %" PRIu32 " triangles",
               mesh->triangle_count);
    LB_TRY(lb_half_edges_pair(mesh, opposite, err));
    LB_TRY(check_fans(mesh, opposite, seen, has_fan, err));
    memset(seen, 0, half_count);
    LB_TRY(check_pieces(mesh, opposite, seen, stack, err));
cleanup:
    free(opposite);
    free(stack);
    free(seen);
    free(has_fan);
    return st;
}

enum lb_status lb_mesh_check_box(const struct lb_mesh *mesh, const double low[3],
                                 const double high[3], struct lb_error *err)
{
    char name[LB_MESH_NAME_SIZE];
    for (size_t h = 0; h < 3 * (size_t)mesh->triangle_count; h++) {
        const double *x = mesh->position + 3 * (size_t)mesh->corner[h];
        for (int a = 0; a < 3; a++)
            if (!(x[a] > low[a] && x[a] < high[a]))
                return lb_fail(err, LB_STATUS_USAGE,
                               "the corner (%.6g, %.6g, %.6g) of %s is outside of the box, which "
                               "goes from %g to %g along %c",
                               x[0], x[1], x[2],
                               lb_mesh_triangle_name(mesh, (uint32_t)(h / 3), name), low[a],
                               high[a], "xyz"[a]);
    }
    return LB_STATUS_OK;
}
