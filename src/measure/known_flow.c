/* known_flow.c - start and check of the benchmark's flow.
 * SPDX-License-Identifier: MIT */
#include "measure/known_flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/known_flow_duct.h"
#include "solver/solver.h"

enum { SAMPLE_PLANES = 9 };

/* Along the wave, so that it soon is somewhere else: by 40 steps, in a box of 256 cells, a
 * twenty-fifth of the flow's velocity has changed [cells/step]. */
static const double stream_velocity[3] = {0.03, 0.025, 0.02};

static double wave_number(const struct lb_known_flow *flow, int axis)
{
    return axis < flow->dimensions ? 2.0 * acos(-1.0) / flow->size[axis] : 0.0;
}

/* Two unit vectors across k = (k_x, k_y, k_z), the second across the first; in 2D the second would
 * leave the plane. */
static void init_wave(struct lb_known_flow *flow)
{
    const double k[3] = {wave_number(flow, 0), wave_number(flow, 1), wave_number(flow, 2)};
    const double plane = k[0] * k[0] + k[1] * k[1], square = plane + k[2] * k[2];
    const double a = flow->amplitude / sqrt(plane), b = flow->amplitude / sqrt(plane * square);
    const double first[3] = {a * k[1], -a * k[0], 0.0};
    const double second[3] = {b * k[0] * k[2], b * k[1] * k[2], -b * plane};
    flow->decay_rate = flow->viscosity * square;
    for (int axis = 0; axis < flow->dimensions; axis++) {
        flow->stream[axis] = stream_velocity[axis];
        flow->drift += k[axis] * stream_velocity[axis];
        flow->sine_part[axis] = first[axis];
        flow->cosine_part[axis] = flow->dimensions == 3 ? second[axis] : 0.0;
    }
}

bool lb_known_flow_is_fluid(const struct lb_case *c)
{
    const bool own_equilibrium = c->lattice->equilibrium != NULL &&
                                 strcmp(lb_case_equilibrium_file(c), c->lattice->equilibrium) == 0;
    return c->lattice->remark == NULL || own_equilibrium;
}

static struct lb_known_flow flow_of(const struct lb_case *c, bool walls)
{
    return (struct lb_known_flow){.kind = walls                       ? LB_KNOWN_FLOW_DUCT
                                          : lb_known_flow_is_fluid(c) ? LB_KNOWN_FLOW_PERIODIC
                                                                      : LB_KNOWN_FLOW_UNIFORM,
                                  .size = {c->size[0], c->size[1], c->size[2]},
                                  .dimensions = c->lattice->dimensions,
                                  .amplitude = walls ? 0.02 : 0.03,
                                  .viscosity = c->viscosity,
                                  .sound_speed_squared = c->lattice->sound_speed_squared};
}

enum lb_status lb_known_flow_init(struct lb_known_flow *flow, const struct lb_case *c, bool walls,
                                  struct lb_error *err)
{
    *flow = flow_of(c, walls);
    for (int axis = 0; axis < 3; axis++) {
        const uint32_t size = flow->size[axis];
        const double k = wave_number(flow, axis);
        double *wave = malloc((size_t)size * 2 * sizeof *wave);
        if (wave == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for the benchmark");
        for (uint32_t n = 0; n < size; n++) {
            wave[2 * (size_t)n] = sin(k * n);
            wave[2 * (size_t)n + 1] = cos(k * n);
        }
        flow->waves[axis] = wave;
    }
    if (flow->kind == LB_KNOWN_FLOW_PERIODIC) init_wave(flow);
    if (flow->kind == LB_KNOWN_FLOW_DUCT) lb_known_flow_duct_init(flow);
    return LB_STATUS_OK;
}

void lb_known_flow_destroy(struct lb_known_flow *flow)
{
    for (int axis = 0; axis < 3; axis++)
        free(flow->waves[axis]);
}

/* Turns (cosine, sine) of an angle into those of the sum with another one. */
static void turn(double *cosine, double *sine, double other_cosine, double other_sine)
{
    const double c = *cosine * other_cosine - *sine * other_sine;
    *sine = *sine * other_cosine + *cosine * other_sine;
    *cosine = c;
}

/* The angle is k . (x - stream t), put together from the tables. */
static void wave_velocity(const struct lb_known_flow *flow, const uint32_t cell[3], double step,
                          double u[3])
{
    double cosine = 1.0, sine = 0.0, decay = 1.0;
    for (int axis = 0; axis < flow->dimensions; axis++) {
        const double *wave = flow->waves[axis] + 2 * (size_t)cell[axis];
        turn(&cosine, &sine, wave[1], wave[0]);
    }
    if (step > 0.0) {
        turn(&cosine, &sine, cos(flow->drift * step), -sin(flow->drift * step));
        decay = exp(-flow->decay_rate * step);
    }
    for (int axis = 0; axis < 3; axis++)
        u[axis] = flow->stream[axis] +
                  decay * (sine * flow->sine_part[axis] + cosine * flow->cosine_part[axis]);
}

/* The exact velocity at a fluid cell after `step` steps. */
static void exact_velocity(const struct lb_known_flow *flow, uint32_t x, uint32_t y, uint32_t z,
                           double step, double u[3])
{
    switch (flow->kind) {
    case LB_KNOWN_FLOW_PERIODIC: wave_velocity(flow, (const uint32_t[3]){x, y, z}, step, u); break;
    case LB_KNOWN_FLOW_UNIFORM:
        for (int axis = 0; axis < 3; axis++)
            u[axis] = axis < flow->dimensions ? flow->amplitude / (axis + 1) : 0.0;
        break;
    case LB_KNOWN_FLOW_DUCT: lb_known_flow_duct_velocity(flow, y, z, step, u); break;
    }
}

void lb_known_flow_start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_known_flow *flow = state;
    if (flow->kind == LB_KNOWN_FLOW_DUCT)
        lb_known_flow_duct_start(state, x, y, z, out);
    else
        exact_velocity(flow, x, y, z, 0.0, out->u); /* the pressure is the same everywhere */
}

double lb_known_flow_solid_share(const struct lb_known_flow *flow)
{
    double fluid = 1.0;
    if (flow->kind != LB_KNOWN_FLOW_DUCT) return 0.0;
    for (int axis = 1; axis < flow->dimensions; axis++)
        fluid *= (flow->size[axis] - 2.0) / flow->size[axis];
    return 1.0 - fluid;
}

/* Of SAMPLE_PLANES coordinates from the first to the last cell of an axis that is fluid. */
static uint32_t sample_at(const struct lb_known_flow *flow, int axis, uint32_t sample)
{
    const uint32_t wall = flow->kind == LB_KNOWN_FLOW_DUCT && axis < flow->dimensions ? 1 : 0;
    const uint64_t last = flow->size[axis] - 1 - 2 * wall;
    return wall + (uint32_t)(sample * last / (SAMPLE_PLANES - 1));
}

struct squares {
    double difference, start; /* of velocities */
};

/* One row of cells along x. */
static enum lb_status add_row(const struct lb_known_flow *flow, struct lb_solver *s, uint32_t y,
                              uint32_t z, double *u, struct squares *out, struct lb_error *err)
{
    const struct lb_region row = {.begin = {0, y, z}, .end = {flow->size[0], y + 1, z + 1}};
    LB_OK(lb_solver_read(s, &row, NULL, u, err));
    for (uint32_t x = 0; x < flow->size[0]; x++) {
        double exact[3], start[3];
        exact_velocity(flow, x, y, z, (double)lb_solver_step(s), exact);
        exact_velocity(flow, x, y, z, 0.0, start);
        for (int axis = 0; axis < 3; axis++) {
            const double d = u[3 * (size_t)x + (size_t)axis] - exact[axis];
            out->difference += d * d;
            out->start += start[axis] * start[axis];
        }
    }
    return LB_STATUS_OK;
}

/* Rows at the borders of the slabs, where lanes turn over, beside the walls, and between. */
enum lb_status lb_known_flow_deviation(const struct lb_known_flow *flow, struct lb_solver *s,
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
