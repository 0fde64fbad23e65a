/* known_flow_duct.c - a duct with a moving lid and a body force, exactly.
 * SPDX-License-Identifier: MIT */
#include "measure/known_flow_duct.h"

#include <math.h>
#include <stddef.h>

enum { CELLS_PER_HALF_WAVE = 10 };
static const double lid_share = 1.5;     /* lid's velocity over the mode's */
static const double density_drop = 0.02; /* from the ground to the lid */
static const double pi = 3.14159265358979323846;

/* The axis that the lid and the force stand on: z, in 2D y. */
static int lid_axis(const struct lb_known_flow *flow)
{
    return flow->dimensions - 1;
}

/* Distance between the walls of an axis. */
static double width(const struct lb_known_flow *flow, int axis)
{
    return (double)flow->size[axis] - 2.0;
}

/* From 0 at the first wall to 1 at the last; the centre of cell 1 is half a cell from the wall. */
static double place(const struct lb_known_flow *flow, int axis, uint32_t cell)
{
    return ((double)cell - 0.5) / width(flow, axis);
}

static bool is_wall(const struct lb_known_flow *flow, int axis, uint32_t cell)
{
    return cell == 0 || cell == flow->size[axis] - 1;
}

/* sinh(a s) / sinh(a) without overflow. */
static double sinh_ratio(double a, double s)
{
    return exp(a * (s - 1.0)) * (1.0 - exp(-2.0 * a * s)) / (1.0 - exp(-2.0 * a));
}

/* How the lid's flow falls off below it, and the mode's shape, along the lid's axis; what both are
 * multiplied by across it. */
void lb_known_flow_duct_init(struct lb_known_flow *flow)
{
    const int lid = lid_axis(flow);
    const double height = width(flow, lid);
    flow->modes = (int)fmax(1.0, round(height / CELLS_PER_HALF_WAVE));
    flow->force = density_drop * flow->sound_speed_squared / height;
    for (uint32_t n = 0; n < flow->size[lid]; n++) {
        const double s = place(flow, lid, n);
        const double a = flow->dimensions == 3 ? pi * height / width(flow, 1) : 0.0;
        flow->waves[lid][2 * (size_t)n] = a > 0.0 ? sinh_ratio(a, s) : s;
        flow->waves[lid][2 * (size_t)n + 1] = sin(flow->modes * pi * s);
    }
    for (uint32_t n = 0; flow->dimensions == 3 && n < flow->size[1]; n++)
        flow->waves[1][2 * (size_t)n] = sin(pi * place(flow, 1, n));
}

void lb_known_flow_duct_velocity(const struct lb_known_flow *flow, uint32_t y, uint32_t z,
                                 double step, double u[3])
{
    const int lid = lid_axis(flow);
    const bool is_3d = flow->dimensions == 3;
    const double *along = flow->waves[lid] + 2 * (size_t)(is_3d ? z : y);
    const double across = is_3d ? flow->waves[1][2 * (size_t)y] : 1.0;
    const double k_lid = flow->modes * pi / width(flow, lid);
    const double k_side = is_3d ? pi / width(flow, 1) : 0.0;
    const double decay = exp(-flow->viscosity * (k_lid * k_lid + k_side * k_side) * step);
    u[0] = flow->amplitude * across * (lid_share * along[0] + decay * along[1]);
    u[1] = u[2] = 0.0;
}

static void start_wall(const struct lb_known_flow *flow, uint32_t y, uint32_t z,
                       struct lb_cell *out)
{
    const int lid = lid_axis(flow);
    const bool is_lid = (lid == 2 ? z : y) == flow->size[lid] - 1;
    const bool is_side = flow->dimensions == 3 && is_wall(flow, 1, y);
    out->flags = LB_CELL_SOLID;
    if (!is_lid || is_side) return;
    out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
    out->u[0] =
        flow->amplitude * lid_share * (flow->dimensions == 3 ? flow->waves[1][2 * (size_t)y] : 1.0);
}

void lb_known_flow_duct_start(const void *state, uint32_t x, uint32_t y, uint32_t z,
                              struct lb_cell *out)
{
    const struct lb_known_flow *flow = state;
    const int lid = lid_axis(flow);
    (void)x;
    if (is_wall(flow, 1, y) || (flow->dimensions == 3 && is_wall(flow, 2, z))) {
        start_wall(flow, y, z, out);
        return;
    }
    lb_known_flow_duct_velocity(flow, y, z, 0.0, out->u);
    out->u[lid] = 0.5 * flow->force; /* half a step of the force makes it rest */
    out->rho = 1.0 + density_drop * (0.5 - place(flow, lid, lid == 2 ? z : y));
}
