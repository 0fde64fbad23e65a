/* capillary_wave.c - a standing wave on a fluid at rest, driven by surface tension (and gravity).
 * Prosperetti, Phys. Fluids 24, 1217 (1981).  docs/setups/capillary-wave.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "analysis/viscous_wave.h"
#include "geometry/volume_fraction.h"
#include "run/setup.h"
#include "oscillation.h"

static const double crossing_band =
    0.02; /* of the first amplitude: smaller oscillations about zero are noise */

/* Cells: gravity waves lower than this at the start lose more than viscosity takes, and lower ones are slow, as the
 * gas presses on the far side of the interface cells, and the surface feels gravity by whole cells.
 * Tension acts on the curvature within them. */
static const double low_wave = 5.0, lowest_wave = 1.0;

struct wave {
    int up;
    uint32_t length, height, depth; /* depth: floor to surface at rest */
    double wave_number, amplitude;
    struct lb_oscillation swing;
    struct lb_mass_balance balance;
};

/* Along the normal, to first order in the slope. */
static double wave_depth(const void *shape, const double position[3])
{
    const struct wave *s = shape;
    const double phase = s->wave_number * position[0];
    const double slope = -s->amplitude * s->wave_number * sin(phase);
    const double level = 1.0 + s->depth + s->amplitude * cos(phase);
    return (level - position[s->up]) / sqrt(1.0 + slope * slope);
}

static void start_wave(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct wave *s = state;
    const uint32_t at = s->up == 2 ? z : y;
    if (at == 0 || at == s->height - 1)
        out->flags = LB_CELL_SOLID;
    else
        out->fill = lb_volume_fraction(wave_depth, s, s->up == 2 ? 3 : 2, x, y, z);
}

static void doubt_gravity(struct wave *s)
{
    if (s->amplitude < lowest_wave) {
        s->swing.unlike = "gravity waves of less than a cell are slow and die soon";
        s->swing.is_other_frequency = true;
    } else if (s->amplitude < low_wave)
        s->swing.unlike = "gravity waves of less than 5 cells die faster than by viscosity";
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct wave *s = state;
    s->up = c->lattice->dimensions == 2 ? 1 : 2;
    s->length = (uint32_t)lb_values_count(v, "length");
    s->depth = lb_values_is_set(v, "depth") ? (uint32_t)lb_values_count(v, "depth") : s->length / 2;
    s->amplitude = lb_values_number(v, "amplitude") * s->length;
    if (s->amplitude > 0.5 * s->depth)
        return lb_fail(err, LB_STATUS_USAGE, "depth=%u is too little for a wave %.3g cells high",
                       (unsigned)s->depth, s->amplitude);
    s->height = s->depth + (uint32_t)ceil(s->amplitude) + 8;
    s->wave_number = 2.0 * acos(-1.0) / s->length;
    const double k = s->wave_number, tension = lb_values_number(v, "tension");
    const double gravity = lb_values_number(v, "gravity");
    c->viscosity = lb_values_number(v, "viscosity");
    const double inviscid = (gravity * k + tension * k * k * k) * tanh(k * s->depth);
    s->swing.decay = 2.0 * c->viscosity * k * k;
    if (inviscid <= 4.0 * s->swing.decay * s->swing.decay)
        return lb_fail(err, LB_STATUS_USAGE,
                       "viscosity=%g, tension=%g, gravity=%g: the surface creeps rather than waves",
                       c->viscosity, tension, gravity);
    s->swing.omega = sqrt(inviscid);
    if (gravity * k > tension * k * k * k) doubt_gravity(s);
    if (2 * s->depth < s->length) s->swing.unlike = "the floor is near and damps the wave, too";
    c->size[0] = s->length;
    c->size[1] = s->up == 1 ? s->height : 4;
    c->size[2] = s->up == 1 ? 1 : s->height;
    c->force[s->up] = -gravity;
    c->surface = (struct lb_surface){true, tension};
    c->cell_kinds = LB_CELL_SOLID;
    c->start = start_wave;
    c->start_state = s;
    plan->deviation = s->amplitude * s->swing.omega / c->lattice->sound_speed_squared;
    plan->picture = (struct lb_picture){.field = "fill", .axis = s->up == 1 ? 2 : 1, .high = 1.0};
    plan->has_field = true;
    return lb_oscillation_plan(&s->swing, v, plan, err);
}

/* The share of cos kx in the heights of the columns. */
static double amplitude_of(const struct wave *s, const struct lb_case *c, const double *fill)
{
    double sum = 0.0;
    size_t n = 0;
    for (uint32_t z = 0; z < c->size[2]; z++)
        for (uint32_t y = 0; y < c->size[1]; y++)
            for (uint32_t x = 0; x < c->size[0]; x++, n++)
                sum += fill[n] * cos(s->wave_number * (x + 0.5));
    const uint32_t rows = s->up == 1 ? 1 : c->size[1];
    return 2.0 * sum / ((double)s->length * rows);
}

static enum lb_status sample(void *state, struct lb_run *run, const struct lb_record *record,
                             struct lb_error *err)
{
    struct wave *s = state;
    enum lb_status st = LB_STATUS_OK;
    double *fill = NULL;
    LB_TRY(lb_mass_balance_read(&s->balance, run, &fill, err));
    const double t = (double)record->step;
    const double row[LB_OSCILLATION_COLUMNS] = {
        t, amplitude_of(s, lb_run_case(run), fill) / s->amplitude,
        lb_viscous_wave(s->swing.omega, 0.5 * s->swing.decay, t)};
    LB_TRY(lb_run_add_row(run, 0, row, err));
    lb_run_progress(run, "a/a0 %+.4f", row[LB_OSCILLATION_VALUE]);
cleanup:
    free(fill);
    return st;
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    static const struct lb_oscillation_words words = {
        .png = "amplitude.png",
        .title = "Capillary wave",
        .y_label = "amplitude, a/a0",
        .exact = "Prosperetti",
    };
    const struct wave *s = state;
    return lb_oscillation_finish(&s->swing, crossing_band, &s->balance, &words, run, err);
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct wave *s = state;
    return lb_mass_balance_archive(&s->balance, a, err);
}

static const struct lb_parameter parameters[] = {
    {"length", LB_PARAMETER_COUNT, "cells", "128", "64", 8, 8192, "wave length"},
    {"depth", LB_PARAMETER_COUNT, "cells", NULL, NULL, 4, 8192,
     "of the fluid; default: half a wave length"},
    {"amplitude", LB_PARAMETER_NUMBER, "1", "0.01", NULL, 1e-4, 0.1,
     "at the start, as a share of the wave length"},
    {"tension", LB_PARAMETER_NUMBER, "rho0 cells^3/step^2", "0.01", NULL, 0, 0.1,
     "surface tension"},
    {"gravity", LB_PARAMETER_NUMBER, "rho0 cells/step^2", "0", NULL, 0, 0.01, "force per volume"},
    {"viscosity", LB_PARAMETER_NUMBER, "cells^2/step", "0.005", NULL, 1e-5, 1,
     "kinematic viscosity"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"frequency", LB_KEY_VALUE, "frequency_exact"},
    {"mass_error", LB_KEY_SHOWN, NULL},
    {0},
};

static const struct lb_series series[] = {
    {"amplitude.csv", "step,amplitude,amplitude_exact", sample, LB_SERIES_COMPUTED, false},
    {0},
};

const struct lb_setup lb_setup_capillary_wave = {
    .name = "capillary-wave",
    .summary = "a standing wave that surface tension drives",
    .reference = "Prosperetti's exact solution for a wave let go from rest",
    .lattice = "d2q9",
    .collision = "srt",
    .parameters = parameters,
    .state_size = sizeof(struct wave),
    .resolution = "length",
    .key_results = key_results,
    .series = series,
    .prepare = prepare,
    .archive = archive,
    .finish = finish,
};
