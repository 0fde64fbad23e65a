/* twins.h - `sluice run SETUP --error-bars`: the case, and before it its twins: on coarser grids, in FP64,
 * at half the speed.  What the twins come to is in the case's run.json, summary and verdict.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TWINS_TWINS_H
#define LB_TWINS_TWINS_H

#include <stdio.h>

#include "base/status.h"
#include "study/study_request.h"

/* Each run has a folder inside of the output folder; the case's is "case".  Where a signal stopped it, the same
 * command in the same folder goes on.  LB_STATUS_USAGE if the setup has no resolution, or the case none on a
 * coarser grid. */
enum lb_status lb_run_with_twins(const struct lb_study_request *request, FILE *out,
                                 struct lb_error *err);

#endif
