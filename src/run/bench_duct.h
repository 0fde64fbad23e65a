/* bench_duct.h - inside of bench_flow.c: the flow between walls.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_BENCH_DUCT_H
#define LB_RUN_BENCH_DUCT_H

#include "run/bench_flow.h"

void lb_bench_duct_init(struct lb_bench_flow *flow); /* the waves are there */
void lb_bench_duct_velocity(const struct lb_bench_flow *flow, uint32_t y, uint32_t z, double step,
                            double u[3]);
lb_start_function lb_bench_duct_start;

#endif
