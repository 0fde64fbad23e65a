/* sweep.h - `sluice run capsule capillary=0.05,0.1,0.2`: one run for each value, one table.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_SWEEP_H
#define LB_STUDY_SWEEP_H

#include <stdio.h>

#include "base/status.h"
#include "study/study_request.h"

/* Runs them in order, each in a folder KEY-VALUE of its own inside of the output folder, which
 * gets sweep.csv (all results) and sweep.json.  A failed verdict or a flow that diverged does not
 * end the sweep, but its status is returned. */
enum lb_status lb_sweep(const struct lb_study_request *request, FILE *out, struct lb_error *err);

#endif
