/* bench_flow.c - start and check of the benchmark's flow.
 * SPDX-License-Identifier: MIT */
#include "run/bench_flow.h"

#include <math.h>
#include <stdlib.h>

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
    if (flow->is_uniform) {
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
    lb_bench_flow_velocity(flow, x, y, z, 0.0, out->u);
    if (flow->dimensions == 2 || flow->is_uniform)
        return; /* its pressure is not worth the formula at this amplitude */
    /* Bernoulli: p = p0 - u^2/2 with mean u^2 = 3 amplitude^2, and rho - 1 = 3 (p - p0). */
    const double mean = 3.0 * flow->amplitude * flow->amplitude;
    const double square = out->u[0] * out->u[0] + out->u[1] * out->u[1] + out->u[2] * out->u[2];
    out->rho = 1.0 + 1.5 * (mean - square);
}

/* Rows of cells along x: at the borders of the slabs, where lanes turn over, and between. */
enum lb_status lb_bench_flow_deviation(const struct lb_bench_flow *flow, struct lb_solver *s,
                                       double *deviation, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double difference = 0.0, square = 0.0;
    const uint32_t nx = flow->size[0];
    double *u = malloc((size_t)nx * 3 * sizeof *u);
    LB_REQUIRE(u != NULL, LB_STATUS_FAILED, "out of memory for the check of the flow");
    for (uint32_t sample = 0; sample < SAMPLE_PLANES * SAMPLE_PLANES; sample++) {
        const uint32_t y = (uint32_t)((uint64_t)(sample % SAMPLE_PLANES) * (flow->size[1] - 1) /
                                      (SAMPLE_PLANES - 1));
        const uint32_t z = (uint32_t)((uint64_t)(sample / SAMPLE_PLANES) * (flow->size[2] - 1) /
                                      (SAMPLE_PLANES - 1));
        const struct lb_region row = {.begin = {0, y, z}, .end = {nx, y + 1, z + 1}};
        LB_TRY(lb_solver_read(s, &row, NULL, u, err));
        for (uint32_t x = 0; x < nx; x++) {
            double exact[3], start[3];
            lb_bench_flow_velocity(flow, x, y, z, (double)lb_solver_step(s), exact);
            lb_bench_flow_velocity(flow, x, y, z, 0.0, start);
            for (int axis = 0; axis < 3; axis++) {
                const double d = u[3 * (size_t)x + (size_t)axis] - exact[axis];
                difference += d * d;
                square += start[axis] * start[axis];
            }
        }
    }
    *deviation = sqrt(difference / square);
cleanup:
    free(u);
    return st;
}
