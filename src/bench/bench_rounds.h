/* bench_rounds.h - one point measured several times, with all the others in between.
 *
 * What else a machine does comes and goes, so points measured one after the other cannot be told
 * apart by less than that.  The rounds of a sweep measure all points each, and two points are
 * compared within a round.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_ROUNDS_H
#define LB_BENCH_BENCH_ROUNDS_H

#include "bench/bench_record.h"

/* Initialise with {0}. */
struct lb_bench_rounds {
    int count;                     /* of rounds with a figure */
    struct lb_bench_record record; /* of all of them; of none: the case */
    double efficiency[LB_BENCH_MAX_ROUNDS], ceiling[LB_BENCH_MAX_ROUNDS], copy[LB_BENCH_MAX_ROUNDS],
        planes[LB_BENCH_MAX_ROUNDS];
};

/* Adds a round; beyond LB_BENCH_MAX_ROUNDS it is left out.  Speed, bandwidth, ceilings and share
 * are then medians of the rounds, least and most those of all batches, the flow's deviation the
 * largest.  All else (machine, time, case, layout, steps, bytes) stays that of the first. */
void lb_bench_rounds_add(struct lb_bench_rounds *all, const struct lb_bench_record *latest);

/* Fills over_first and first: r's speed over that of `first` in the same round, for the rounds that
 * both have.  Less than two of them, or no first (NULL), make no ratio. */
void lb_bench_rounds_relate(struct lb_bench_record *r, const struct lb_bench_record *first);

/* Fills over_uncut likewise: the median over the rounds. */
void lb_bench_rounds_relate_uncut(struct lb_bench_record *r, const struct lb_bench_record *uncut);

#endif
