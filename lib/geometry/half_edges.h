/* half_edges.h - pairs of opposite half-edges: the connectivity of a mesh.
 * Half-edge h = 3 * triangle + c runs from corner c of the triangle to the next one.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_HALF_EDGES_H
#define LB_GEOMETRY_HALF_EDGES_H

#include <stdint.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* The next half-edge of the same triangle. */
static inline uint32_t lb_mesh_next(uint32_t half)
{
    return half % 3 == 2 ? half - 2 : half + 1;
}

/* The one before. */
static inline uint32_t lb_mesh_previous(uint32_t half)
{
    return half % 3 == 0 ? half + 2 : half - 1;
}

/* Writes opposite[h], the half-edge of the neighbour that runs the other way along h, for all
 * 3 * triangle_count.  Fails if one has none or more than one.  Takes corners that are nodes. */
enum lb_status lb_half_edges_pair(const struct lb_mesh *mesh, uint32_t *opposite,
                                  struct lb_error *err);

/* "triangle 7 of 12 (line 40, corners (0, 0, 0), (1, 0, 0), (0, 1, 0))", for messages; counted
 * from 1, without the line if there is none. */
enum { LB_MESH_NAME_SIZE = 256 };
const char *lb_mesh_triangle_name(const struct lb_mesh *mesh, uint32_t triangle,
                                  char name[LB_MESH_NAME_SIZE]);

#endif
