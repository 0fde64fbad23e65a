/* bench_flow.h - the flow that `sluice bench` times: known exactly, so that a figure can be
 * refused when the flow is wrong.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_BENCH_FLOW_H
#define LB_RUN_BENCH_FLOW_H

#include <stdbool.h>

#include "base/status.h"
#include "physics/case.h"

struct lb_solver;

/* Arnold-Beltrami-Childress flow of one period in the box (in 2D its cellular form): an
 * eigenfunction of the curl (of the
 * Laplacian), hence an exact solution that keeps its shape and decays by exp(-nu k^2 t).  In boxes
 * that are not cubes each term decays at its own rate, which holds while the amplitude is small. */
struct lb_bench_flow {
    uint32_t size[3];
    int dimensions;
    bool is_uniform;  /* a uniform stream, for models that are no fluid: it only has to stay so */
    double amplitude; /* [cells/step] */
    double viscosity;
    double *waves[3]; /* sine and cosine of every coordinate of an axis at step 0, interleaved */
};

/* Fills the waves; lb_bench_flow_destroy frees them and is harmless on {0}. */
enum lb_status lb_bench_flow_init(struct lb_bench_flow *flow, struct lb_error *err);
void lb_bench_flow_destroy(struct lb_bench_flow *flow);

lb_start_function lb_bench_flow_start; /* state: struct lb_bench_flow */

/* The exact velocity at a cell after `step` steps. */
void lb_bench_flow_velocity(const struct lb_bench_flow *flow, uint32_t x, uint32_t y, uint32_t z,
                            double step, double u[3]);

/* L2 distance of the solver's velocity from the exact one, over sample rows in all parts of the
 * box, relative to the start's velocity: steps that never ran leave the distance between the start
 * and the decayed flow. */
enum lb_status lb_bench_flow_deviation(const struct lb_bench_flow *flow, struct lb_solver *s,
                                       double *deviation, struct lb_error *err);

#endif
