/* bench_report.h - measured points, of one machine or many, as one HTML page with figures.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_REPORT_H
#define LB_BENCH_BENCH_REPORT_H

#include <stdio.h>

#include "bench/bench_record.h"

/* Writes the page; sorts the records: the fastest device first, and in each device by lattice,
 * collision, walls and precision. */
enum lb_status lb_bench_report_write(FILE *out, struct lb_bench_records *records,
                                     struct lb_error *err);

#endif
