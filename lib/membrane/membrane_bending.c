/* membrane_bending.c - resistance to a change of mean curvature.
 *
 * E = 2 E_b sum over nodes of A (H - H0)^2, with H A = M = 1/4 sum over the node's sides of
 * length times angle between the two normals, and A a third of the node's triangles
 * (Juelicher, J. Phys. II France 6, 1797, 1996).  The forces are the exact gradient.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "membrane/membrane_internal.h"
#include "geometry/mesh_geometry.h"

/* A side from a to b, triangle (a, b, c) on its left and (b, a, d) on its right. */
struct hinge {
    struct lb_vector side;          /* b - a */
    struct lb_vector left, right;   /* unit normals over the heights of c and d */
    double length, angle;           /* the angle is positive where the surface bulges outwards */
    double left_share, right_share; /* feet of these heights, 0 at a and 1 at b */
};

static struct hinge hinge_at(const struct lb_mesh *mesh, const uint32_t *node)
{
    struct lb_vector side = lb_mesh_side(mesh, node[0], node[1]);
    struct lb_vector c = lb_mesh_side(mesh, node[0], node[2]);
    struct lb_vector d = lb_mesh_side(mesh, node[0], node[3]);
    struct lb_vector left = lb_vector_cross(side, c), right = lb_vector_cross(d, side);
    double squared = lb_vector_dot(side, side), length = sqrt(squared);
    double sine = lb_vector_dot(lb_vector_cross(right, left), side) / length;
    /* Normals are twice the area long; height = twice the area / length. */
    return (struct hinge){.side = side,
                          .left = lb_vector_scale(length / lb_vector_dot(left, left), left),
                          .right = lb_vector_scale(length / lb_vector_dot(right, right), right),
                          .length = length,
                          .angle = -atan2(sine, lb_vector_dot(left, right)),
                          .left_share = lb_vector_dot(c, side) / squared,
                          .right_share = lb_vector_dot(d, side) / squared};
}

static void sum_node_areas(const struct lb_mesh *mesh, double *node_area)
{
    for (uint32_t n = 0; n < mesh->node_count; n++)
        node_area[n] = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * (size_t)t;
        double share = lb_vector_length(lb_mesh_normal(mesh, t)) / 6.0;
        for (int i = 0; i < 3; i++)
            node_area[k[i]] += share;
    }
}

void lb_membrane_curvature(const struct lb_mesh *mesh, const struct lb_mesh_edges *edges,
                           double *curvature, double *node_area)
{
    sum_node_areas(mesh, node_area);
    for (uint32_t n = 0; n < mesh->node_count; n++)
        curvature[n] = 0.0;
    for (uint32_t e = 0; e < edges->count; e++) {
        const uint32_t *node = edges->node + 4 * (size_t)e;
        struct hinge h = hinge_at(mesh, node);
        curvature[node[0]] += 0.25 * h.length * h.angle;
        curvature[node[1]] += 0.25 * h.length * h.angle;
    }
    for (uint32_t n = 0; n < mesh->node_count; n++)
        curvature[n] /= node_area[n];
}

enum lb_status lb_membrane_bending_energy_of(const struct lb_mesh *mesh,
                                             const struct lb_membrane_reference *reference,
                                             const struct lb_membrane_material *material,
                                             double *energy, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *curvature = malloc(((size_t)mesh->node_count + 1) * sizeof *curvature);
    double *area = malloc(((size_t)mesh->node_count + 1) * sizeof *area);
    LB_REQUIRE(curvature != NULL && area != NULL, LB_STATUS_FAILED,
               "no memory for the curvature of %" PRIu32 " nodes", mesh->node_count);
    lb_membrane_curvature(mesh, &reference->edges, curvature, area);
    *energy = 0.0;
    for (uint32_t n = 0; n < mesh->node_count; n++) {
        double bend = curvature[n] - material->natural_curvature * reference->curvature[n];
        *energy += 2.0 * material->bending_modulus * area[n] * bend * bend;
    }
cleanup:
    free(curvature);
    free(area);
    return st;
}

/* d(length angle) of one side times -weight.  The angle falls as c or d rises along its normal, by
 * 1/height; the ends of the side take up the rest, shared like the feet of the heights. */
static void add_hinge(const uint32_t *node, const struct hinge *h, double weight, double *force)
{
    double turn = weight * h->length, pull = weight * h->angle / h->length;
    lb_vector_add_to(force + 3 * (size_t)node[0], pull, h->side);
    lb_vector_add_to(force + 3 * (size_t)node[1], -pull, h->side);
    lb_vector_add_to(force + 3 * (size_t)node[2], turn, h->left);
    lb_vector_add_to(force + 3 * (size_t)node[3], turn, h->right);
    lb_vector_add_to(force + 3 * (size_t)node[0], -turn * (1.0 - h->left_share), h->left);
    lb_vector_add_to(force + 3 * (size_t)node[0], -turn * (1.0 - h->right_share), h->right);
    lb_vector_add_to(force + 3 * (size_t)node[1], -turn * h->left_share, h->left);
    lb_vector_add_to(force + 3 * (size_t)node[1], -turn * h->right_share, h->right);
}

/* With E = 2 E_b sum (M - A H0)^2/A: dE/dM = 4 E_b (H - H0), dE/dA = -2 E_b (H^2 - H0^2). */
enum lb_status lb_membrane_add_bending(const struct lb_mesh *mesh,
                                       const struct lb_membrane_reference *reference,
                                       const struct lb_membrane_material *material, double *force,
                                       struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *by_bend = malloc(((size_t)mesh->node_count + 1) * sizeof *by_bend);
    double *by_area = malloc(((size_t)mesh->node_count + 1) * sizeof *by_area);
    LB_REQUIRE(by_bend != NULL && by_area != NULL, LB_STATUS_FAILED,
               "no memory for the curvature of %" PRIu32 " nodes", mesh->node_count);
    lb_membrane_curvature(mesh, &reference->edges, by_bend, by_area);
    for (uint32_t n = 0; n < mesh->node_count; n++) {
        double now = by_bend[n], rest = material->natural_curvature * reference->curvature[n];
        by_bend[n] = 4.0 * material->bending_modulus * (now - rest);
        by_area[n] = -2.0 * material->bending_modulus * (now - rest) * (now + rest);
    }
    for (uint32_t e = 0; e < reference->edges.count; e++) {
        const uint32_t *node = reference->edges.node + 4 * (size_t)e;
        struct hinge h = hinge_at(mesh, node);
        add_hinge(node, &h, 0.25 * (by_bend[node[0]] + by_bend[node[1]]), force);
    }
    lb_membrane_add_tension(mesh, 0.0, by_area, force);
cleanup:
    free(by_bend);
    free(by_area);
    return st;
}
