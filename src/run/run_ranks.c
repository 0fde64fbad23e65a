/* run_ranks.c - a run whose box is split among ranks: which part is this one's, and what all must take from
 * the same clock and the same signals to do the same.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/signals.h"
#include "decomposition/grid_choice.h"
#include "peers/peers.h"
#include "run/run_internal.h"
#include "solver/collective.h"

/* What ranks cannot do together so far. */
static enum lb_status check_wishes(const struct lb_run *run, struct lb_error *err)
{
    static const char *const alone[] = {"mean", "checkpoint", NULL};
    for (const char *const *key = alone; *key != NULL; key++)
        LB_NEED(!lb_values_is_set(run->values, *key), LB_STATUS_USAGE,
                "%s= is for runs on one device; leave it out, or start without mpirun", *key);
    return lb_subdomain_check(&run->c, err);
}

enum lb_status lb_run_split(struct lb_run *run, struct lb_error *err)
{
    const struct lb_case *c = &run->c;
    const int ranks = lb_peers_count();
    int grid[3] = {1, 1, 1};
    if (ranks > 1 || run->request.split != NULL)
        LB_OK(lb_grid_read(run->request.split, c->size, ranks, c->lattice, grid, err));
    lb_decomposition_init(&run->place, c->size, grid, lb_peers_rank(), 0);
    if (ranks == 1) return LB_STATUS_OK;
    LB_OK(check_wishes(run, err));
    lb_subdomain_init(&run->part, c, &run->place);
    return LB_STATUS_OK;
}

const struct lb_case *lb_run_own_case(const struct lb_run *run)
{
    return lb_peers_count() > 1 ? &run->part.c : &run->c;
}

enum lb_status lb_run_join(struct lb_run *run, struct lb_error *err)
{
    if (lb_peers_count() == 1) return LB_STATUS_OK;
    LB_OK(lb_peers_agree(lb_solver_join(run->solver, &run->place, err), err));
    return lb_solver_join_ranks(run->solver, &run->place, err);
}

double lb_run_clock(void)
{
    double now = lb_clock();
    lb_peers_give(&now, sizeof now);
    return now;
}

/* The first of the ranks' numbers that is not 0. */
static int any_of(int number)
{
    const int ranks = lb_peers_count();
    int all[LB_RUN_MAX_RANKS];
    lb_peers_share(&number, sizeof number, all);
    for (int rank = 0; rank < ranks; rank++)
        if (all[rank] != 0) return all[rank];
    return 0;
}

int lb_run_signal(void)
{
    return any_of(lb_signals_received());
}

bool lb_run_is_asked_to_save(void)
{
    return any_of(lb_signals_take_save()) != 0;
}
