/* step_time.c - times steps of a solver.
 * SPDX-License-Identifier: MIT */
#include "measure/step_time.h"

#include <math.h>

#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "solver/halo_exchange.h"
#include "solver/solver.h"
#include "base/stopwatch.h"
#include "base/signals.h"

enum { FIRST_STEPS = 4 };
static const double shortest_stretch = 0.02; /* [s] that tells how long a batch has to be */

static enum lb_status time_alone(struct lb_solver *s, uint64_t steps, double *seconds,
                                 struct lb_error *err)
{
    const double begin = lb_clock();
    LB_OK(lb_solver_advance(s, steps, err));
    LB_OK(lb_solver_wait(s, err));
    *seconds = lb_clock() - begin;
    return LB_STATUS_OK;
}

/* All begin together, and the slowest counts; a signal to one is one to all. */
static enum lb_status time_together(struct lb_solver *s, uint64_t steps, double *seconds,
                                    struct lb_error *err)
{
    LB_OK(lb_signals_judge(lb_peers_any(lb_ranks(), lb_signals_received()), err));
    LB_OK(time_alone(s, steps, seconds, err));
    return lb_peers_greatest(lb_ranks(), seconds, 1, err);
}

enum lb_status lb_step_time(struct lb_solver *s, uint64_t steps, double *seconds,
                            struct lb_error *err)
{
    if (lb_solver_exchange_plan(s) != NULL) return time_together(s, steps, seconds, err);
    LB_OK(lb_signals_check(err));
    return time_alone(s, steps, seconds, err);
}

enum lb_status lb_step_time_find(struct lb_solver *s, double seconds, uint64_t *steps,
                                 struct lb_error *err)
{
    double spent;
    for (*steps = FIRST_STEPS;; *steps *= 2) {
        LB_OK(lb_step_time(s, *steps, &spent, err));
        if (spent > shortest_stretch || spent >= seconds) break;
    }
    *steps = (uint64_t)fmax(1.0, ceil((double)*steps * seconds / spent));
    return LB_STATUS_OK;
}
