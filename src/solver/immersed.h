/* immersed.h - the immersed boundary on a device: what the markers of a case own there, and their
 * part in a step.  Theory and order of kernels: docs/architecture.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_IMMERSED_H
#define LB_SOLVER_IMMERSED_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct lb_buffer;
struct lb_immersed; /* opaque; owns its buffers and kernels, borrows the solver's */
struct lb_kernel;
struct lb_markers;
struct lb_solver;

/* The reference shape's volume and area as the kernels count them: whole numbers of 1/scale. */
struct lb_membrane_measure {
    double volume_scale, area_scale; /* powers of two [1/cells^3], [1/cells^2] */
    int64_t volume, area;
};
void lb_membrane_measure(const struct lb_markers *m, struct lb_membrane_measure *out);

/* Builds the kernels and uploads the markers of the solver's case, which has some.  Needs the
 * solver's layout and nothing else of it.
 * LB_STATUS_USAGE where a marker lies outside of the box or the membrane is not possible. */
enum lb_status lb_immersed_create(struct lb_solver *s, struct lb_immersed **out,
                                  struct lb_error *err);
void lb_immersed_destroy(struct lb_immersed *m); /* NULL is fine */

/* The solver's flags, once they are final. */
enum lb_status lb_immersed_set_flags(struct lb_immersed *m, const struct lb_buffer *flags,
                                     struct lb_error *err);

/* Forces and spreading, then drifting: around the step kernel.  Only enqueue. */
enum lb_status lb_immersed_before_step(struct lb_immersed *m, struct lb_error *err);
enum lb_status lb_immersed_after_step(struct lb_immersed *m, struct lb_error *err);

/* Sets the arguments force and velocity of lb_step from `index` on; NULL pointers where `m` is
 * NULL. */
enum lb_status lb_immersed_bind_step(const struct lb_immersed *m, struct lb_kernel *step,
                                     unsigned index, struct lb_error *err);

/* Sets the argument force of a kernel that looks at the flow.  Spreads first, so that the velocity
 * has half of the force that will act in the next step. */
enum lb_status lb_immersed_bind_observer(struct lb_immersed *m, struct lb_kernel *kernel,
                                         unsigned index, struct lb_error *err);

/* As lb_solver_read_markers. */
enum lb_status lb_immersed_read(struct lb_immersed *m, double *position, double *force,
                                struct lb_error *err);

/* As lb_solver_retire_markers. */
enum lb_status lb_immersed_retire(struct lb_immersed *m, const uint32_t *which, size_t count,
                                  struct lb_error *err);

#endif
