/* sweep.h - `sluice run capsule capillary=0.05,0.1,0.2`: one run for each value, one table.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_SWEEP_H
#define LB_STUDY_SWEEP_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "run/options.h"

/* Whether a number of the setup, of the command line or else of the case file, was given as a list
 * on the command line. */
bool lb_sweep_is_asked(const struct lb_options *o);

/* Runs them in order, each in a folder KEY-VALUE of its own inside of the output folder, which
 * gets sweep.csv (all results) and sweep.json.  A failed verdict or a flow that diverged does not
 * end the sweep, but its status is returned. */
enum lb_status lb_sweep_command(const struct lb_options *o, FILE *out, struct lb_error *err);

#endif
