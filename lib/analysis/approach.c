/* approach.c - the tail of an exponential approach.
 * Source of checks that become rarer with the length of the record: Law, Carson, Oper. Res. 27, 1011 (1979).
 * SPDX-License-Identifier: MIT */
#include "analysis/approach.h"

#include <math.h>

#include "analysis/batch_means.h"

enum { FEWEST = 12, FEWEST_OF_MEAN = 80 }; /* the second: 20 batches of 2 in the last half */
static const double fastest = 0.25, slowest = 0.9;

static double range(const double *numbers, size_t begin, size_t end, size_t stride)
{
    double low = numbers[begin * stride], high = low;
    for (size_t n = begin; n <= end; n++) {
        low = fmin(low, numbers[n * stride]);
        high = fmax(high, numbers[n * stride]);
    }
    return high - low;
}

/* By how much changes become smaller from one quarter to the next. */
static double share_of(double now, double before)
{
    return before > 0.0 ? fmin(fmax(now / before, fastest), slowest) : slowest;
}

double lb_approach_tail(const double *numbers, size_t count, size_t stride)
{
    if (count < FEWEST) return nan("");
    const size_t quarter = count / 4, last = count - 1;
    const double before = range(numbers, last - 2 * quarter, last - quarter, stride),
                 now = range(numbers, last - quarter, last, stride);
    const double share = share_of(now, before);
    return now * share / (1.0 - share) / fabs(numbers[last * stride]);
}

/* The length of the record at the last look at its mean. */
static size_t last_check(size_t count)
{
    size_t apart = 1;
    while (apart <= count / 16)
        apart *= 2;
    return count - count % apart;
}

static struct lb_signal part_of(const struct lb_signal *s, size_t begin, size_t count)
{
    return (struct lb_signal){s->t + begin * s->stride, s->y + begin * s->stride, count, s->stride};
}

static double mean_of(const struct lb_signal *s, size_t begin, size_t count)
{
    const struct lb_signal part = part_of(s, begin, count);
    return lb_signal_mean(&part);
}

/* Noise that lasts as long as a batch of 20 is that of a batch of 5. */
static double half_width_of(const struct lb_signal *s)
{
    const double span = s->t[(s->count - 1) * s->stride] - s->t[0];
    struct lb_batch_means many, few;
    lb_batch_means(s, 0.0, &many);
    lb_batch_means(s, span / LB_PERIODS_PER_BATCH / LB_LEAST_BATCHES, &few);
    return fmax(many.half_width, few.half_width);
}

/* The mean of two quarters with the changes D from the first to the second, which become smaller by a factor of share
 * from quarter to quarter, is D (1 + share) / 2 / (1 - share) behind the limit. */
static void find_mean(const struct lb_signal *s, struct lb_approach *out)
{
    const size_t quarter = s->count / 4, last = s->count - quarter;
    const double newest = mean_of(s, last, quarter), middle = mean_of(s, last - quarter, quarter),
                 now = fabs(newest - middle),
                 before = fabs(middle - mean_of(s, last - 2 * quarter, quarter));
    const double share = share_of(now, before), rest = now * (1.0 + share) / 2.0 / (1.0 - share);
    const struct lb_signal half = part_of(s, last - quarter, 2 * quarter);
    const double half_width = half_width_of(&half);
    out->value = 0.5 * (newest + middle);
    out->error = half_width + rest;
    out->left = fmax(half_width, rest) / fabs(out->value);
    out->is_mean = true;
}

void lb_approach_find(const struct lb_signal *s, bool is_noisy, struct lb_approach_kept *kept,
                      struct lb_approach *out)
{
    const size_t last = s->count - 1;
    *out = (struct lb_approach){.left = lb_approach_tail(s->y, s->count, s->stride)};
    if (s->count < FEWEST) return;
    out->value = s->y[last * s->stride];
    out->error = out->left * fabs(out->value) + range(s->y, last - s->count / 4, last, s->stride);
    if (!is_noisy || s->count < FEWEST_OF_MEAN) return;
    const struct lb_signal looked_at = part_of(s, 0, last_check(s->count));
    if (looked_at.count != kept->count) find_mean(&looked_at, &kept->mean);
    kept->count = looked_at.count;
    if (kept->mean.left < out->left) *out = kept->mean;
}
