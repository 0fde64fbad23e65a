/* bench_chart.h - efficiency over the number of parts.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_CHART_H
#define LB_BENCH_BENCH_CHART_H

#include "bench/bench_record.h"

/* Writes scaling.png into the folder: a line for each case that was measured in several numbers of parts;
 * nothing where there is none, or no pictures can be made.  lb_bench_relate_parts has been through all. */
enum lb_status lb_bench_chart_write(const struct lb_bench_records *all, const char *folder,
                                    struct lb_error *err);

#endif
