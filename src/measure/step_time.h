/* step_time.h - how long a device takes for some steps; what bench, roofline and tuning share.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_STEP_TIME_H
#define LB_MEASURE_STEP_TIME_H

#include <stdint.h>

#include "base/status.h"

struct lb_solver;

/* Enqueues the steps and waits for them once [s].  LB_STATUS_INTERRUPTED or _TERMINATED after a
 * signal (base/signals.h).  Collective where the solver joined others (solver/collective.h): the
 * slowest's time is all of theirs. */
enum lb_status lb_step_time(struct lb_solver *s, uint64_t steps, double *seconds,
                            struct lb_error *err);

/* How many steps last `seconds`, found by making some. */
enum lb_status lb_step_time_find(struct lb_solver *s, double seconds, uint64_t *steps,
                                 struct lb_error *err);

#endif
