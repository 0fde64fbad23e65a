/* bench_order.h - inside of the report: which device is which, and what stands before what.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_ORDER_H
#define LB_BENCH_BENCH_ORDER_H

#include "bench/bench_record.h"

/* The same device of the same host with the same driver. */
bool lb_bench_same_device(const struct lb_bench_record *a, const struct lb_bench_record *b);

/* The same lattice, collision operator and walls: what stands in one group of bars. */
bool lb_bench_same_model(const struct lb_bench_record *a, const struct lb_bench_record *b);

/* Position of the storage format of "fp32/fp16c" in lb_number_formats; their number where it is
 * none. */
int lb_bench_format_position(const struct lb_bench_record *r);

/* Devices by their fastest point, then lattice, collision, walls, precision, larger boxes first,
 * streaming, shift, lanes; in the order of the tables where there is one. */
enum lb_status lb_bench_sort(struct lb_bench_records *records, struct lb_error *err);

#endif
