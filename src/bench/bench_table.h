/* bench_table.h - the order of points, and points as a text table and as CSV.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_TABLE_H
#define LB_BENCH_BENCH_TABLE_H

#include <stdio.h>

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

/* One row; the device and the headings above it where `before` (NULL: none) was another device. */
void lb_bench_print_row(FILE *out, const struct lb_bench_record *before,
                        const struct lb_bench_record *r);

/* The headings, and one point, skipped ones too.  Fields are empty where nothing is known. */
void lb_bench_csv_heading(FILE *out);
void lb_bench_csv_row(FILE *out, const struct lb_bench_record *r);

#endif
