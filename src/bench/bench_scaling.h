/* bench_scaling.h - how well parts work together: points of the same case in several numbers of parts.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_SCALING_H
#define LB_BENCH_BENCH_SCALING_H

#include "bench/bench_record.h"

/* Whether both are of the same case on the same kind of device with the same scaling, in whatever number of
 * parts: with weak scaling the boxes of their parts are the same, with strong scaling the whole ones. */
bool lb_bench_same_scaling(const struct lb_bench_record *a, const struct lb_bench_record *b);

/* Fills part_efficiency and few_parts of record n, if it is one in parts: its speed by parts over that of
 * the record with the fewest parts among those of the same scaling. */
void lb_bench_relate_parts(const struct lb_bench_records *all, size_t n);

#endif
