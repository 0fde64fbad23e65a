/* immersed_bending.h - a membrane's resistance to bending on a device: its buffers and kernels.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_IMMERSED_BENDING_H
#define LB_SOLVER_IMMERSED_BENDING_H

#include "base/status.h"

struct lb_buffer;
struct lb_immersed_bending; /* opaque; borrows the buffers of the membrane */
struct lb_solver;

/* What the markers have on the device already. */
struct lb_bending_mesh {
    const struct lb_buffer *position, *corner, *start, *entry;
};

/* For the membrane of the solver's case. */
enum lb_status lb_immersed_bending_create(struct lb_solver *s, const struct lb_bending_mesh *mesh,
                                          struct lb_immersed_bending **out, struct lb_error *err);
void lb_immersed_bending_destroy(struct lb_immersed_bending *b); /* NULL is fine */

/* Enqueues the forces for the positions that are there. */
enum lb_status lb_immersed_bending_enqueue(struct lb_immersed_bending *b, struct lb_error *err);

/* Forces on the nodes, in the case's arithmetic; NULL where `b` is. */
const struct lb_buffer *lb_immersed_bending_force(const struct lb_immersed_bending *b);

#endif
