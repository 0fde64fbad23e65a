/* static_drop.c - a drop at rest: surface tension raises the pressure inside by Laplace's law.
 * docs/setups/static-drop.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "geometry/volume_fraction.h"
#include "run/setup.h"
#include "mass_balance.h"

enum { PRESSURE }; /* the time series */
enum { COLUMN_STEP, COLUMN_EXCESS, COLUMN_SPEED, COLUMNS };
enum { OBSERVATIONS = 200, MIN_OBSERVATIONS = 20, GAP = 5 /* cells of gas on each side */ };

static const double laplace_tolerance = 0.03, min_radius = 8.0; /* for a verdict [cells] */
static const double settling_decays = 3.0; /* of the slowest sound in the drop */

struct drop {
    struct lb_sphere sphere;
    int dimensions;
    uint32_t size;
    double tension, expected; /* excess density by Laplace's law */
    uint64_t settled;         /* steps until sound has died down */
    struct lb_mass_balance balance;
};

static void start_drop(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct drop *s = state;
    out->fill = lb_volume_fraction(lb_sphere_depth, &s->sphere, s->dimensions, x, y, z);
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct drop *s = state;
    const double radius = lb_values_number(v, "radius");
    s->dimensions = c->lattice->dimensions;
    s->size = ((uint32_t)ceil(2.0 * radius) + 2 * GAP + 3) / 4 * 4; /* room for four lanes */
    s->tension = lb_values_number(v, "tension");
    /* Not in the middle of a cell: no symmetry of the grid may help. */
    const double middle = 0.5 * s->size;
    s->sphere = (struct lb_sphere){
        {middle + 0.21, middle - 0.13, s->dimensions == 3 ? middle + 0.07 : 0.5}, radius};
    const double per_sound = 1.0 / c->lattice->sound_speed_squared;
    s->expected = per_sound * s->tension * (s->dimensions - 1) / radius;
    c->size[0] = c->size[1] = s->size;
    c->size[2] = s->dimensions == 3 ? s->size : 1;
    c->viscosity = c->lattice->sound_speed_squared * (lb_values_number(v, "tau") - 0.5);
    c->surface = (struct lb_surface){true, s->tension};
    c->start = start_drop;
    c->start_state = s;
    /* The slowest round sound wave of a drop with a soft surface. */
    const double wave_number = (s->dimensions == 3 ? 3.14159 : 2.40483) / radius;
    plan->steps = (uint64_t)ceil(settling_decays / (c->viscosity * wave_number * wave_number));
    plan->steps = plan->steps < 2000 ? 2000 : plan->steps;
    s->settled = plan->steps;
    const double steps = (double)plan->steps;
    const enum lb_status st = lb_setup_probe(v, steps / OBSERVATIONS, steps / MIN_OBSERVATIONS,
                                             &plan->observe_every, err);
    if (st != LB_STATUS_OK) return st;
    plan->series[PRESSURE].every = plan->observe_every;
    plan->deviation = s->expected;
    plan->picture = (struct lb_picture){.field = "density", .axis = 2};
    plan->has_field = true;
    return LB_STATUS_OK;
}

/* Mean excess of the density within half the radius. */
static enum lb_status look_inside(const struct drop *s, struct lb_run *run, double *out,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_region r = {.begin = {0, 0, 0}, .end = {1, 1, 1}};
    uint64_t cells = 1;
    const double half = 0.5 * s->sphere.radius;
    for (int axis = 0; axis < s->dimensions; axis++) {
        r.begin[axis] = (uint32_t)(s->sphere.centre[axis] - half);
        r.end[axis] = (uint32_t)(s->sphere.centre[axis] + half) + 1;
        cells *= r.end[axis] - r.begin[axis];
    }
    double *rho = malloc(cells * sizeof *rho);
    LB_REQUIRE(rho != NULL, LB_STATUS_FAILED, "no memory for the inside of the drop");
    LB_TRY(lb_solver_read(lb_run_solver(run), &r, rho, NULL, err));
    double sum = 0.0;
    uint64_t count = 0, n = 0;
    for (uint32_t z = r.begin[2]; z < r.end[2]; z++)
        for (uint32_t y = r.begin[1]; y < r.end[1]; y++)
            for (uint32_t x = r.begin[0]; x < r.end[0]; x++, n++) {
                const double at[3] = {x + 0.5, y + 0.5, s->dimensions == 3 ? z + 0.5 : 0.5};
                if (lb_sphere_depth(&s->sphere, at) < half) continue;
                sum += rho[n] - 1.0;
                count++;
            }
    *out = sum / (double)(count > 0 ? count : 1);
cleanup:
    free(rho);
    return st;
}

static enum lb_status sample(void *state, struct lb_run *run, const struct lb_record *record,
                             struct lb_error *err)
{
    struct drop *s = state;
    enum lb_status st = LB_STATUS_OK;
    double excess = 0.0;
    LB_TRY(lb_mass_balance_observe(&s->balance, run, NULL, err));
    LB_TRY(look_inside(s, run, &excess, err));
    const double row[COLUMNS] = {(double)record->step, excess, s->balance.speed};
    LB_TRY(lb_run_add_row(run, PRESSURE, row, err));
    if (s->expected > 0.0) lb_run_progress(run, "pressure %.4f of Laplace's", excess / s->expected);
cleanup:
    return st;
}

static enum lb_status draw_pressure(const struct drop *s, struct lb_run *run, struct lb_error *err)
{
    const double ends[] = {0.0, (double)lb_run_step(run)}, law[] = {s->expected, s->expected};
    const struct lb_chart_series lines[] = {
        {"Laplace", ends, law, 2, 1, false, true},
        lb_run_line(run, PRESSURE, "simulated", COLUMN_STEP, COLUMN_EXCESS),
    };
    const struct lb_chart chart = {.title = "Pressure in a drop",
                                   .x_label = "step",
                                   .y_label = "excess density",
                                   .series = lines,
                                   .series_count = 2};
    return lb_run_write_chart(run, "pressure.png", &chart, err);
}

static void judge(const struct drop *s, struct lb_run *run, double ratio)
{
    static const char what[] = "pressure by Laplace's law";
    const unsigned long long steps = lb_run_step(run), settled = s->settled;
    if (lb_run_is_stopped_early(run)) return;
    if (!(s->tension > 0.0))
        lb_run_not_judged(run, "%s: there is no surface tension", what);
    else if (s->sphere.radius < min_radius)
        lb_run_not_judged(run, "%s: the drop's radius is %g cells, and %g are needed", what,
                          s->sphere.radius, min_radius);
    else if (lb_run_case(run)->storage->bits < 32)
        lb_run_not_judged(run, "%s: the tolerance is for storage of 32 bits and more", what);
    else if (steps < settled)
        lb_run_not_judged(run, "%s: sound has died down after %llu steps, and this run had %llu",
                          what, settled, steps);
    else
        lb_run_verdict(run, what, ratio, 1.0, laplace_tolerance,
                       fabs(ratio - 1.0) <= laplace_tolerance);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct drop *s = state;
    const struct lb_table *h = lb_run_rows(run, PRESSURE);
    const struct lb_case *c = lb_run_case(run);
    /* The mean of the last quarter: what sound is left goes up and down. */
    const size_t first = h->rows - (h->rows + 3) / 4;
    double sum = 0.0, fastest = 0.0;
    for (size_t i = first; i < h->rows; i++) {
        sum += h->numbers[i * COLUMNS + COLUMN_EXCESS];
        fastest = fmax(fastest, h->numbers[i * COLUMNS + COLUMN_SPEED]);
    }
    const double ratio = sum / (double)(h->rows - first) / s->expected;
    lb_run_result(run, "laplace_ratio", ratio, "1");
    lb_run_result(run, "excess_density_exact", s->expected, "rho0");
    lb_run_result(run, "spurious_speed", fastest, "cells/step");
    /* the unit that matters: the speed at which tension and viscosity balance */
    lb_run_result(run, "spurious_capillary", fastest * c->viscosity / fmax(s->tension, 1e-300),
                  "1");
    judge(s, run, ratio);
    lb_mass_balance_report(&s->balance, run);
    return draw_pressure(s, run, err);
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct drop *s = state;
    return lb_mass_balance_archive(&s->balance, a, err);
}

static const struct lb_parameter parameters[] = {
    {"radius", LB_PARAMETER_NUMBER, "cells", "16", "8", 2, 1024, "radius of the drop"},
    {"tension", LB_PARAMETER_NUMBER, "rho0 cells^3/step^2", "1e-3", NULL, 0, 0.1,
     "surface tension"},
    {"tau", LB_PARAMETER_NUMBER, "steps", "0.7", NULL, 0.501, 10,
     "relaxation time; sets the viscosity"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"laplace_ratio", LB_KEY_VALUE, NULL},
    {"spurious_speed", LB_KEY_SHOWN, NULL},
    {"mass_error", LB_KEY_SHOWN, NULL},
    {0},
};

static const struct lb_series series[] = {
    {"pressure.csv", "step,excess_density,speed", sample, LB_SERIES_COMPUTED, false},
    {0},
};

const struct lb_setup lb_setup_static_drop = {
    .name = "static-drop",
    .summary = "a drop at rest, kept round by surface tension",
    .reference = "Laplace's law",
    .lattice = "d3q19",
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
