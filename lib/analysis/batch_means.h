/* batch_means.h - the mean of a record whose samples depend on each other, and how far it may be off: the
 * means of batches that are long beside that dependence are as good as independent.  Pure
 * functions.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_BATCH_MEANS_H
#define LB_ANALYSIS_BATCH_MEANS_H

#include "analysis/signal.h"

enum {
    LB_BATCHES = 20,         /* unless the record is too short for so many */
    LB_LEAST_BATCHES = 5,    /* fewer say nothing about the error */
    LB_PERIODS_PER_BATCH = 3 /* at least: else a batch's mean is that of the phase it begins at */
};

struct lb_batch_means {
    double mean;
    double half_width; /* of the 95 % interval, by Student's t; NaN if there are too few samples */
    double rms;        /* of the samples about their mean */
    size_t batches;    /* of equal length; samples left over at the beginning do not count */
    double periods;    /* in each batch; 0 if none is known */
    bool is_short;     /* batches of fewer periods than wanted, or too few samples: not reliable */
    double drift;      /* mean of the second half less that of the first */
    bool drifts;       /* by more than chance does once in a hundred records */
};

/* Of samples at equal distances; `period` is that of an oscillation in them, 0 if there is none. */
void lb_batch_means(const struct lb_signal *s, double period, struct lb_batch_means *out);

/* The t that Student's distribution of so many degrees of freedom exceeds in magnitude with a
 * chance of 1 - `probability`. */
double lb_student_t(double probability, size_t freedom);

#endif
