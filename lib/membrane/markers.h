/* markers.h - points that move with the flow and may push it: nodes of a membrane, particles.
 * Lattice units; the box is 0..size and the centre of cell i lies at i + 1/2.  Positions are never
 * wrapped: what has left through a periodic side acts on the other side all the same.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEMBRANE_MARKERS_H
#define LB_MEMBRANE_MARKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "membrane/delta.h"
#include "membrane/membrane.h"
#include "geometry/mesh.h"

/* All borrowed.  A marker moves with u(X) = sum over cells of u phi(x - X) and gives its force to
 * the cells with the same weights.  Cells without fluid, solid ones and gas, take no part; the
 * weights of the others are raised.  In gas, which has no resistance, a marker keeps moving with the
 * velocity it had and falls as the fluid would; its force waits.  No marker enters a solid cell. */
struct lb_markers {
    uint32_t count;
    const double *position; /* at the start [cells], position[3 * marker + axis] */
    const double *force;    /* of each marker's own, constant, force[3 * marker + axis]
                             * [rho0 cells^4/step^2]; NULL: none */
    const struct lb_delta *delta;
    /* The nodes of `mesh` are the first of the markers, at `position`, whatever the mesh says. */
    const struct lb_mesh *mesh; /* NULL: particles only, and the two below do not matter */
    const struct lb_membrane_reference *reference;
    const struct lb_membrane_material *material;
    /* A membrane that is all there is and does not bend is taken in patches of so many nodes at
     * most; 0: by rule.  Its pressure and tension are those of the shape one step before, those of
     * the start at the start. */
    uint32_t patch_nodes;
};

/* Whether there is a membrane that resists bending. */
static inline bool lb_markers_bend(const struct lb_markers *m)
{
    return m->mesh != NULL && m->material->bending_modulus != 0.0;
}

#endif
