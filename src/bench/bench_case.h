/* bench_case.h - the points of a benchmark without measuring them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_CASE_H
#define LB_BENCH_BENCH_CASE_H

#include <stdio.h>

#include "base/status.h"

#include "bench/bench_request.h"

/* For --print-case: what each point would take on its device and how it would lie there by the
 * rules, or why it would be skipped; as a table, or one JSON object per line. */
enum lb_status lb_bench_print_case(const struct lb_bench_request *request, FILE *out,
                                   struct lb_error *err);

#endif
