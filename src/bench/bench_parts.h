/* bench_parts.h - points whose box is cut among several devices: how many parts, and what the whole box is.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_PARTS_H
#define LB_BENCH_BENCH_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "case/lattice.h"

enum { LB_BENCH_MAX_PARTS = 64, LB_BENCH_SPLIT_SIZE = 16 };

struct lb_bench_parts {
    int count;    /* 0: not asked for, and the box is one device's */
    bool is_weak; /* the size asked for is that of a part, not of the whole box */
    char split
        [LB_BENCH_SPLIT_SIZE]; /* --split; "auto": by the model, or where it is weak in a row */
};

/* "1,2,4", from the fewest up, "weak" or "strong", and a list of as many splits, or one for all,
 * which NULL stands for: at most `max` items into `out`.  LB_STATUS_USAGE says which word is
 * wrong, and why. */
enum lb_status lb_bench_parts_parse(const char *counts, const char *scaling, const char *splits,
                                    struct lb_bench_parts *out, size_t max, size_t *count,
                                    struct lb_error *err);

/* `size` becomes that of the whole box, where it was that of the words; `grid`: parts along each
 * axis, `axes` as of lb_grid_read.  LB_STATUS_USAGE if it cannot be cut so. */
enum lb_status lb_bench_parts_cut(const struct lb_bench_parts *parts,
                                  const struct lb_lattice *lattice, unsigned axes, uint32_t size[3],
                                  int grid[3], struct lb_error *err);

/* "weak" or "strong". */
const char *lb_bench_scaling_name(const struct lb_bench_parts *parts);

#endif
