/* batch_means.c - means of correlated records with their errors.
 * Sources: Law, Simulation Modeling and Analysis (2015), section 9.5; Abramowitz, Stegun, Handbook of
 * Mathematical Functions, 26.7.3 and 26.7.4 (Student's t).
 * SPDX-License-Identifier: MIT */
#include "analysis/batch_means.h"

#include <math.h>

static const double confidence = 0.95, drift_confidence = 0.99;
static const double half_turn = 3.14159265358979323846;

/* Chance of |t| below sqrt(freedom) tan(angle). */
static double student_within(double angle, size_t freedom)
{
    const double s = sin(angle), c = cos(angle);
    const bool odd = freedom % 2 == 1;
    double term = odd ? c : 1.0, sum = freedom > 1 ? term : 0.0;
    for (size_t n = odd ? 3 : 2; n < freedom; n += 2) {
        term *= c * c * (double)(n - 1) / (double)n;
        sum += term;
    }
    return odd ? (angle + s * sum) * 2.0 / half_turn : s * sum;
}

double lb_student_t(double probability, size_t freedom)
{
    double low = 0.0, high = 0.5 * half_turn;
    if (freedom == 0) return (double)NAN;
    for (int n = 0; n < 60; n++) {
        const double middle = 0.5 * (low + high);
        if (student_within(middle, freedom) < probability)
            low = middle;
        else
            high = middle;
    }
    return sqrt((double)freedom) * tan(0.5 * (low + high));
}

static double value_of(const struct lb_signal *s, size_t n)
{
    return s->y[n * s->stride];
}

static double mean_of(const struct lb_signal *s, size_t first, size_t count)
{
    double sum = 0.0;
    for (size_t n = first; n < first + count; n++)
        sum += value_of(s, n);
    return sum / (double)count;
}

/* As many as have their periods, down to the least. */
static size_t choose_batches(const struct lb_signal *s, double period)
{
    const double span = s->count > 1 ? (s->t[(s->count - 1) * s->stride] - s->t[0]) *
                                           (double)s->count / (double)(s->count - 1)
                                     : 0.0;
    size_t batches = LB_BATCHES;
    while (batches > LB_LEAST_BATCHES &&
           (span < (double)(batches * LB_PERIODS_PER_BATCH) * period || s->count < 2 * batches))
        batches--;
    return batches;
}

/* Whether the means of both halves differ by more than those of their batches scatter. */
static void look_for_drift(const double *means, size_t count, struct lb_batch_means *out)
{
    const size_t half = count / 2, late = count - half; /* one in the middle counts for neither */
    double sums[2] = {0.0, 0.0}, squares = 0.0;
    for (size_t n = 0; n < half; n++) {
        sums[0] += means[n] / (double)half;
        sums[1] += means[late + n] / (double)half;
    }
    for (size_t n = 0; n < half; n++)
        squares += (means[n] - sums[0]) * (means[n] - sums[0]) +
                   (means[late + n] - sums[1]) * (means[late + n] - sums[1]);
    const size_t freedom = 2 * half - 2;
    const double error = sqrt(squares / (double)freedom * 2.0 / (double)half);
    out->drift = sums[1] - sums[0];
    out->drifts = fabs(out->drift) > lb_student_t(drift_confidence, freedom) * error;
}

void lb_batch_means(const struct lb_signal *s, double period, struct lb_batch_means *out)
{
    double means[LB_BATCHES], squares = 0.0, scatter = 0.0;
    const size_t batches = choose_batches(s, period), length = s->count / batches;
    *out = (struct lb_batch_means){
        .mean = lb_signal_mean(s), .half_width = (double)NAN, .batches = batches, .is_short = true};
    if (length == 0) return;
    const size_t first = s->count - batches * length;
    out->mean = mean_of(s, first, batches * length);
    for (size_t n = first; n < s->count; n++)
        squares += (value_of(s, n) - out->mean) * (value_of(s, n) - out->mean);
    for (size_t b = 0; b < batches; b++) {
        means[b] = mean_of(s, first + b * length, length);
        scatter += (means[b] - out->mean) * (means[b] - out->mean);
    }
    out->rms = sqrt(squares / (double)(batches * length));
    if (s->count < 2 * batches) return;
    const double error = sqrt(scatter / (double)(batches - 1) / (double)batches);
    const double step = (s->t[(s->count - 1) * s->stride] - s->t[0]) / (double)(s->count - 1);
    out->half_width = lb_student_t(confidence, batches - 1) * error;
    out->periods = period > 0.0 ? step * (double)length / period : 0.0;
    out->is_short = period > 0.0 && out->periods < 0.99 * LB_PERIODS_PER_BATCH;
    look_for_drift(means, batches, out);
}
