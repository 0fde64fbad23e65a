/* signal.c - small numerics on recorded series.
 * SPDX-License-Identifier: MIT */
#include "analysis/signal.h"

#include <math.h>
#include <stdlib.h>

static double time_of(const struct lb_signal *s, size_t i)
{
    return s->t[i * s->stride];
}

static double value_of(const struct lb_signal *s, size_t i)
{
    return s->y[i * s->stride];
}

struct lb_signal lb_signal_of_table(const struct lb_table *table, size_t t, size_t y, size_t first)
{
    if (first >= table->rows) return (struct lb_signal){.stride = table->columns};
    const double *row = table->numbers + first * table->columns;
    return (struct lb_signal){row + t, row + y, table->rows - first, table->columns};
}

double lb_signal_at(const struct lb_signal *s, double t)
{
    for (size_t i = 1; i < s->count; i++) {
        const size_t here = i * s->stride, before = here - s->stride;
        if (s->t[here] < t) continue;
        const double part = (t - s->t[before]) / (s->t[here] - s->t[before]);
        return s->y[before] + part * (s->y[here] - s->y[before]);
    }
    return (double)NAN;
}

bool lb_signal_fit_line(const struct lb_signal *s, struct lb_line *out)
{
    if (s->count < 2) return false;
    const double n = (double)s->count;
    double t_mean = 0.0, y_mean = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        t_mean += time_of(s, i) / n;
        y_mean += value_of(s, i) / n;
    }
    /* Sums about the means: the plain sums of squares cancel for late, narrow windows. */
    double tt = 0.0, ty = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        const double dt = time_of(s, i) - t_mean;
        tt += dt * dt;
        ty += dt * (value_of(s, i) - y_mean);
    }
    if (!(tt > 0.0)) return false;
    out->slope = ty / tt;
    out->intercept = y_mean - out->slope * t_mean;
    double squares = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        const double d = value_of(s, i) - out->intercept - out->slope * time_of(s, i);
        squares += d * d;
    }
    out->residual = sqrt(squares / n);
    return true;
}

double lb_signal_mean(const struct lb_signal *s)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->count; i++)
        sum += value_of(s, i);
    return s->count > 0 ? sum / (double)s->count : 0.0;
}

double lb_signal_mean_between(const struct lb_signal *s, double from, double to)
{
    double integral = 0.0;
    if (s->count < 2 || !(from < to) || from < time_of(s, 0) || to > time_of(s, s->count - 1))
        return nan("");
    for (size_t i = 1; i < s->count; i++) {
        const double t = time_of(s, i - 1), step = time_of(s, i) - t;
        const double begin = fmax(t, from), end = fmin(t + step, to);
        if (!(begin < end)) continue;
        const double y = value_of(s, i - 1), slope = (value_of(s, i) - y) / step;
        integral += (end - begin) * (y + slope * (0.5 * (begin + end) - t));
    }
    return integral / (to - from);
}

double lb_signal_half_range(const struct lb_signal *s)
{
    if (s->count == 0) return 0.0;
    double min = value_of(s, 0), max = min;
    for (size_t i = 1; i < s->count; i++) {
        min = fmin(min, value_of(s, i));
        max = fmax(max, value_of(s, i));
    }
    return 0.5 * (max - min);
}

static int compare_numbers(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double lb_signal_median(double *numbers, size_t count)
{
    if (count == 0) return 0.0;
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    const size_t middle = count / 2;
    return count % 2 == 1 ? numbers[middle] : 0.5 * (numbers[middle - 1] + numbers[middle]);
}

size_t lb_signal_rises(const struct lb_signal *s, double level, double band, double *out,
                       size_t capacity)
{
    size_t found = 0;
    bool was_below = false; /* since the last rise, below the band */
    bool has_rise = false;  /* a rise that the band has not confirmed yet */
    double rise = 0.0;
    for (size_t i = 0; i < s->count && found < capacity; i++) {
        const double y = value_of(s, i) - level;
        if (was_below && i > 0) {
            const double before = value_of(s, i - 1) - level;
            if (before <= 0.0 && y > 0.0) {
                const double t = time_of(s, i - 1);
                rise = t + (time_of(s, i) - t) * (-before / (y - before));
                has_rise = true;
            }
        }
        if (has_rise && y >= band) {
            out[found++] = rise;
            was_below = has_rise = false;
        }
        if (y < 0.0 && y <= -band) was_below = true;
    }
    return found;
}

bool lb_signal_period(const double *times, size_t count, struct lb_period *out)
{
    if (count < 2) return false;
    out->count = count - 1;
    out->mean = (times[count - 1] - times[0]) / (double)out->count;
    double squares = 0.0;
    for (size_t i = 1; i < count; i++) {
        const double d = times[i] - times[i - 1] - out->mean;
        squares += d * d;
    }
    out->scatter = out->count > 1 ? sqrt(squares / (double)(out->count - 1)) : 0.0;
    return true;
}

double lb_signal_amplitude(const struct lb_signal *s, const double *times, size_t count)
{
    if (count < 2) return 0.0;
    double sum = 0.0;
    size_t first = 0;
    for (size_t span = 0; span + 1 < count; span++) {
        while (first < s->count && time_of(s, first) < times[span])
            first++;
        size_t end = first;
        while (end < s->count && time_of(s, end) < times[span + 1])
            end++;
        const size_t offset = first * s->stride;
        if (end > first) {
            const struct lb_signal part = {s->t + offset, s->y + offset, end - first, s->stride};
            sum += lb_signal_half_range(&part);
        }
        first = end;
    }
    return sum / (double)(count - 1);
}
