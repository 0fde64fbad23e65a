/* case_steady.c - how much a flow still changes: the largest difference of a velocity from what it was a
 * length/speed before, over the largest speed.  A largest number is the same on any number of devices.
 * Rounding to 16 bits moves single cells from look to look, over any time by as much: over several length/speed less of
 * it is in the change over one.  A flow that goes on changing differs by as many times more; differences that grow from
 * look to look are no noise, and the next one is over one length/speed again.
 * SPDX-License-Identifier: MIT */
#include <math.h>

#include "user_case/case_state.h"

enum { LONGEST = 64 };                 /* looks */
static const double most_noise = 0.02; /* of single cells: more is a flow that swings */
static const double growing = 1.5;     /* from the least of such looks: noise varies by less */

/* As many looks as would do if all of the change were noise, by twice as many at a time: it is not, at first. */
static uint64_t next_span(const struct own_case *s, double difference)
{
    const double span = ceil(1.25 * difference / s->steady), twice = 2.0 * (double)s->span;
    return difference <= most_noise ? (uint64_t)fmax(1.0, fmin(LONGEST, fmin(span, twice))) : 1;
}

static enum lb_status find_change(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    double difference, fastest;
    LB_OK(lb_solver_change(lb_run_solver(run), &difference, &fastest, err));
    difference = s->has_before && fastest > 0.0    ? difference / fastest
                 : s->has_before && s->heat.exists ? 0.0 /* heat alone, in fluid at rest */
                                                   : 1.0;
    if (s->heat.exists) LB_OK(lb_own_measure_openings(s, run, err));
    const double span = (double)s->span, heat = lb_own_heat_change(s, run, s->span);
    const bool is_long = s->span > 1, grows = is_long && difference > growing * s->least_difference,
               is_noise = lb_run_case(run)->storage->bits <= 16 && !grows;
    s->change = difference / span;
    s->flow_is_steady = s->change <= s->steady && !grows && !(is_long && difference > most_noise);
    s->is_steady = s->flow_is_steady && heat <= s->steady;
    s->least_difference = is_long && !grows ? fmin(s->least_difference, difference) : difference;
    s->compared = s->span;
    s->span = is_noise ? next_span(s, difference) : 1;
    s->looks = 0;
    s->has_before = true;
    return LB_STATUS_OK;
}

enum lb_status lb_own_look_at_change(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    s->is_steady = false;
    if (++s->looks >= s->span || !s->has_before) LB_OK(find_change(s, run, err));
    lb_run_progress(run, "t %.1f, change %.1e", (double)lb_run_step(run) / s->steps_per_length,
                    s->change);
    if (s->is_steady) lb_run_stop(run);
    return LB_STATUS_OK;
}
