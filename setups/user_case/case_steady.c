/* case_steady.c - how much a flow still changes: the largest difference of a velocity from what it was a
 * length/speed before, over the largest speed.  A largest number is the same on any number of devices.
 * SPDX-License-Identifier: MIT */
#include "user_case/case_state.h"

enum lb_status lb_own_look_at_change(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    double change, fastest;
    LB_OK(lb_solver_change(lb_run_solver(run), &change, &fastest, err));
    s->change = s->has_before && fastest > 0.0    ? change / fastest
                : s->has_before && s->heat.exists ? 0.0 /* heat alone, in fluid at rest */
                                                  : 1.0;
    s->has_before = true;
    lb_run_progress(run, "t %.1f, change %.1e", (double)lb_run_step(run) / s->steps_per_length,
                    s->change);
    s->is_steady = s->change <= s->steady && lb_own_heat_change(s, run) <= s->steady;
    if (s->is_steady) lb_run_stop(run);
    return LB_STATUS_OK;
}
