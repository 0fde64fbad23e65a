/* membrane_patches.h - a mesh cut into patches of neighbouring nodes, each with all that it takes to
 * find the forces on its own nodes: their triangles and the nodes around.
 * Patches share no work: what two of them need, both have.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEMBRANE_MEMBRANE_PATCHES_H
#define LB_MEMBRANE_MEMBRANE_PATCHES_H

#include <stdint.h>

#include "base/status.h"
#include "geometry/mesh.h"

#define LB_NO_NODE UINT32_MAX
#define LB_NO_CORNER UINT32_MAX

/* What a patch has room for. */
struct lb_patch_limits {
    uint32_t nodes;   /* of its own */
    uint32_t slots;   /* of all nodes: slots 0 .. nodes - 1 are its own, slot `nodes` is node 0 of
                       * the mesh, from where volumes are measured, the others are neighbours */
    uint32_t corners; /* of triangles, at its own nodes */
};

/* Places where a patch has less than it has room for hold LB_NO_NODE and LB_NO_CORNER.
 * Initialise with {0}. */
struct lb_membrane_patches {
    uint32_t count;
    struct lb_patch_limits limits;
    uint32_t *node;  /* in each slot: node[limits.slots * patch + slot] */
    uint32_t *start; /* corners of own node n are start[n] .. start[n + 1] - 1, with
                      * start[(limits.nodes + 1) * patch + n] */
    /* half-edge 3 * triangle + corner, as in lb_mesh_adjacency: half[limits.corners * patch + k],
     * and the slots of the triangle's three nodes, slot[3 * (limits.corners * patch + k) + 0..2] */
    uint32_t *half, *slot;
};

/* Cuts the nodes, which are at position[3 * node + axis], in two along the longest side of their
 * box, and goes on until every part fits.  Leaves 0 patches where a single node has more triangles
 * than there is room for; that is no failure.  `max_nodes`: so many own nodes at most, without
 * less room for them; 0: as many as there is room for. */
enum lb_status lb_membrane_patches_create(const struct lb_mesh *mesh, const double *position,
                                          const struct lb_patch_limits *limits, uint32_t max_nodes,
                                          struct lb_membrane_patches *patches,
                                          struct lb_error *err);
void lb_membrane_patches_free(struct lb_membrane_patches *patches);

#endif
