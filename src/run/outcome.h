/* outcome.h - what came of one run, as plain data: it outlives the run.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_OUTCOME_H
#define LB_RUN_OUTCOME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "setup/run_end.h"

enum { LB_RUN_MAX_RESULTS = 768, LB_RUN_NAME_SIZE = 64, LB_RUN_FAILURE_SIZE = 512 };

struct lb_run_value {
    char name[LB_RUN_NAME_SIZE];
    char unit[24];
    double value;
};

struct lb_run_check {
    char name[LB_RUN_NAME_SIZE];
    double measured, expected, tolerance;
    bool at_least; /* `expected` bounds `measured` from below only */
    bool at_most;  /* `expected` and `tolerance` bound `measured` from above only */
    bool pass;
    bool is_bookkeeping; /* says that mass or volume is kept, and nothing of the physics */
    bool is_range;       /* anything within `tolerance` of `expected` is right */
    bool is_by_bar;      /* `tolerance` is the error bar of `measured` */
};

/* "done", "diverged", ... as in run.json. */
const char *lb_run_end_name(enum lb_run_end end);

struct lb_run_outcome {
    enum lb_run_end end;
    char failure[LB_RUN_FAILURE_SIZE]; /* why it ended or what is missing, where that needs words */
    struct lb_run_value results[LB_RUN_MAX_RESULTS];
    int result_count;
    bool has_verdict;            /* its physics was judged, or a check failed */
    struct lb_run_check verdict; /* the first that failed, else the first */
    double *curve;               /* of the setup, owned; NULL if there is none */
    size_t curve_count;
    bool format_is_coarse; /* the run warned of it */
    uint64_t steps, steps_planned, device_bytes;
    double mlups; /* median; NaN: too short to measure */
    double bytes_per_cell;
    char *json; /* the whole object of run.json, owned */
};

/* NULL if there is no such result; a name that is NULL is none. */
const struct lb_run_value *lb_run_value_named(const struct lb_run_value *values, int count,
                                              const char *name);

/* NaN if there is no such result; NULL is none. */
double lb_run_outcome_result(const struct lb_run_outcome *o, const char *name);

void lb_run_outcome_free(struct lb_run_outcome *o); /* harmless on {0} */

#endif
