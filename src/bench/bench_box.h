/* bench_box.h - the box of a point: its flow, and what of it this process has.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_BOX_H
#define LB_BENCH_BENCH_BOX_H

#include "bench/bench_plan.h"
#include "decomposition/subdomain.h"
#include "measure/known_flow.h"

struct lb_solver;

struct lb_bench_box {
    struct lb_case whole;
    struct lb_known_flow flow;
    struct lb_decomposition place;
    struct lb_subdomain part; /* where place.cut is not 0 */
};

/* Of `size` cells in `grid` parts, one for each rank.  Must not move, and is for lb_bench_box_free, also
 * after a failure. */
enum lb_status lb_bench_box_make(struct lb_bench_box *box, const struct lb_bench_choice *choice,
                                 const uint32_t size[3], const int grid[3], struct lb_error *err);
void lb_bench_box_free(struct lb_bench_box *box); /* harmless on {0} */

/* The case of this process. */
const struct lb_case *lb_bench_box_own(const struct lb_bench_box *box);

/* Makes a solver of that case the one of its place; collective. */
enum lb_status lb_bench_box_join(const struct lb_bench_box *box, struct lb_solver *s,
                                 struct lb_error *err);

#endif
