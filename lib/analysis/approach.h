/* approach.h - how far a number that approaches its limit exponentially still has to go.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_APPROACH_H
#define LB_ANALYSIS_APPROACH_H

#include <stddef.h>

/* What is left to the limit, relative to the last of `count` numbers taken at equal times, `stride` apart from
 * each other.  The last quarter of them and the quarter before say how fast the changes become smaller, by the
 * range of the numbers in each, as a number that turns back has no change where it turns.  Per quarter they
 * are taken to become smaller by a factor of 4 at most and of 0.9 at least: by noise, two ranges may be alike.
 * NaN: fewer than 12 numbers. */
double lb_approach_tail(const double *numbers, size_t count, size_t stride);

#endif
