/* icosphere.c - a sphere of nearly equal triangles.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "geometry/mesh.h"
#include "geometry/half_edges.h"
#include "geometry/vector.h"

/* Poles on the z axis and two rings of five at latitudes of +-atan(1/2). */
static void place_icosahedron(struct lb_mesh *mesh)
{
    const double fifth = 2.0 * acos(-1.0) / 5.0, height = 1.0 / sqrt(5.0);
    mesh->position[2] = 1.0;
    mesh->position[3 * 11 + 2] = -1.0;
    uint32_t *corner = mesh->corner;
    for (uint32_t k = 0; k < 5; k++) {
        uint32_t next = (k + 1) % 5, upper = 1 + k, lower = 6 + k;
        lb_vector_store(
            (struct lb_vector){2 * height * cos(fifth * k), 2 * height * sin(fifth * k), height},
            mesh->position + 3 * (size_t)upper);
        lb_vector_store((struct lb_vector){2 * height * cos(fifth * (k + 0.5)),
                                           2 * height * sin(fifth * (k + 0.5)), -height},
                        mesh->position + 3 * (size_t)lower);
        const uint32_t corners[12] = {0,        upper, 1 + next, upper, lower,    1 + next,
                                      1 + next, lower, 6 + next, 11,    6 + next, lower};
        for (int i = 0; i < 12; i++)
            *corner++ = corners[i];
    }
}

static void place_middle(struct lb_mesh *fine, uint32_t from, uint32_t to, uint32_t middle)
{
    struct lb_vector sum = lb_vector_add(lb_vector_load(fine->position + 3 * (size_t)from),
                                         lb_vector_load(fine->position + 3 * (size_t)to));
    lb_vector_store(lb_vector_scale(1.0 / lb_vector_length(sum), sum),
                    fine->position + 3 * (size_t)middle);
}

/* Replaces the mesh of the unit sphere by the next finer one. */
static enum lb_status subdivide(struct lb_mesh *mesh, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t half_count = 3 * mesh->triangle_count;
    struct lb_mesh fine = {0};
    uint32_t *opposite = malloc(half_count * sizeof *opposite);
    uint32_t *middle = malloc(half_count * sizeof *middle); /* the new node on each half-edge */
    LB_REQUIRE(opposite != NULL && middle != NULL, LB_STATUS_FAILED,
               "no memory for a finer sphere");
    LB_TRY(lb_mesh_create(mesh->node_count + half_count / 2, 4 * mesh->triangle_count, &fine, err));
    LB_TRY(lb_half_edges_pair(mesh, opposite, err));
    for (size_t i = 0; i < 3 * (size_t)mesh->node_count; i++)
        fine.position[i] = mesh->position[i];
    uint32_t node = mesh->node_count;
    for (uint32_t h = 0; h < half_count; h++) {
        if (opposite[h] < h) continue;
        middle[h] = middle[opposite[h]] = node;
        place_middle(&fine, mesh->corner[h], mesh->corner[opposite[h]], node++);
    }
    uint32_t *corner = fine.corner;
    for (uint32_t h = 0; h < half_count; h++) { /* one triangle in each corner ... */
        *corner++ = mesh->corner[h];
        *corner++ = middle[h];
        *corner++ = middle[lb_mesh_previous(h)];
    }
    for (uint32_t h = 0; h < half_count; h++) /* ... and one in the middle */
        *corner++ = middle[h];
    lb_mesh_free(mesh);
    *mesh = fine;
    fine = (struct lb_mesh){0};
cleanup:
    free(opposite);
    free(middle);
    lb_mesh_free(&fine);
    return st;
}

enum lb_status lb_mesh_icosphere(unsigned subdivisions, double radius, const double centre[3],
                                 struct lb_mesh *mesh, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    *mesh = (struct lb_mesh){0};
    LB_REQUIRE(subdivisions <= LB_MESH_MAX_SUBDIVISIONS, LB_STATUS_USAGE,
               "%u subdivisions of a sphere are too many; there may be up to %d", subdivisions,
               LB_MESH_MAX_SUBDIVISIONS);
    LB_REQUIRE(isfinite(radius) && radius > 0.0, LB_STATUS_USAGE,
               "the radius of a sphere is %g, but must be above 0", radius);
    LB_TRY(lb_mesh_create(12, 20, mesh, err));
    place_icosahedron(mesh);
    for (unsigned s = 0; s < subdivisions; s++)
        LB_TRY(subdivide(mesh, err));
    for (size_t i = 0; i < 3 * (size_t)mesh->node_count; i++)
        mesh->position[i] = centre[i % 3] + radius * mesh->position[i];
cleanup:
    if (st != LB_STATUS_OK) lb_mesh_free(mesh);
    return st;
}
