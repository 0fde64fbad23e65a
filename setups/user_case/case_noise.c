/* case_noise.c - random velocities at step 0: of each cell, or of eddies without divergence.
 * White noise is gone after a few steps of viscosity where cells are small; eddies of the size of
 * those of the flow reach turbulence.  They are the curl of a potential that is random at points
 * `noise_length` apart, and quadratic B-splines between them.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "user_case/case_state.h"

enum { NOISE_STREAM = 11, SUPPORT = 3 };

static void random_vector(uint64_t seed, uint64_t number, double out[3])
{
    double random[LB_RANDOM_WORDS];
    lb_random_uniform(seed, NOISE_STREAM, number, random);
    for (int axis = 0; axis < 3; axis++)
        out[axis] = 2.0 * random[axis] - 1.0;
}

/* The root mean square of each component is that of the noise of cells, amplitude / sqrt(3): in
 * steps of `spacing`, the mean of a spline's square over points is 0.55, of its slope's 1. */
static double potential_of(const struct own_case *s, double spacing)
{
    return s->start.noise * spacing / (s->dimensions == 2 ? sqrt(0.55) : 0.55 * sqrt(2.0));
}

enum lb_status lb_own_make_eddies(struct own_case *s, double length, struct lb_error *err)
{
    uint64_t count = 1;
    for (int axis = 0; axis < 3; axis++) {
        const double points = axis < s->dimensions ? round(s->size[axis] / length) : 1.0;
        s->start.eddies[axis] = (uint32_t)fmax(1.0, points);
        count *= s->start.eddies[axis];
    }
    LB_NEED(count > 1, LB_STATUS_USAGE,
            "start.noise_length=%s is too long: the box has no room for two eddies side by side",
            lb_own_text(s, "start", "noise_length"));
    s->start.potential = malloc(count * sizeof *s->start.potential);
    LB_NEED(s->start.potential != NULL, LB_STATUS_FAILED, "no memory for the start");
    for (uint64_t n = 0; n < count; n++) {
        random_vector(s->start.seed, n, s->start.potential[n]);
        for (int axis = 0; axis < 3; axis++)
            s->start.potential[n][axis] *=
                axis == 2 || s->dimensions == 3 ? potential_of(s, length) : 0.0;
    }
    return LB_STATUS_OK;
}

struct spline {
    uint32_t point[SUPPORT];
    double weight[SUPPORT], slope[SUPPORT]; /* slope: over cells */
};

/* The box is taken as periodic: of a face that is not, only neighbours agree. */
static struct spline spline_at(const struct own_case *s, int axis, uint32_t at)
{
    const uint32_t count = s->start.eddies[axis];
    struct spline out = {{0}, {1.0}, {0.0}};
    if (axis >= s->dimensions) return out;
    const double place = (at + 0.5) * count / s->size[axis],
                 per_cell = count / (double)s->size[axis];
    const double nearest = floor(place + 0.5), t = place - nearest;
    for (uint32_t k = 0; k < SUPPORT; k++)
        out.point[k] = ((uint32_t)nearest + count - 1 + k) % count;
    out.weight[0] = 0.5 * (0.5 - t) * (0.5 - t), out.slope[0] = (t - 0.5) * per_cell;
    out.weight[1] = 0.75 - t * t, out.slope[1] = -2.0 * t * per_cell;
    out.weight[2] = 0.5 * (0.5 + t) * (0.5 + t), out.slope[2] = (t + 0.5) * per_cell;
    return out;
}

static void add_eddies(const struct own_case *s, const uint32_t at[3], double u[3])
{
    const struct spline x = spline_at(s, 0, at[0]), y = spline_at(s, 1, at[1]),
                        z = spline_at(s, 2, at[2]);
    const int deep = s->dimensions == 2 ? 1 : SUPPORT;
    for (int k = 0; k < deep; k++)
        for (int j = 0; j < SUPPORT; j++)
            for (int i = 0; i < SUPPORT; i++) {
                const double *a =
                    s->start.potential[((uint64_t)z.point[k] * s->start.eddies[1] + y.point[j]) *
                                           s->start.eddies[0] +
                                       x.point[i]];
                const double dx = x.slope[i] * y.weight[j] * z.weight[k];
                const double dy = x.weight[i] * y.slope[j] * z.weight[k];
                const double dz = x.weight[i] * y.weight[j] * z.slope[k];
                u[0] += dy * a[2] - dz * a[1];
                u[1] += dz * a[0] - dx * a[2];
                u[2] += dx * a[1] - dy * a[0];
            }
}

void lb_own_add_noise(const struct own_case *s, const uint32_t at[3], double u[3])
{
    double random[3];
    if (s->start.potential != NULL) {
        add_eddies(s, at, u);
        return;
    }
    random_vector(s->start.seed, ((uint64_t)at[2] * s->size[1] + at[1]) * s->size[0] + at[0],
                  random);
    for (int axis = 0; axis < s->dimensions; axis++)
        u[axis] += s->start.noise * random[axis];
}
