/* mean_samples.c - how many samples a mean over time has, told before the run.
 * SPDX-License-Identifier: MIT */
#include "mean_samples.h"

#include <math.h>
#include <stdio.h>

uint64_t lb_mean_samples(const struct lb_mean_times *t, uint64_t steps)
{
    const uint64_t begin = (uint64_t)fmax(1.0, ceil(t->begin * t->length));
    const uint64_t before = (begin - 1) / t->every, all = steps / t->every;
    return all > before ? all - before : 0;
}

void lb_plan_add_mean(struct lb_plan *plan, const struct lb_mean_times *t, uint64_t steps)
{
    const uint64_t samples = lb_mean_samples(t, steps), all = steps / t->every;
    char text[LB_PLAN_NOTE_SIZE], cure[120];
    lb_plan_add_fact(plan, "mean_samples_at_most", (double)samples, "1", "of means over time");
    if (samples >= 2) return;
    if (all >= 2) /* half a sample before it, whatever rounding makes of it */
        snprintf(cure, sizeof cure, "%s=%.6g or less makes it two", t->key,
                 ((double)all - 1.5) * (double)t->every / t->length);
    else
        snprintf(cure, sizeof cure, "two need %llu steps", (unsigned long long)(2 * t->every));
    snprintf(text, sizeof text,
             "a mean over time has %s: %s=%.6g begins it at step %.0f, samples are %llu steps "
             "apart, and the run ends with step %llu; %s",
             samples == 1 ? "one sample" : "no sample", t->key, t->begin,
             ceil(t->begin * t->length), (unsigned long long)t->every, (unsigned long long)steps,
             cure);
    lb_plan_add_note(plan, text);
}
