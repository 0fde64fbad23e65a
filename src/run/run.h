/* run.h - one run, from what was asked for to its verdict.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_RUN_H
#define LB_RUN_RUN_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "run/outcome.h"
#include "parameters/parameter.h"

struct cJSON;
struct lb_run;
struct lb_run_request;

/* The parameters every setup has; ends with a NULL name. */
const struct lb_parameter *lb_common_parameters(void);

/* The case that is asked for, checked; what the request points to is borrowed. */
enum lb_status lb_run_create(const struct lb_run_request *request, struct lb_run **out,
                             struct lb_error *err);
enum lb_status lb_run_execute(struct lb_run *run, struct lb_error *err);
/* Whether it is only looked at, as steps=0 asks for. */
bool lb_run_only_looks(const struct lb_run_request *request);
/* Whether --live did so to the end: if it cannot it has said why. */
bool lb_run_shows_flow(const struct lb_run *run);
void lb_run_destroy(struct lb_run *run); /* NULL is allowed */

/* --- of a case, run or not --- */

void lb_run_print_case(const struct lb_run *run, FILE *out);
/* Of the device's memory; before it is opened as on a GPU. */
double lb_run_bytes_per_cell(const struct lb_run *run);
/* One JSON object (schema sluice.case/1); caller frees with free(). */
enum lb_status lb_run_case_json(const struct lb_run *run, char **out, struct lb_error *err);
/* What the case is, without how it is computed and written: runs in other formats and with other
 * files have the same.  Caller frees with cJSON_Delete(); NULL: no memory. */
struct cJSON *lb_run_identity(const struct lb_run *run);

/* --- of a run that was executed --- */

/* How it ended: LB_STATUS_OK, _VERDICT, _DIVERGED, _INTERRUPTED, _TERMINATED. */
enum lb_status lb_run_status(const struct lb_run *run, struct lb_error *err);
/* Whether there is something worth printing although it failed. */
bool lb_run_has_results(const struct lb_run *run);
/* Once: the curve moves. */
enum lb_status lb_run_take_outcome(struct lb_run *run, struct lb_run_outcome *out,
                                   struct lb_error *err);
void lb_run_print_summary(const struct lb_run *run, FILE *out);
void lb_run_print_verdicts(const struct lb_run *run, FILE *out); /* its last lines */
/* The object of run.json; caller frees with free(). */
enum lb_status lb_run_json(const struct lb_run *run, char **out, struct lb_error *err);
/* Whether that object, which may be NULL, is of a run that came to its end; a look is none. */
bool lb_run_json_is_of_end(const struct cJSON *json);

#endif
