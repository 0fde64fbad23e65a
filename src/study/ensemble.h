/* ensemble.h - `sluice run raindrop runs=100`: the same case with other seeds, and statistics of
 * them all.  docs/ensembles.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_ENSEMBLE_H
#define LB_STUDY_ENSEMBLE_H

#include <stdio.h>

#include "base/status.h"
#include "study/study_request.h"

/* Runs them, each in a folder of its own inside of the output folder, which gets ensemble.json,
 * histogram.csv, results.csv and charts.  Where the output folder has an ensemble of the same case
 * already, what is finished there stays, what is not is done anew.  A failed verdict or a flow that
 * diverged does not end the ensemble, but its status is returned. */
enum lb_status lb_ensemble(const struct lb_study_request *request, FILE *out, struct lb_error *err);

#endif
