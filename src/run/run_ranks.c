/* run_ranks.c - a run whose box is divided among ranks: the subdomain of this rank, and the clock
 * and signals that all ranks share.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "decomposition/grid_choice.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/run.h"
#include "run/run_internal.h"
#include "solver/collective.h"
#include "layout/ledger.h"

enum lb_status lb_run_split(struct lb_run *run, struct lb_error *err)
{
    const struct lb_case *c = &run->c;
    const int ranks = lb_peers_count(lb_ranks());
    const struct lb_grid_limits limits = {lb_case_axes_to_choose(c), lb_case_least_width(c)};
    int grid[3] = {1, 1, 1};
    if (ranks > 1 || run->request.split != NULL)
        LB_OK(lb_grid_read(run->request.split, c->size, ranks, c->lattice, &limits, grid, err));
    lb_decomposition_init(&run->place, c->size, grid, lb_peers_rank(lb_ranks()), 0);
    if (ranks == 1) return LB_STATUS_OK;
    LB_OK(lb_subdomain_check(c, run->place.cut, err));
    lb_subdomain_init(&run->subdomain, c, &run->place);
    return LB_STATUS_OK;
}

const struct lb_case *lb_run_own_case(const struct lb_run *run)
{
    return lb_peers_count(lb_ranks()) > 1 ? &run->subdomain.c : &run->c;
}

enum lb_status lb_run_join(struct lb_run *run, struct lb_error *err)
{
    if (lb_peers_count(lb_ranks()) == 1) return LB_STATUS_OK;
    LB_OK(lb_peers_agree(lb_ranks(), lb_solver_join(run->solver, &run->place, err), err));
    return lb_solver_join_ranks(run->solver, lb_ranks(), &run->place, err);
}

double lb_run_subdomain_bytes(const struct lb_run *run, double *exchange)
{
    double most = 0.0;
    for (int rank = 0; rank < lb_peers_count(lb_ranks()); rank++) {
        struct lb_decomposition place;
        struct lb_subdomain subdomain;
        lb_decomposition_init(&place, run->c.size, run->place.grid, rank, 0);
        lb_subdomain_init(&subdomain, &run->c, &place);
        const double own = (double)lb_layout_exchange_bytes(&subdomain.c),
                     bytes = (double)lb_case_bytes(&subdomain.c);
        if (bytes <= most) continue;
        most = bytes;
        *exchange = own;
    }
    return most;
}

double lb_run_clock(void)
{
    double now = lb_clock();
    lb_peers_give(lb_ranks(), &now, sizeof now);
    return now;
}

int lb_run_signal(void)
{
    return lb_peers_any(lb_ranks(), lb_signals_received());
}

bool lb_run_is_asked_to_save(void)
{
    return lb_peers_any(lb_ranks(), lb_signals_take_save()) != 0;
}

/* --- all ranks -------------------------------------------------------------------------------- */

static void describe_own_rank(const struct lb_run *run, struct lb_run_rank *p)
{
    const struct lb_device_info *info = lb_device_get_info(run->device);
    const struct lb_exchange_cost cost = lb_solver_exchange_cost(run->solver);
    lb_peers_node_name(p->node, sizeof p->node);
    snprintf(p->device, sizeof p->device, "%.127s", info->name);
    snprintf(p->driver, sizeof p->driver, "%s", info->driver);
    p->is_gpu = info->type == LB_DEVICE_GPU;
    p->sharers = lb_device_sharers(run->device);
    p->lanes = lb_solver_lanes(run->solver);
    for (int a = 0; a < 3; a++) {
        p->origin[a] = run->place.origin[a];
        p->size[a] = run->place.size[a];
    }
    p->device_bytes = lb_solver_device_bytes(run->solver);
    p->sent_bytes = cost.bytes;
    p->exposed_ms = cost.exchanges > 0 ? 1e3 * cost.exposed_seconds / (double)cost.exchanges : 0.0;
}

enum lb_status lb_run_note_ranks(struct lb_run *run, struct lb_error *err)
{
    struct lb_run_rank own = {.sharers = 0};
    if (lb_peers_count(lb_ranks()) == 1 || run->solver == NULL) return LB_STATUS_OK;
    if (run->ranks == NULL)
        run->ranks = calloc((size_t)lb_peers_count(lb_ranks()), sizeof *run->ranks);
    LB_OK(lb_peers_agree(lb_ranks(),
                         run->ranks != NULL ? LB_STATUS_OK
                                            : lb_fail(err, LB_STATUS_FAILED, "no memory for ranks"),
                         err));
    describe_own_rank(run, &own);
    lb_peers_share(lb_ranks(), &own, sizeof own, run->ranks);
    return LB_STATUS_OK;
}

void lb_run_warn_of_ranks(struct lb_run *run)
{
    const struct lb_run_rank *first = run->ranks;
    const char *advice = run->solver != NULL ? lb_solver_exchange_advice(run->solver) : "";
    bool drivers = false, sharers = false;
    if (advice[0] != '\0') lb_run_warn_now(run, "%s", advice);
    for (int n = 0; n < lb_peers_count(lb_ranks()) && first != NULL; n++) {
        const struct lb_run_rank *p = &run->ranks[n];
        if (!drivers && strcmp(p->driver, first->driver) != 0) {
            lb_run_warn_now(run,
                            "part %d (%s) has driver %s, and part 0 has %s: its numbers may differ "
                            "in their last digits from those of one device",
                            n, p->node, p->driver, first->driver);
            drivers = true;
        }
        if (!sharers && p->is_gpu && p->sharers > 1) {
            lb_run_warn_now(run, "%d processes share %s on %s: that is right, and slow", p->sharers,
                            p->device, p->node);
            sharers = true;
        }
    }
}

const char *lb_run_split_text(const struct lb_run *run, char *out, size_t size)
{
    const int *grid = run->place.grid;
    out[0] = '\0';
    if (lb_peers_count(lb_ranks()) > 1)
        snprintf(out, size, "%d parts %dx%dx%d of ", lb_peers_count(lb_ranks()), grid[0], grid[1],
                 grid[2]);
    return out;
}

double lb_run_bytes_per_cell(const struct lb_run *run)
{
    const double cells = (double)lb_case_cell_count(&run->c);
    return (double)(run->solver != NULL ? lb_run_device_bytes(run) : lb_case_bytes(&run->c)) /
           cells;
}

uint64_t lb_run_device_bytes(const struct lb_run *run)
{
    uint64_t sum = 0;
    if (run->ranks == NULL) return lb_solver_device_bytes(run->solver);
    for (int n = 0; n < lb_peers_count(lb_ranks()); n++)
        sum += run->ranks[n].device_bytes;
    return sum;
}

double lb_run_exposed_ms(const struct lb_run *run)
{
    double most = 0.0;
    for (int n = 0; n < lb_peers_count(lb_ranks()) && run->ranks != NULL; n++)
        most = fmax(most, run->ranks[n].exposed_ms);
    return most;
}
