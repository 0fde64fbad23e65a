/* compare_choice.h - the rules of a comparison: deviations, phase shifts, which format is enough. 
 * Pure functions.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_COMPARE_CHOICE_H
#define LB_STUDY_COMPARE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/speed_rounds.h"
#include "run/setup.h"

/* How far `value` is from the reference run's; NaN if either is not finite. */
double lb_compare_deviation(enum lb_key_kind kind, double value, double reference);

/* How far the numbers of one curve are from those of another, in their own unit. */
struct lb_curve_deviation {
    double rms, max; /* NaN if the curves cannot be compared */
};
struct lb_curve_deviation lb_compare_curves(const double *curve, size_t count,
                                            const double *reference, size_t reference_count);

/* In periods of the reference, from -1/2 to 1/2, later is positive; NaN without a period. */
double lb_compare_phase_shift(double time, double reference_time, double reference_period);

struct lb_candidate {
    bool is_done;     /* ran to its end */
    bool has_verdict; /* something it could be compared with */
    bool passes;
    bool is_coarse; /* its run warned that the format is coarse for the flow */
    /* ended at the last one that was planned, and not where its setup stopped it: in a steady flow, or
     * with a mean that is known */
    bool used_all_steps;
    double deviation; /* the largest of its key results from the reference run's; NaN: unknown */
    double bytes_per_cell;        /* on the device */
    const void *storage;          /* the same: only rounding or shift differ */
    struct lb_speed_rounds speed; /* none: not measured */
};

/* Speeds that differ by no more than this, or by no more than is known, are equal. */
#define LB_COMPARE_SPEED_ALIKE 0.05
/* So much of the speed is given for another rounding of the same format that is closer, or for a
 * format so many times closer.  On a CPU roundings differ by 10 to 25 %: with less than that,
 * what else the machine does would decide. */
#define LB_COMPARE_SPEED_SPARED (1.0 / 3.0)
#define LB_COMPARE_MUCH_CLOSER 10.0

/* Whether there is doubt of it whatever its results: it is coarse, or used all steps where the
 * reference did not. */
bool lb_compare_is_doubtful(const struct lb_candidate *c, const struct lb_candidate *reference);

/* Whether accuracy lets it be chosen: it ran to its end, passes its verdict (where the reference
 * run has none, fails none) and deviates by no more than `tolerance`. */
bool lb_compare_is_accurate(const struct lb_candidate *c, const struct lb_candidate *reference,
                            double tolerance);

/* Accurate, and not doubtful. */
bool lb_compare_is_trusted(const struct lb_candidate *c, const struct lb_candidate *reference,
                           double tolerance);

/* -1: slower than `b` by more than `alike` beyond doubt, 1: faster, 0: equal or not known. */
int lb_compare_speeds(const struct lb_candidate *a, const struct lb_candidate *b, double alike);

/* Of those that are trusted the fastest; of equally fast ones the one with the fewest bytes per
 * cell; or what is no larger and closer, and as fast or worth the speed that it costs.  -1 if
 * there is none. */
int lb_compare_choose(const struct lb_candidate *candidates, size_t count, size_t reference,
                      double tolerance);

/* Of those that are trusted the one with the fewest bytes per cell, whatever its speed; the
 * closest of these.  -1 likewise. */
int lb_compare_smallest(const struct lb_candidate *candidates, size_t count, size_t reference,
                        double tolerance);

#endif
