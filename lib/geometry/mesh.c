/* mesh.c - closed triangle meshes: memory, measures, neighbours.
 * SPDX-License-Identifier: MIT */
#include "geometry/mesh.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/mesh_geometry.h"
#include "geometry/half_edges.h"

enum lb_status lb_mesh_create(uint32_t node_count, uint32_t triangle_count, struct lb_mesh *mesh,
                              struct lb_error *err)
{
    *mesh = (struct lb_mesh){.node_count = node_count, .triangle_count = triangle_count};
    mesh->position = calloc(3 * (size_t)node_count + 1, sizeof *mesh->position);
    mesh->corner = calloc(3 * (size_t)triangle_count + 1, sizeof *mesh->corner);
    if (mesh->position != NULL && mesh->corner != NULL) return LB_STATUS_OK;
    lb_mesh_free(mesh);
    return lb_fail(err, LB_STATUS_FAILED,
                   "no memory for a mesh of %" PRIu32 " nodes and %" PRIu32 " triangles",
                   node_count, triangle_count);
}

void lb_mesh_free(struct lb_mesh *mesh)
{
    free(mesh->position);
    free(mesh->corner);
    free(mesh->line);
    free(mesh->remark);
    free(mesh->names.name);
    free(mesh->names.of);
    *mesh = (struct lb_mesh){0};
}

int lb_mesh_name_of(const struct lb_mesh *mesh, uint32_t triangle)
{
    const struct lb_mesh_names *n = &mesh->names;
    if (n->of != NULL) return (int)n->of[triangle] - 1;
    return n->count > 0 ? 0 : -1;
}

int lb_mesh_find_name(const struct lb_mesh *mesh, const char *name)
{
    for (uint32_t n = 0; n < mesh->names.count; n++)
        if (strcmp(mesh->names.name[n], name) == 0) return (int)n;
    return -1;
}

enum lb_status lb_mesh_copy_names(const struct lb_mesh *from, const uint32_t *triangle,
                                  struct lb_mesh *mesh, struct lb_error *err)
{
    const struct lb_mesh_names *n = &from->names;
    struct lb_mesh_names *out = &mesh->names;
    if (n->count == 0) return LB_STATUS_OK;
    out->name = malloc(n->count * sizeof *out->name);
    if (n->of != NULL) out->of = malloc(((size_t)mesh->triangle_count + 1) * sizeof *out->of);
    LB_NEED(out->name != NULL && (n->of == NULL || out->of != NULL), LB_STATUS_FAILED,
            "no memory for the names of %" PRIu32 " triangles", mesh->triangle_count);
    out->count = n->count;
    memcpy(out->name, n->name, n->count * sizeof *out->name);
    for (uint32_t t = 0; t < mesh->triangle_count && n->of != NULL; t++)
        out->of[t] = n->of[triangle[t]];
    return LB_STATUS_OK;
}

static struct lb_vector any_node(const struct lb_mesh *mesh)
{
    return mesh->node_count == 0 ? (struct lb_vector){0} : lb_vector_load(mesh->position);
}

double lb_mesh_volume(const struct lb_mesh *mesh)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        sum += lb_mesh_six_volumes(mesh, t, any_node(mesh));
    return sum / 6.0;
}

double lb_mesh_area(const struct lb_mesh *mesh)
{
    double sum = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        sum += lb_vector_length(lb_mesh_normal(mesh, t));
    return sum / 2.0;
}

/* The middle of a tetrahedron is the mean of its four corners. */
void lb_mesh_centroid(const struct lb_mesh *mesh, double centroid[3])
{
    struct lb_vector origin = any_node(mesh), moment = {0};
    double volumes = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * (size_t)t;
        double v = lb_mesh_six_volumes(mesh, t, origin);
        for (int i = 0; i < 3; i++) {
            struct lb_vector x = lb_vector_subtract(lb_mesh_node(mesh, k[i]), origin);
            moment = lb_vector_add(moment, lb_vector_scale(v / 4.0, x));
        }
        volumes += v;
    }
    lb_vector_store(lb_vector_add(origin, lb_vector_scale(1.0 / volumes, moment)), centroid);
}

enum lb_status lb_mesh_adjacency_create(const struct lb_mesh *mesh,
                                        struct lb_mesh_adjacency *adjacency, struct lb_error *err)
{
    size_t corner_count = 3 * (size_t)mesh->triangle_count;
    uint32_t *start = calloc((size_t)mesh->node_count + 2, sizeof *start);
    uint32_t *entry = malloc((corner_count + 1) * sizeof *entry);
    *adjacency = (struct lb_mesh_adjacency){.start = start, .entry = entry};
    if (start == NULL || entry == NULL) {
        lb_mesh_adjacency_free(adjacency);
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the neighbours of %" PRIu32 " nodes",
                       mesh->node_count);
    }
    /* Counted two places up, so that filling moves each start to where it belongs. */
    for (size_t h = 0; h < corner_count; h++)
        start[(size_t)mesh->corner[h] + 2]++;
    for (size_t n = 2; n < (size_t)mesh->node_count + 2; n++)
        start[n] += start[n - 1];
    for (uint32_t h = 0; h < corner_count; h++)
        entry[start[(size_t)mesh->corner[h] + 1]++] = h;
    return LB_STATUS_OK;
}

void lb_mesh_adjacency_free(struct lb_mesh_adjacency *adjacency)
{
    free(adjacency->start);
    free(adjacency->entry);
    *adjacency = (struct lb_mesh_adjacency){0};
}

enum lb_status lb_mesh_edges_create(const struct lb_mesh *mesh, struct lb_mesh_edges *edges,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t half_count = 3 * mesh->triangle_count;
    uint32_t *opposite = malloc(((size_t)half_count + 1) * sizeof *opposite);
    uint32_t *node = malloc((2 * (size_t)half_count + 1) * sizeof *node);
    *edges = (struct lb_mesh_edges){0};
    LB_REQUIRE(opposite != NULL && node != NULL, LB_STATUS_FAILED,
               "no memory for the sides of a mesh of %" PRIu32 " triangles", mesh->triangle_count);
    LB_TRY(lb_half_edges_pair(mesh, opposite, err));
    for (uint32_t h = 0; h < half_count; h++) {
        if (opposite[h] < h) continue;
        uint32_t *edge = node + 4 * (size_t)edges->count++;
        edge[0] = mesh->corner[h];
        edge[1] = mesh->corner[opposite[h]];
        edge[2] = mesh->corner[lb_mesh_previous(h)];
        edge[3] = mesh->corner[lb_mesh_previous(opposite[h])];
    }
    edges->node = node;
    node = NULL;
cleanup:
    free(opposite);
    free(node);
    return st;
}

void lb_mesh_edges_free(struct lb_mesh_edges *edges)
{
    free(edges->node);
    *edges = (struct lb_mesh_edges){0};
}
