/* bench_command.h - `sluice bench`: how fast the step kernel is on a device, beside the device's
 * copy ceiling.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_BENCH_COMMAND_H
#define LB_RUN_BENCH_COMMAND_H

#include "base/status.h"

struct lb_options;

/* Lattice, collision and precision may be lists ("fp32,fp16s,fp16c"): every combination is
 * measured.
 * Values: size=N or NX,NY,NZ; seconds= per batch; batches=.  Prints a table, or one JSON object
 * per line; --output gets the lines as bench.jsonl.
 * A point whose flow is wrong fails with LB_STATUS_VERDICT and prints no figure. */
enum lb_status lb_bench_run(const struct lb_options *o, struct lb_error *err);

#endif
