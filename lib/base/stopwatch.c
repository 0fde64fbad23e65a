/* stopwatch.c - collects samples long enough for the clock, and halves them when there are too many.
 * SPDX-License-Identifier: MIT */
#include "base/stopwatch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Even and odd steps may be different kernels. */
enum { NOT_COUNTED = 2 };
static const double shortest_sample = 0.02; /* [s] */

double lb_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double mlups_of(const struct lb_speed *speed, uint64_t steps, double seconds)
{
    return 1e-6 * (double)speed->cells * (double)steps / seconds;
}

/* Keeps every other sample, and makes the next ones twice as long. */
static void thin_out(struct lb_speed *speed)
{
    speed->count /= 2;
    for (size_t i = 0; i < (size_t)speed->count; i++)
        speed->mlups[i] = speed->mlups[2 * i];
    speed->sample_seconds *= 2.0;
}

void lb_speed_add(struct lb_speed *speed, uint64_t steps, double seconds)
{
    if (steps == 0 || !(seconds > 0.0)) return;
    if (speed->begun < NOT_COUNTED) {
        speed->begun++;
        speed->sample_seconds = shortest_sample;
        return;
    }
    double now = (double)steps / seconds;
    /* careful upwards: one lucky stretch must not make the next one endless */
    const double before = speed->steps_per_second, most = before > 0.0 ? 4.0 * before : now;
    speed->is_settled = speed->is_settled || (before > 0.0 && now <= most);
    speed->steps_per_second = fmin(now, most);
    speed->steps_open += steps;
    speed->seconds_open += seconds;
    if (speed->seconds_open < speed->sample_seconds) return;
    if (speed->count == LB_SPEED_SAMPLES) thin_out(speed);
    speed->mlups[speed->count++] = mlups_of(speed, speed->steps_open, speed->seconds_open);
    speed->steps_open = 0;
    speed->seconds_open = 0.0;
}

uint64_t lb_speed_steps_for(const struct lb_speed *speed, double seconds)
{
    double steps = floor(speed->steps_per_second * seconds);
    if (!(steps > 1.0)) return 1;
    return steps < 1e9 ? (uint64_t)steps : 1000000000U;
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct lb_speed_summary lb_speed_summarise(const struct lb_speed *speed)
{
    double sorted[LB_SPEED_SAMPLES];
    int count = speed->count;
    memcpy(sorted, speed->mlups, sizeof sorted);
    if (count == 0 && speed->seconds_open > 0.0) /* a short run: better than nothing */
        sorted[count++] = mlups_of(speed, speed->steps_open, speed->seconds_open);
    if (count == 0) return (struct lb_speed_summary){nan(""), nan(""), nan("")};
    qsort(sorted, (size_t)count, sizeof sorted[0], compare);
    double median = 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]);
    return (struct lb_speed_summary){median, sorted[0], sorted[count - 1]};
}
