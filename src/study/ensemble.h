/* ensemble.h - `sluice run raindrop runs=100`: the same case with other seeds, and statistics of
 * them all.  docs/ensembles.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_ENSEMBLE_H
#define LB_STUDY_ENSEMBLE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "run/options.h"

/* Whether a setup with an ensemble plan is asked for more than one run. */
bool lb_ensemble_has_runs(const struct lb_options *o);

/* The same, or for several formats: what `sluice run` makes an ensemble of. */
bool lb_ensemble_is_asked(const struct lb_options *o);

/* Runs them, each in a folder of its own inside of the output folder, which gets ensemble.json,
 * histogram.csv, results.csv and charts.  Where the output folder has an ensemble of the same case
 * already, what is finished there stays, what is not is done anew.  A failed verdict or a flow that
 * diverged does not end the ensemble, but its status is returned. */
enum lb_status lb_ensemble_command(const struct lb_options *o, FILE *out, struct lb_error *err);

#endif
