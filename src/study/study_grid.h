/* study_grid.h - the lists of a request as a grid: every combination is a run, the last list changes
 * fastest.  The order of the lists is that of the command line for numbers, then lattice,
 * collision, streaming, precision, rounding.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_STUDY_GRID_H
#define LB_STUDY_STUDY_GRID_H

#include "study/study.h"

/* The runs and the axes of the study, each run with a folder's name of its own; `with_formats`
 * false leaves precisions and roundings to what is done in a point.  LB_STATUS_USAGE if a list
 * is no list, or there are too many runs. */
enum lb_status lb_grid_plan(struct lb_study *s, const struct lb_study_request *request,
                            bool with_formats, struct lb_error *err);

/* Whether the cases are possible, before the first run. */
enum lb_status lb_grid_check_cases(const struct lb_study *s, struct lb_error *err);

/* "3 runs: radius = 3, 4, 5" on standard error, also where nothing else is said there: a decimal
 * comma makes two. */
void lb_grid_tell(const struct lb_study *s, const char *what);

/* "radius=3 precision=fp32/fp16s". */
void lb_grid_label(const struct lb_study *s, const struct lb_study_run *r,
                   char out[LB_STUDY_LABEL_SIZE]);

/* The name of a folder for runs in this format, without '/': "fp32-fp16s-no-shift-stochastic". */
void lb_grid_format_name(const struct lb_precision *precision, bool shift, char *out, size_t size);

/* observed_order.c: whether the study goes over the setup's resolution and the key has an exact value. */
bool lb_order_is_told(const struct lb_study *s, const char *key);

/* Of run n and the run before it that differs in nothing but its resolution: the logarithm of the
 * ratio of their errors over that of their resolutions; NaN where there is none. */
double lb_order_observed(const struct lb_study *s, size_t n, const char *key);

#endif
