/* bench_sweep.h - goes through all points of a plan, device after device.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_SWEEP_H
#define LB_BENCH_BENCH_SWEEP_H

#include <stdio.h>

#include "bench/bench_record.h"
#include "bench/bench_request.h"

/* Takes every point as soon as its last round is there, skipped ones too. */
typedef enum lb_status lb_bench_take(void *context, const struct lb_bench_record *r,
                                     struct lb_error *err);

/* Progress goes to standard error.  A point that fails does not end the sweep: the first failure is
 * returned at its end.  Of several rounds those before the failure stay, unless the flow was wrong.
 * LB_STATUS_DEVICE if every point was skipped; a signal ends the sweep after the batch, and the
 * rounds until then are taken. */
enum lb_status lb_bench_sweep(const struct lb_bench_request *request, lb_bench_take *take,
                              void *context, struct lb_error *err);

/* For --print-case, without measuring: what each point would take on its device and how it would
 * lie there by the rules, or why it would be skipped; as a table, or one JSON object per line. */
enum lb_status lb_bench_print_case(const struct lb_bench_request *request, FILE *out,
                                   struct lb_error *err);

#endif
