/* run.h - one run, from what was asked for to its verdict.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_RUN_H
#define LB_RUN_RUN_H

#include "base/status.h"
#include "run/parameter.h"

struct lb_options;
struct lb_run;

/* The parameters every setup has; ends with a NULL name. */
extern const struct lb_parameter lb_common_parameters[];

/* Options are borrowed. */
enum lb_status lb_run_create(const struct lb_options *o, struct lb_run **out, struct lb_error *err);
enum lb_status lb_run_execute(struct lb_run *run, struct lb_error *err);
void lb_run_destroy(struct lb_run *run); /* NULL is fine */

#endif
