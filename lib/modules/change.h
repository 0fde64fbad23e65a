/* change.h - how far the flow is from what it was at the last look, whose velocities the device
 * keeps.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_CHANGE_H
#define LB_MODULES_CHANGE_H

#include "workspace/workspace.h"

/* Of the cells of this part: the largest change of a component of the velocity since the last call,
 * or from 0, and the largest component [cells/step].  `observe` writes density and velocity of all
 * cells into the staging buffer. */
enum lb_status lb_change_find(struct lb_workspace *w, struct lb_kernel *observe, double *change,
                              double *fastest, struct lb_error *err);

#endif
