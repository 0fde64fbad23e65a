/* bench_box.c - the whole box of a point and this process's part of it.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_box.h"

#include <string.h>

#include "bench/bench_point.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "solver/collective.h"

enum lb_status lb_bench_box_make(struct lb_bench_box *box, const struct lb_bench_choice *choice,
                                 const uint32_t size[3], const int grid[3], struct lb_error *err)
{
    *box = (struct lb_bench_box){.whole = lb_bench_point_case(choice)};
    memcpy(box->whole.size, size, sizeof box->whole.size);
    LB_OK(lb_bench_point_fill(&box->whole, choice->walls, &box->flow, err));
    lb_decomposition_init(&box->place, size, grid, lb_peers_rank(lb_ranks()), choice->looped);
    if (box->place.cut != 0) lb_subdomain_init(&box->part, &box->whole, &box->place);
    return LB_STATUS_OK;
}

void lb_bench_box_free(struct lb_bench_box *box)
{
    lb_known_flow_destroy(&box->flow);
}

const struct lb_case *lb_bench_box_own(const struct lb_bench_box *box)
{
    return box->place.cut != 0 ? &box->part.c : &box->whole;
}

enum lb_status lb_bench_box_join(const struct lb_bench_box *box, struct lb_solver *s,
                                 struct lb_error *err)
{
    if (box->place.cut == 0) return LB_STATUS_OK;
    LB_OK(lb_peers_agree(lb_ranks(), lb_solver_join(s, &box->place, err), err));
    return lb_solver_join_ranks(s, lb_ranks(), &box->place, err);
}
