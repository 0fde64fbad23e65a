/* mesh_faults.h - why rows of cells go into a mesh and do not come out.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_MESH_FAULTS_H
#define LB_BODY_MESH_FAULTS_H

#include <stdint.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* Of the sides of triangles, each between two nodes.  Places are 3 * triangle + corner. */
struct lb_mesh_faults {
    uint64_t open_sides;    /* with one triangle */
    uint64_t turned_sides;  /* with two that both run along it: one is the wrong way round */
    uint64_t crowded_sides; /* with more than two that do not run to and fro equally often */
    uint32_t open_at, turned_at, crowded_at; /* a half-edge of the first */
};

/* Takes 8 bytes for each half-edge for a moment.  Sets at_node[node] where node is the
 * lower one of a side that counts; NULL: not asked for. */
enum lb_status lb_mesh_faults_find(const struct lb_mesh *mesh, struct lb_mesh_faults *out,
                                   uint8_t *at_node, struct lb_error *err);

#endif
