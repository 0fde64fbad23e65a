/* bench_flow.c - start and check of the benchmark's flow.
 * SPDX-License-Identifier: MIT */
#include "run/bench_flow.h"

#include <math.h>
#include <stdlib.h>

#include "run/bench_duct.h"
#include "run/solver.h"

enum { SAMPLE_PLANES = 9 };

enum lb_status lb_bench_flow_init(struct lb_bench_flow *flow, struct lb_error *err)
{
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t size = flow->size[axis];
        const double k = 2.0 * acos(-1.0) / size;
        double *wave = malloc((size_t)size * 2 * sizeof *wave);
        if (wave == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for the benchmark");
        for (uint32_t n = 0; n < size; n++) {
            wave[2 * (size_t)n] = flow->amplitude * sin(k * (n + 0.5));
            wave[2 * (size_t)n + 1] = flow->amplitude * cos(k * (n + 0.5));
        }
        flow->waves[axis] = wave;
    }
    if (flow->kind == LB_BENCH_FLOW_DUCT) lb_bench_duct_init(flow);
    return LB_STATUS_OK;
}

void lb_bench_flow_destroy(struct lb_bench_flow *flow)
{
    for (int axis = 0; axis < 3; axis++)
        free(flow->waves[axis]);
}

void lb_bench_flow_velocity(const struct lb_bench_flow *flow, uint32_t x, uint32_t y, uint32_t z,
                            double step, double u[3])
{
    const uint32_t cell[3] = {x, y, z};
    double sine[3], cosine[3];
    if (flow->kind == LB_BENCH_FLOW_DUCT) {
        lb_bench_duct_velocity(flow, y, z, step, u);
        return;
    }
    if (flow->kind == LB_BENCH_FLOW_UNIFORM) {
        for (int axis = 0; axis < 3; axis++)
            u[axis] = axis < flow->dimensions ? flow->amplitude / (axis + 1) : 0.0;
        return;
    }
    for (int axis = 0; axis < 3; axis++) {
        const double *wave = flow->waves[axis] + 2 * (size_t)cell[axis];
        const double k = 2.0 * acos(-1.0) / flow->size[axis];
        const double decay = step > 0.0 ? exp(-flow->viscosity * k * k * step) : 1.0;
        sine[axis] = decay * wave[0];
        cosine[axis] = decay * wave[1];
    }
    if (flow->dimensions == 2) {
        u[0] = cosine[1];
        u[1] = sine[0];
        u[2] = 0.0;
        return;
    }
    u[0] = sine[2] + cosine[1];
    u[1] = sine[0] + cosine[2];
    u[2] = sine[1] + cosine[0];
}

void lb_bench_flow_start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_bench_flow *flow = state;
    if (flow->kind == LB_BENCH_FLOW_DUCT) {
        lb_bench_duct_start(state, x, y, z, out);
        return;
    }
    lb_bench_flow_velocity(flow, x, y, z, 0.0, out->u);
    if (flow->dimensions == 2 || flow->kind == LB_BENCH_FLOW_UNIFORM)
        return; /* its pressure is not worth the formula at this amplitude */
    /* Bernoulli: p = p0 - u^2/2 with mean u^2 = 3 amplitude^2, and rho - 1 = 3 (p - p0). */
    const double mean = 3.0 * flow->amplitude * flow->amplitude;
    const double square = out->u[0] * out->u[0] + out->u[1] * out->u[1] + out->u[2] * out->u[2];
    out->rho = 1.0 + 1.5 * (mean - square);
}

double lb_bench_flow_solid_share(const struct lb_bench_flow *flow)
{
    double fluid = 1.0;
    if (flow->kind != LB_BENCH_FLOW_DUCT) return 0.0;
    for (int axis = 1; axis < flow->dimensions; axis++)
        fluid *= (flow->size[axis] - 2.0) / flow->size[axis];
    return 1.0 - fluid;
}

/* Of SAMPLE_PLANES coordinates from the first to the last cell of an axis that is fluid. */
static uint32_t sample_at(const struct lb_bench_flow *flow, int axis, uint32_t sample)
{
    const uint32_t wall = flow->kind == LB_BENCH_FLOW_DUCT && axis < flow->dimensions ? 1 : 0;
    const uint64_t last = flow->size[axis] - 1 - 2 * wall;
    return wall + (uint32_t)(sample * last / (SAMPLE_PLANES - 1));
}

struct squares {
    double difference, start; /* of velocities */
};

/* One row of cells along x. */
static enum lb_status add_row(const struct lb_bench_flow *flow, struct lb_solver *s, uint32_t y,
                              uint32_t z, double *u, struct squares *out, struct lb_error *err)
{
    const struct lb_region row = {.begin = {0, y, z}, .end = {flow->size[0], y + 1, z + 1}};
    const enum lb_status st = lb_solver_read(s, &row, NULL, u, err);
    if (st != LB_STATUS_OK) return st;
    for (uint32_t x = 0; x < flow->size[0]; x++) {
        double exact[3], start[3];
        lb_bench_flow_velocity(flow, x, y, z, (double)lb_solver_step(s), exact);
        lb_bench_flow_velocity(flow, x, y, z, 0.0, start);
        for (int axis = 0; axis < 3; axis++) {
            const double d = u[3 * (size_t)x + (size_t)axis] - exact[axis];
            out->difference += d * d;
            out->start += start[axis] * start[axis];
        }
    }
    return LB_STATUS_OK;
}

/* Rows at the borders of the slabs, where lanes turn over, beside the walls, and between. */
enum lb_status lb_bench_flow_deviation(const struct lb_bench_flow *flow, struct lb_solver *s,
                                       double *deviation, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct squares all = {0};
    double *u = malloc((size_t)flow->size[0] * 3 * sizeof *u);
    LB_REQUIRE(u != NULL, LB_STATUS_FAILED, "out of memory for the check of the flow");
    for (uint32_t sample = 0; sample < SAMPLE_PLANES * SAMPLE_PLANES; sample++) {
        const uint32_t y = sample_at(flow, 1, sample % SAMPLE_PLANES);
        const uint32_t z = sample_at(flow, 2, sample / SAMPLE_PLANES);
        LB_TRY(add_row(flow, s, y, z, u, &all, err));
    }
    *deviation = sqrt(all.difference / all.start);
cleanup:
    free(u);
    return st;
}
