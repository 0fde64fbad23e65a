/* bench_compare.h - the same points of two measurements beside each other: what became slower beyond
 * noise?
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_COMPARE_H
#define LB_BENCH_BENCH_COMPARE_H

#include <stdio.h>

#include "bench/bench_plan.h"
#include "bench/bench_record.h"
#include "opencl/device.h"

/* A loss up to this share is noise, however close the batches were. */
#define LB_BENCH_MIN_LOSS 0.03

struct lb_bench_pair {
    const struct lb_bench_record *old_record, *new_record; /* one of them NULL: only in the other */
    double ratio;                                          /* new median / old median */
    double noise; /* share of the old median that may be lost */
    bool is_loss; /* ratio < 1 - noise */
};

struct lb_bench_comparison {
    struct lb_bench_pair *pairs; /* in the order of the new file, then what only the old one has */
    size_t count, both, losses;
};

/* Whether both are figures of the same case on the same kind of device: platform, device, lattice,
 * collision, precision, shift, streaming, size, walls, and the lanes asked for.  Driver and version
 * may differ: they are what one compares.  Lines that do not say what was asked for are told apart by
 * the lanes in use. */
bool lb_bench_same_point(const struct lb_bench_record *a, const struct lb_bench_record *b);

/* Pairs every new figure with the first unpaired old one of the same point.  Borrows the records.
 * Skipped points are as good as absent. */
enum lb_status lb_bench_compare(const struct lb_bench_records *old_records,
                                const struct lb_bench_records *new_records, double min,
                                struct lb_bench_comparison *out, struct lb_error *err);
void lb_bench_comparison_free(struct lb_bench_comparison *c); /* harmless on {0} */

/* Before anything is measured: LB_STATUS_USAGE where no point of the plan can be one of the old figures, with the
 * command that measured them.  `devices` are those that the plan counts. */
enum lb_status lb_bench_check_old(const struct lb_bench_records *old_records,
                                  const struct lb_bench_plan *plan,
                                  const struct lb_device_info *devices, const char *path,
                                  struct lb_error *err);

/* A table, and a sentence at its end. */
void lb_bench_comparison_print(const struct lb_bench_comparison *c, FILE *out);

/* LB_STATUS_VERDICT where something was lost, or where no point is in both. */
enum lb_status lb_bench_comparison_verdict(const struct lb_bench_comparison *c,
                                           struct lb_error *err);

#endif
