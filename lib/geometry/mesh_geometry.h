/* mesh_geometry.h - nodes and triangles of a mesh as vectors.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_MESH_GEOMETRY_H
#define LB_GEOMETRY_MESH_GEOMETRY_H

#include <stddef.h>
#include <stdint.h>

#include "geometry/mesh.h"
#include "geometry/vector.h"

static inline struct lb_vector lb_mesh_node(const struct lb_mesh *mesh, uint32_t node)
{
    return lb_vector_load(mesh->position + 3 * (size_t)node);
}

/* The way between two nodes. */
static inline struct lb_vector lb_mesh_side(const struct lb_mesh *mesh, uint32_t from, uint32_t to)
{
    return lb_vector_subtract(lb_mesh_node(mesh, to), lb_mesh_node(mesh, from));
}

/* Points outwards and is twice the triangle's area long. */
static inline struct lb_vector lb_mesh_normal(const struct lb_mesh *mesh, uint32_t triangle)
{
    const uint32_t *k = mesh->corner + 3 * (size_t)triangle;
    return lb_vector_cross(lb_mesh_side(mesh, k[0], k[1]), lb_mesh_side(mesh, k[0], k[2]));
}

/* Six times the volume of the tetrahedron between `origin` and the triangle.  An origin near the
 * mesh keeps the digits of a mesh far from zero. */
static inline double lb_mesh_six_volumes(const struct lb_mesh *mesh, uint32_t triangle,
                                         struct lb_vector origin)
{
    const uint32_t *k = mesh->corner + 3 * (size_t)triangle;
    return lb_vector_dot(lb_vector_subtract(lb_mesh_node(mesh, k[0]), origin),
                         lb_mesh_normal(mesh, triangle));
}

#endif
