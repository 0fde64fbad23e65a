/* immersed_patches.h - a membrane on a device in one kernel per step, patch by patch of its nodes:
 * drift, forces, spreading (kernels/immersed/membrane_patches.cl).
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_IMMERSED_PATCHES_H
#define LB_SOLVER_IMMERSED_PATCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct lb_buffer;
struct lb_immersed_patches; /* opaque; borrows the buffers of the markers */
struct lb_solver;

/* What the markers have on the device already. */
struct lb_patch_buffers {
    const struct lb_buffer *position, *marker_force; /* written, for others to read */
    const struct lb_buffer *force, *velocity;        /* of cells */
};

/* For a membrane that is all there is: no particles, no forces of their own, no bending, no free
 * surface.  Leaves *out NULL where something else is there, a node has too many triangles, or the
 * device's groups are too small; that is no failure. */
enum lb_status lb_immersed_patches_create(struct lb_solver *s, const struct lb_patch_buffers *b,
                                          struct lb_immersed_patches **out, struct lb_error *err);
void lb_immersed_patches_destroy(struct lb_immersed_patches *p); /* NULL is fine */

/* The solver's flags, once they are final, on the device and on the host. */
enum lb_status lb_immersed_patches_set_flags(struct lb_immersed_patches *p,
                                             const struct lb_buffer *flags, struct lb_error *err);

/* Enqueues the forces and the spreading for step number `step`; before these the nodes drift where
 * `moves`.  The first call must not move: volume and area are those of the start by then. */
enum lb_status lb_immersed_patches_enqueue(struct lb_immersed_patches *p, bool moves, uint64_t step,
                                           struct lb_error *err);

#endif
