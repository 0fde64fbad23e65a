/* moving_cells.h - the cells that bodies move through (struct lb_motion): on the host, what they
 * become; on the device, kernels/cell/moving_cells.cl.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_MOVING_CELLS_H
#define LB_MODULES_MOVING_CELLS_H

#include "workspace/workspace.h"

struct lb_moving_cells; /* owns its lists, not the workspace's buffers */

/* Once the lists of cells beside walls are there; the flags on the device are those of the start
 * state. */
enum lb_status lb_moving_cells_create(struct lb_workspace *w, struct lb_moving_cells **out,
                                      struct lb_error *err);
void lb_moving_cells_destroy(struct lb_moving_cells *m); /* NULL is fine */

/* Before a step: makes the cells anew, if it is one of those that the motion says.  A look at
 * the flow before it still sees the cells as the step before had them. */
enum lb_status lb_moving_cells_renew(struct lb_moving_cells *m, struct lb_error *err);

/* Cells as they were after the step before the next one, whose populations are there already. */
enum lb_status lb_moving_cells_restore(struct lb_moving_cells *m, struct lb_error *err);

#endif
