/* signal.h - small numerics on recorded series: line fit, crossings, periods, median.  Pure
 * functions.
 * Series are given as pointer and stride, so that a column of a table can be passed as it lies.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_SIGNAL_H
#define LB_ANALYSIS_SIGNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/table.h"

/* `count` samples y over increasing t; consecutive numbers are `stride` apart. */
struct lb_signal {
    const double *t, *y;
    size_t count;
    size_t stride;
};

/* Column y over column t of a table, from row `first` on. */
struct lb_signal lb_signal_of_table(const struct lb_table *table, size_t t, size_t y, size_t first);

/* At time t, on straight lines between the samples: NaN behind the last. */
double lb_signal_at(const struct lb_signal *s, double t);

struct lb_line {
    double slope;
    double intercept; /* at t = 0 */
    double residual;  /* root mean square distance of the samples */
};

/* Least squares.  False if the samples do not determine a line. */
bool lb_signal_fit_line(const struct lb_signal *s, struct lb_line *out);

/* Arithmetic mean; 0 if there is no sample. */
double lb_signal_mean(const struct lb_signal *s);

/* Mean over the time from `from` to `to`, with straight lines between the samples: whole periods of
 * an oscillation need not begin and end at a sample.  NaN if the samples do not cover that time. */
double lb_signal_mean_between(const struct lb_signal *s, double from, double to);

/* Half the distance of the largest and the smallest sample; 0 if there is no sample. */
double lb_signal_half_range(const struct lb_signal *s);

/* Median of `count` numbers (mean of the middle two where even), which it sorts; 0 if there is
 * none. */
double lb_signal_median(double *numbers, size_t count);

/* Times at which the series rises through `level`, linearly interpolated, into `out` (at most
 * `capacity`).
 * A rise counts from below level - band to above level + band only, so that noise does not. */
size_t lb_signal_rises(const struct lb_signal *s, double level, double band, double *out,
                       size_t capacity);

struct lb_period {
    size_t count; /* whole periods between the first and the last time */
    double mean;
    double scatter; /* standard deviation of the single periods; 0 if there is one */
};

/* From `count` increasing times.  False if there are fewer than two. */
bool lb_signal_period(const double *times, size_t count, struct lb_period *out);

/* Half of peak to peak, averaged over the spans between consecutive `times`; 0 if there is no
 * span. */
double lb_signal_amplitude(const struct lb_signal *s, const double *times, size_t count);

#endif
