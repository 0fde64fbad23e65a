/* membrane_reference.c - the shape without stress, prepared for the forces.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "membrane/membrane.h"
#include "geometry/vector.h"

static void prepare_triangle(const struct lb_mesh *mesh, uint32_t t,
                             struct lb_membrane_reference *reference)
{
    const uint32_t *k = mesh->corner + 3 * (size_t)t;
    struct lb_vector origin = lb_vector_load(mesh->position + 3 * (size_t)k[0]);
    struct lb_vector e1 =
        lb_vector_subtract(lb_vector_load(mesh->position + 3 * (size_t)k[1]), origin);
    struct lb_vector e2 =
        lb_vector_subtract(lb_vector_load(mesh->position + 3 * (size_t)k[2]), origin);
    double length = lb_vector_length(e1);
    double twice_area = lb_vector_length(lb_vector_cross(e1, e2));
    double along = lb_vector_dot(e1, e2) / length; /* of e2 */
    double *b = reference->inverse + 3 * (size_t)t;
    b[0] = 1.0 / length;
    b[1] = -along / twice_area;
    b[2] = length / twice_area;
    reference->triangle_area[t] = 0.5 * twice_area;
}

enum lb_status lb_membrane_reference_create(const struct lb_mesh *mesh,
                                            struct lb_membrane_reference *reference,
                                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *node_area = malloc(((size_t)mesh->node_count + 1) * sizeof *node_area);
    *reference = (struct lb_membrane_reference){
        .node_count = mesh->node_count,
        .triangle_count = mesh->triangle_count,
        .inverse = malloc((3 * (size_t)mesh->triangle_count + 1) * sizeof(double)),
        .triangle_area = malloc(((size_t)mesh->triangle_count + 1) * sizeof(double)),
        .curvature = malloc(((size_t)mesh->node_count + 1) * sizeof(double)),
        .area = lb_mesh_area(mesh),
        .volume = lb_mesh_volume(mesh)};
    LB_REQUIRE(node_area != NULL && reference->inverse != NULL &&
                   reference->triangle_area != NULL && reference->curvature != NULL,
               LB_STATUS_FAILED, "no memory for a membrane of %" PRIu32 " triangles",
               mesh->triangle_count);
    LB_TRY(lb_mesh_edges_create(mesh, &reference->edges, err));
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        prepare_triangle(mesh, t, reference);
    lb_membrane_curvature(mesh, &reference->edges, reference->curvature, node_area);
cleanup:
    free(node_area);
    if (st != LB_STATUS_OK) lb_membrane_reference_free(reference);
    return st;
}

void lb_membrane_reference_free(struct lb_membrane_reference *reference)
{
    free(reference->inverse);
    free(reference->triangle_area);
    free(reference->curvature);
    lb_mesh_edges_free(&reference->edges);
    *reference = (struct lb_membrane_reference){0};
}
