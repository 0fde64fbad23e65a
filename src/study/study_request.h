/* study_request.h - several runs as they are requested: what they have in common, and what varies.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_STUDY_REQUEST_H
#define LB_STUDY_STUDY_REQUEST_H

#include <stddef.h>

#include "run/request.h"

enum { LB_STUDY_FORMATS = 64, LB_STUDY_VALUES = 64, LB_STUDY_WORD_SIZE = 64 };

struct lb_study_request {
    struct lb_run_request run; /* of all runs; in the first format */
    struct lb_precision formats[LB_STUDY_FORMATS];
    size_t format_count;
    bool shifts[2]; /* of a comparison */
    size_t shift_count;
    double tolerance;     /* of a comparison: how far results may be from the reference run's */
    const char *key;      /* the number that was given as a list; NULL: none */
    const char *list;     /* the values as they were given */
    const char *rounding; /* as it was given, or the default: a name, or a list of them */
    bool goes_on;         /* with the study of this plan in run.output, which was stopped */
};

#endif
