/* read_bench.h - from the command line of `sluice bench` to what is measured.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CLI_READ_BENCH_H
#define LB_CLI_READ_BENCH_H

#include "bench/bench_request.h"
#include "cli/options.h"
#include "parameters/parameter.h"

/* Lattices, collisions, precisions, streamings, layouts and shifts; the other lists are empty. */
enum lb_status lb_bench_methods_read(const struct lb_options *o, struct lb_bench_plan *out,
                                     struct lb_error *err);

/* Reads every list, so that a wrong word is found before anything is measured.  A device named
 * twice is measured once. */
enum lb_status lb_bench_plan_read(const struct lb_options *o, const struct lb_values *v,
                                  const struct lb_device_info *devices, size_t device_count,
                                  struct lb_bench_plan *out, struct lb_error *err);

/* The same, and how it is measured.  Options and devices are borrowed. */
enum lb_status lb_bench_request_read(const struct lb_options *o, const struct lb_values *v,
                                     const struct lb_device_info *devices, size_t device_count,
                                     struct lb_bench_request *out, struct lb_error *err);

/* With parts=: the devices that parts share, as lb_device_choose_shared takes them; NULL: none are named. */
const char *lb_bench_device_words(const struct lb_options *o);

#endif
