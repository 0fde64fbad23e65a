/* means.h - means over time of the flow, which the device keeps and updates (case/mean_planes.h).
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_MEANS_H
#define LB_MODULES_MEANS_H

#include "case/mean_planes.h"
#include "workspace/workspace.h"

/* Adds sample `number`, 1 for the first of new means, by the kernels that observe all cells: density and
 * velocity, and fill levels where there is a free surface.  Only enqueues. */
enum lb_status lb_means_add(struct lb_workspace *w, enum lb_means_set set, uint64_t number,
                            struct lb_kernel *flow, struct lb_kernel *fill, struct lb_error *err);

/* An array of cells of this box, x fastest, the numbers of a cell side by side:
 * lb_means_numbers, of which products are means over `samples`. */
enum lb_status lb_means_read(const struct lb_workspace *w, enum lb_means_set set,
                             enum lb_means_array array, uint64_t samples,
                             const struct lb_region *own, double *out, struct lb_error *err);

#endif
