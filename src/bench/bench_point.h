/* bench_point.h - measures one point on one device.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_POINT_H
#define LB_BENCH_BENCH_POINT_H

#include "bench/bench_plan.h"
#include "bench/bench_record.h"
#include "solver/solver.h"
#include "measure/tune.h"

struct lb_device;
struct lb_known_flow;

enum { LB_BENCH_WARM_UP_STEPS = 40 };

struct lb_bench_settings {
    int batches;
    double seconds; /* least length of a batch */
    struct lb_kernel_places places;
    enum lb_tune_mode tune;
    void (*tell)(void *context, const char *phase); /* what is being done; NULL: not reported */
    void *context;
};

/* The case of a point, all but size and flow; and its flow, which must outlive it and is for
 * lb_known_flow_destroy. */
struct lb_case lb_bench_point_case(const struct lb_bench_choice *choice);
enum lb_status lb_bench_point_fill(struct lb_case *c, bool walls, struct lb_known_flow *flow,
                                   struct lb_error *err);

/* Size, lattice, formats and so on of the point into the record; a cube "that fits" is chosen for
 * the device.  Fills `skipped` where the device cannot do it.  Fails if there is no memory for the
 * tables of the flow, which the layout depends on. */
enum lb_status lb_bench_point_describe(const struct lb_bench_choice *choice,
                                       const struct lb_device_info *device,
                                       struct lb_bench_record *out, struct lb_error *err);

/* Measures what lb_bench_point_describe described.  The record has its ceiling already.  The choice
 * then holds the layout that was made, for the next round.  Where the device has too little memory
 * after all, `skipped` says so and LB_STATUS_OK is returned.  LB_STATUS_VERDICT if the flow was
 * wrong: then there is no figure.  LB_STATUS_INTERRUPTED or _TERMINATED after a signal. */
enum lb_status lb_bench_point_measure(struct lb_bench_choice *choice,
                                      const struct lb_bench_settings *settings,
                                      struct lb_device *device, struct lb_bench_record *r,
                                      struct lb_error *err);

#endif
