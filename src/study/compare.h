/* compare.h - `sluice compare`: one setup in every number format, and which of them is enough.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_COMPARE_H
#define LB_STUDY_COMPARE_H

#include <stdio.h>

#include "base/status.h"
#include "study/study_request.h"

/* Runs the setup once in each format, writes a folder with one subfolder per run, compare.csv and
 * compare.json, and prints table or JSON on `out`.  LB_STATUS_VERDICT where no format can be named;
 * _INTERRUPTED and _TERMINATED where a signal stopped it, with what is there printed. */
enum lb_status lb_compare(const struct lb_study_request *request, FILE *out, struct lb_error *err);

/* The case in the first format and what each format takes, or as one JSON object all cases. */
enum lb_status lb_compare_print_case(const struct lb_study_request *request, FILE *out,
                                     struct lb_error *err);

#endif
