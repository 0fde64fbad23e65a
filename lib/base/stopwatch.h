/* stopwatch.h - how fast the steps go: samples of MLUPs, and how many steps fit a moment.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_STOPWATCH_H
#define LB_BASE_STOPWATCH_H

#include <stdbool.h>
#include <stdint.h>

enum { LB_SPEED_SAMPLES = 1024 };

struct lb_speed { /* initialise with {.cells = n} */
    uint64_t cells;
    int begun;       /* first stretches, where drivers compile and allocate: not counted */
    bool is_settled; /* steps_per_second is no longer that of such stretches */
    uint64_t steps_open;
    double seconds_open; /* not yet a sample: too short to measure */
    double steps_per_second;
    double sample_seconds; /* least length of a sample; doubles when the samples run out */
    int count;
    double mlups[LB_SPEED_SAMPLES];
};

struct lb_speed_summary {
    double median, min, max; /* [MLUPs]; NaN if nothing was measured */
};

double lb_clock(void); /* [s], monotonic */

/* `steps` took `seconds` from enqueueing to the device's last word. */
void lb_speed_add(struct lb_speed *speed, uint64_t steps, double seconds);

/* Steps that take about `seconds`, at least 1; grows carefully from 1. */
uint64_t lb_speed_steps_for(const struct lb_speed *speed, double seconds);

struct lb_speed_summary lb_speed_summarise(const struct lb_speed *speed);

#endif
