/* bench_request.h - a benchmark as it is requested: plain data.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_REQUEST_H
#define LB_BENCH_BENCH_REQUEST_H

#include "bench/bench_plan.h"
#include "measure/tune.h"
#include "run/reporting.h"
#include "solver/solver.h"

/* All that it points to is borrowed. */
struct lb_bench_request {
    struct lb_bench_plan plan;
    const struct lb_device_info *devices; /* that the plan's positions mean */
    size_t device_count;
    const char
        *device_words; /* with parts: which devices they share; NULL: those like the strongest */
    int batches, rounds;
    double seconds; /* least length of a batch */
    struct lb_kernel_places places;
    enum lb_tune_mode tune;
    struct lb_reporting reporting;
    const char *line; /* the command, kept with the figures */
};

#endif
