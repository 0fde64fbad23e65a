/* bench_parts_command.h - bench with parts=: who measures which number of them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_BENCH_PARTS_COMMAND_H
#define LB_COMMANDS_BENCH_PARTS_COMMAND_H

#include "bench/bench_sweep.h"
#include "cli/options.h"
#include "process/process.h"

/* Whether the request is for several processes that nobody has started yet. */
bool lb_bench_starts_parts(const struct lb_bench_request *request);

/* Starts this program anew for each number of parts, one after the other, and takes the lines of
 * their points as they come; as lb_bench_sweep. */
enum lb_status lb_bench_measure_parts(const struct lb_options *o,
                                      const struct lb_bench_request *request, lb_process_line *take,
                                      void *context, struct lb_error *err);

/* LB_STATUS_USAGE if a launcher started another number of processes than parts are asked for. */
enum lb_status lb_bench_check_ranks(const struct lb_bench_request *request, struct lb_error *err);

#endif
