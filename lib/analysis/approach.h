/* approach.h - how far a number that approaches its limit exponentially still has to go, with noise on it or without.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_APPROACH_H
#define LB_ANALYSIS_APPROACH_H

#include "analysis/signal.h"

/* What is left to the limit, relative to the last of `count` numbers taken at equal times, `stride` apart from
 * each other.  The last quarter of them and the quarter before say how fast the changes become smaller, by the
 * range of the numbers in each, as a number that turns back has no change where it turns.  Per quarter they
 * are taken to become smaller by a factor of 4 at most and of 0.9 at least: by noise, two ranges may be alike.
 * NaN: fewer than 12 numbers. */
double lb_approach_tail(const double *numbers, size_t count, size_t stride);

/* A limit, and how well it is known. */
struct lb_approach {
    double value;
    double
        error; /* 95 % of noise that lasts up to some ten numbers (of 25: 88 %), and the rest of the approach */
    double
        left; /* relative: what may be left, and where it is a mean its half-width, if that is more; NaN: fewer than
                   * 12 numbers */
    bool is_mean; /* the value is that of the last half, not the last number */
};

/* Of numbers without noise, the last one and its tail.  Of noisy ones the mean of the last half, where less is left to
 * that: by batch means, of 20 and of 5 batches (noise that lasts), and by the means of quarters, whose changes become
 * smaller as above.  The mean is found anew when the record is longer by an eighth or a sixteenth, not at each number:
 * of many looks one would be right by chance.  Until then it is that of `kept`, which begins as 0 and is of one record
 * that grows: it depends on the numbers alone. */
struct lb_approach_kept {
    size_t count; /* numbers that the mean was looked for in */
    struct lb_approach mean;
};
void lb_approach_find(const struct lb_signal *s, bool is_noisy, struct lb_approach_kept *kept,
                      struct lb_approach *out);

#endif
