/* oscillating_drop.c - an elongated drop oscillates about its round shape.
 * Rayleigh, Proc. R. Soc. Lond. 29, 71 (1879); Lamb, Hydrodynamics, sections 275 and 355.
 * docs/setups/oscillating-drop.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "geometry/volume_fraction.h"
#include "analysis/signal.h"
#include "run/setup.h"
#include "oscillation.h"

enum { GAP = 4 };

/* Cells: smaller oscillations are levelled out among neighbouring fill levels before viscosity damps
 * them. */
static const double min_swing = 3.0;
static const double crossing_band =
    0.02; /* of half the range: smaller oscillations about zero are noise */

struct drop {
    double centre[3];
    double radius, amplitude; /* amplitude: of the radius at the tips, as a share of it */
    int dimensions;
    uint32_t size;
    struct lb_oscillation swing;
    struct lb_mass_balance balance;
};

/* r = R (1 + a P) with P = cos 2 theta in two dimensions and Legendre's P2 in three; the drop is
 * long along x, or z. */
static double shape_depth(const void *shape, const double position[3])
{
    const struct drop *s = shape;
    const double x = position[0] - s->centre[0], y = position[1] - s->centre[1];
    const double z = position[2] - s->centre[2];
    const double square = x * x + y * y + z * z;
    if (square == 0.0) return s->radius;
    const double mode = s->dimensions == 2 ? (x * x - y * y) / square
                                           : (2.0 * z * z - x * x - y * y) / (2.0 * square);
    return s->radius * (1.0 + s->amplitude * mode) - sqrt(square);
}

static void start_drop(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct drop *s = state;
    out->fill = lb_volume_fraction(shape_depth, s, s->dimensions, x, y, z);
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct drop *s = state;
    s->radius = lb_values_number(v, "radius");
    s->amplitude = lb_values_number(v, "amplitude");
    s->dimensions = c->lattice->dimensions;
    const double longest = s->radius * (1.0 + s->amplitude);
    s->size = ((uint32_t)ceil(2.0 * longest) + 2 * GAP + 3) / 4 * 4;
    s->centre[0] = 0.5 * s->size + 0.21;
    s->centre[1] = 0.5 * s->size - 0.13;
    s->centre[2] = s->dimensions == 3 ? 0.5 * s->size + 0.07 : 0.5;
    const double tension = lb_values_number(v, "tension");
    const double cube = s->radius * s->radius * s->radius, square = s->radius * s->radius;
    c->viscosity = lb_values_number(v, "viscosity");
    /* n = 2: n (n - 1) (n + 2) in three dimensions, n^3 - n in two */
    const double inviscid = (s->dimensions == 3 ? 8.0 : 6.0) * tension / cube;
    s->swing.decay = (s->dimensions == 3 ? 5.0 : 4.0) * c->viscosity / square;
    if (inviscid <= 4.0 * s->swing.decay * s->swing.decay)
        return lb_fail(err, LB_STATUS_USAGE,
                       "with viscosity=%g the drop returns without oscillating; at most %.2g",
                       c->viscosity, c->viscosity * 0.5 * sqrt(inviscid) / s->swing.decay);
    s->swing.omega = sqrt(inviscid - s->swing.decay * s->swing.decay);
    if (s->amplitude * s->radius < min_swing)
        s->swing.unlike = "oscillations of less than 3 cells decay faster than by viscosity";
    c->size[0] = c->size[1] = s->size;
    c->size[2] = s->dimensions == 3 ? s->size : 1;
    c->surface = (struct lb_surface){true, tension};
    c->start = start_drop;
    c->start_state = s;
    plan->deviation = s->amplitude * s->radius * s->swing.omega / c->lattice->sound_speed_squared;
    plan->picture =
        (struct lb_picture){.field = "fill", .axis = s->dimensions == 3 ? 1 : 2, .high = 1.0};
    plan->has_field = true;
    return lb_oscillation_plan(&s->swing, v, plan, err);
}

/* How oblong it is: the second moments of the fill levels about their centre. */
static double shape_of(const struct drop *s, const double *fill)
{
    const uint32_t layers = s->dimensions == 3 ? s->size : 1;
    double sum = 0.0, first[3] = {0.0}, second[3] = {0.0};
    size_t n = 0;
    for (uint32_t z = 0; z < layers; z++)
        for (uint32_t y = 0; y < s->size; y++)
            for (uint32_t x = 0; x < s->size; x++, n++) {
                const double at[3] = {x, y, z}, wet = fill[n];
                sum += wet;
                for (int axis = 0; axis < 3; axis++) {
                    first[axis] += wet * at[axis];
                    second[axis] += wet * at[axis] * at[axis];
                }
            }
    double spread[3];
    for (int axis = 0; axis < 3; axis++)
        spread[axis] = second[axis] / sum - first[axis] * first[axis] / (sum * sum);
    if (s->dimensions == 2) return (spread[0] - spread[1]) / (spread[0] + spread[1]);
    return (spread[2] - 0.5 * (spread[0] + spread[1])) / (spread[0] + spread[1] + spread[2]);
}

static enum lb_status sample(void *state, struct lb_run *run, const struct lb_record *record,
                             struct lb_error *err)
{
    struct drop *s = state;
    enum lb_status st = LB_STATUS_OK;
    const struct lb_table *rows = lb_run_rows(run, 0);
    double *fill = NULL;
    LB_TRY(lb_mass_balance_read(&s->balance, run, &fill, err));
    const double t = (double)record->step, shape = shape_of(s, fill);
    const double start = rows->rows == 0 ? shape : rows->numbers[LB_OSCILLATION_VALUE];
    const double row[LB_OSCILLATION_COLUMNS] = {
        t, shape,
        start * exp(-s->swing.decay * t) *
            (cos(s->swing.omega * t) + s->swing.decay / s->swing.omega * sin(s->swing.omega * t))};
    LB_TRY(lb_run_add_row(run, 0, row, err));
    lb_run_progress(run, "oblong by %+.4f", shape);
cleanup:
    free(fill);
    return st;
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    static const struct lb_oscillation_words words = {
        .png = "shape.png",
        .title = "Oscillating drop",
        .y_label = "how oblong",
        .exact = "Rayleigh, Lamb",
    };
    const struct drop *s = state;
    const struct lb_signal shape =
        lb_signal_of_table(lb_run_rows(run, 0), LB_OSCILLATION_STEP, LB_OSCILLATION_VALUE, 0);
    return lb_oscillation_finish(&s->swing, crossing_band * lb_signal_half_range(&shape),
                                 &s->balance, &words, run, err);
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct drop *s = state;
    return lb_mass_balance_archive(&s->balance, a, err);
}

static const struct lb_parameter parameters[] = {
    {"radius", LB_PARAMETER_NUMBER, "cells", "32", "20", 4, 1024, "of the round drop"},
    {"amplitude", LB_PARAMETER_NUMBER, "1", "0.05", NULL, 1e-3, 0.3,
     "of the radius at its tips, as a share of it"},
    {"tension", LB_PARAMETER_NUMBER, "rho0 cells^3/step^2", "0.01", "0.03", 1e-8, 0.1,
     "surface tension"},
    {"viscosity", LB_PARAMETER_NUMBER, "cells^2/step", "0.01", NULL, 1e-5, 1,
     "kinematic viscosity"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"frequency", LB_KEY_VALUE, "frequency_exact"},
    {"mass_error", LB_KEY_SHOWN, NULL},
    {0},
};

static const struct lb_series series[] = {
    {"shape.csv", "step,shape,shape_exact", sample, LB_SERIES_COMPUTED, false},
    {0},
};

const struct lb_setup lb_setup_oscillating_drop = {
    .name = "oscillating-drop",
    .summary = "an elongated drop oscillates about its round shape",
    .reference = "Rayleigh's frequency with Lamb's damping",
    .lattice = "d2q9",
    .collision = "srt",
    .parameters = parameters,
    .state_size = sizeof(struct drop),
    .resolution = "radius",
    .key_results = key_results,
    .series = series,
    .prepare = prepare,
    .archive = archive,
    .finish = finish,
};
