/* bench_table.h - points as a text table and as CSV.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_TABLE_H
#define LB_BENCH_BENCH_TABLE_H

#include <stdio.h>

#include "bench/bench_record.h"

/* The same device of the same host with the same driver. */
bool lb_bench_same_device(const struct lb_bench_record *a, const struct lb_bench_record *b);

/* One row; the device and the headings above it where `before` (NULL: none) was another device. */
void lb_bench_print_row(FILE *out, const struct lb_bench_record *before,
                        const struct lb_bench_record *r);

/* The headings, and one point, skipped ones too.  Fields are empty where nothing is known.  The row
 * fails without memory only. */
void lb_bench_csv_heading(FILE *out);
enum lb_status lb_bench_csv_row(FILE *out, const struct lb_bench_record *r, struct lb_error *err);

#endif
