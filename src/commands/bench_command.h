/* bench_command.h - `sluice bench`: how fast the step kernel is on devices, beside each device's copy
 * ceiling.
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_BENCH_COMMAND_H
#define LB_COMMANDS_BENCH_COMMAND_H

#include "base/status.h"

struct lb_options;

/* Measures every combination of the lists that were given (bench_plan.h), or reads files of earlier
 * points, and prints, writes and compares them as asked.
 * Prints a table, CSV, or one JSON object per line; --output gets bench.jsonl and
 * bench.csv.
 * A point whose flow is wrong fails with LB_STATUS_VERDICT and prints no figure; so does a loss of
 * speed that --compare finds.  The other points are measured all the same. */
enum lb_status lb_bench_run(const struct lb_options *o, struct lb_error *err);

#endif
