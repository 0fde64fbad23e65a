/* studies.h - what makes many runs of one setup: `sluice compare`, and lists and runs= of
 * `sluice run`.  Each run has a folder of its own inside of the output folder.
 * LB_STATUS_INTERRUPTED and _TERMINATED where a signal stopped it, with what is there printed.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_STUDIES_H
#define LB_STUDY_STUDIES_H

#include <stdio.h>

#include "base/status.h"
#include "study/study_request.h"

/* Every number format, and which of them is enough: compare.csv and compare.json, and table or JSON
 * on `out`.  LB_STATUS_VERDICT if no format can be named. */
enum lb_status lb_compare(const struct lb_study_request *request, FILE *out, struct lb_error *err);

/* The case in the first format and what each format takes, or as one JSON object all cases. */
enum lb_status lb_compare_print_case(const struct lb_study_request *request, FILE *out,
                                     struct lb_error *err);

/* `sluice run capsule capillary=0.05,0.1,0.2`: one run for each value, in order, in folders
 * KEY-VALUE, sweep.csv (all results) and sweep.json.  A failed verdict or a flow that diverged does
 * not end the sweep, but its status is returned. */
enum lb_status lb_sweep(const struct lb_study_request *request, FILE *out, struct lb_error *err);

/* `sluice run raindrop runs=100`: the same case with other seeds, and statistics of them all
 * (docs/ensembles.md): ensemble.json, histogram.csv, results.csv and charts.  Where the output
 * folder has an ensemble of the same case already, what is finished there stays, what is not goes
 * on.  A failed verdict or a flow that diverged does not end the ensemble, but its status is
 * returned. */
enum lb_status lb_ensemble(const struct lb_study_request *request, FILE *out, struct lb_error *err);

#endif
