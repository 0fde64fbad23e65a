/* mean_samples.h - how many samples a mean over time has.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_MEAN_SAMPLES_H
#define LB_SETUPS_MEAN_SAMPLES_H

#include "run/setup.h"

/* Samples are at steps that are multiples of `every`, from `begin` lengths of `length` steps on. */
struct lb_mean_times {
    const char *key; /* "mean.skip", for a sentence */
    double begin, length;
    uint64_t every;
};

/* Those of a run of so many steps, whose state at step 0 is none. */
uint64_t lb_mean_samples(const struct lb_mean_times *t, uint64_t steps);

/* The fact `mean_samples_at_most`, and a note where they are fewer than two. */
void lb_plan_add_mean(struct lb_plan *plan, const struct lb_mean_times *t, uint64_t steps);

#endif
