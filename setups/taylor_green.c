/* taylor_green.c - a periodic grid of vortices that viscosity slows down; their energy falls until
 * round-off holds it.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 4.2. 
 * docs/setups/taylor-green.md
 * SPDX-License-Identifier: MIT */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/signal.h"
#include "run/setup.h"

enum { ENERGY }; /* the time series */
enum { COLUMN_STEP, COLUMN_RATIO, COLUMN_EXACT, COLUMNS };
enum {
    SAMPLES_PER_DECAY = 10, /* observations while the energy falls by e */
    LEVEL_DECAYS = 4,       /* a plateau: the medians of two such spans differ by less than half */
    LEVEL_SPAN = LEVEL_DECAYS * SAMPLES_PER_DECAY,
    MIN_FIT = 2 * SAMPLES_PER_DECAY
};
/* Of epsilon squared: where the energy may leave the exact curve.  Without the shift populations
 * are rounded by the size of their weights, 16 times that of u0 = 0.25, squared. */
static const double departure_shifted = 10.0, departure_unshifted = 1e3;

struct vortices {
    uint32_t length;
    double wave_number, u0, sound_speed_squared;
    double offset;          /* of the nodes [cells] */
    double rate;            /* of E/E0, exact */
    double lattice_excess;  /* of the lattice's rate over it, relative, to second order in k */
    double start_energy;    /* exact */
    uint64_t planned_steps; /* unless the user says otherwise */
    size_t stride; /* rows between two that a plateau is looked for in: more rows with probe= */
    bool has_plateau;
    double plateau;
};

static void start_vortices(const void *state, uint32_t x, uint32_t y, uint32_t z,
                           struct lb_cell *out)
{
    const struct vortices *s = state;
    const double k = s->wave_number;
    const double kx = k * ((double)x + s->offset), ky = k * ((double)y + s->offset);
    (void)z;
    out->u[0] = s->u0 * cos(kx) * sin(ky);
    out->u[1] = -s->u0 * sin(kx) * cos(ky);
    out->rho =
        1.0 - s->u0 * s->u0 / (4.0 * s->sound_speed_squared) * (cos(2.0 * kx) + cos(2.0 * ky));
}

/* Round-off of the better of arithmetic and storage bounds the energy from below. */
static double finest_epsilon(const struct lb_case *c)
{
    if (c->arithmetic == LB_ARITHMETIC_FP64) return DBL_EPSILON;
    return c->storage->epsilon;
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct vortices *s = state;
    const uint64_t tiles = lb_values_count(v, "tiles");
    s->length = (uint32_t)lb_values_count(v, "length");
    if (8 * tiles > s->length)
        return lb_fail(err, LB_STATUS_USAGE,
                       "tiles=%llu is out of range; a length of %u cells has room for 1 to %u",
                       (unsigned long long)tiles, (unsigned)s->length, (unsigned)s->length / 8);
    s->u0 = lb_values_number(v, "u0");
    s->offset = lb_values_number(v, "offset");
    s->sound_speed_squared = c->lattice->sound_speed_squared;
    s->wave_number = 2.0 * acos(-1.0) * (double)tiles / (double)s->length;
    s->start_energy = 0.25 * s->u0 * s->u0 * (double)s->length * (double)s->length;

    c->size[0] = c->size[1] = s->length;
    c->size[2] = 1;
    c->viscosity = s->sound_speed_squared * (lb_values_number(v, "tau") - 0.5);
    c->start = start_vortices;
    c->start_state = s;
    s->rate = 4.0 * c->viscosity * s->wave_number * s->wave_number;
    /* Shear waves along the diagonal decay faster than the continuum's: 5e-5 at the paper's length. */
    const double half = lb_case_relaxation_time(c) - 0.5;
    s->lattice_excess = half * half * s->wave_number * s->wave_number / 3.0;

    const double own = fmax(1.0, floor(1.0 / (SAMPLES_PER_DECAY * s->rate)));
    const enum lb_status st = lb_setup_probe(v, own, own, &plan->observe_every, err);
    if (st != LB_STATUS_OK) return st;
    plan->series[ENERGY].every = plan->observe_every;
    s->stride = (size_t)ceil(own / (double)plan->observe_every);
    /* Decay times to epsilon squared, half as many again, and time to see that nothing more
     * happens. */
    const double decays = -3.0 * log(finest_epsilon(c)) + 4.0 * LEVEL_DECAYS;
    plan->steps = (uint64_t)ceil(decays / s->rate);
    s->planned_steps = plan->steps;
    plan->judged_mach = 0.5; /* at the start; the decay is fitted when the flow is slow */
    plan->deviation = s->u0 / c->lattice->sound_speed_squared;
    plan->picture = (struct lb_picture){.field = "vorticity", .axis = 2};
    plan->has_field = true;
    return LB_STATUS_OK;
}

/* Median of the energy ratios of LEVEL_SPAN rows, s->stride apart, up to the row before `end`. */
static double median_ratio(const struct vortices *s, const struct lb_table *rows, size_t end)
{
    double ratios[LEVEL_SPAN];
    for (size_t i = 0; i < LEVEL_SPAN; i++)
        ratios[i] = rows->numbers[(end - 1 - i * s->stride) * COLUMNS + COLUMN_RATIO];
    return lb_signal_median(ratios, LEVEL_SPAN);
}

/* Over LEVEL_DECAYS decay times the exact energy falls by e^-4 = 0.018. */
static void look_for_plateau(struct vortices *s, const struct lb_table *rows)
{
    const size_t n = rows->rows, span = LEVEL_SPAN * s->stride;
    if (n < 2 * span || n % s->stride != 0) return;
    s->plateau = median_ratio(s, rows, n);
    s->has_plateau = s->plateau >= 0.5 * median_ratio(s, rows, n - span);
}

static enum lb_status sample_energy(void *state, struct lb_run *run, const struct lb_record *record,
                                    struct lb_error *err)
{
    struct vortices *s = state;
    enum lb_status st = LB_STATUS_OK;
    const double step = (double)record->step;
    struct lb_survey survey;
    LB_TRY(lb_solver_survey(lb_run_solver(run), &survey, err));
    const double row[COLUMNS] = {step, survey.energy / s->start_energy, exp(-s->rate * step)};
    LB_TRY(lb_run_add_row(run, ENERGY, row, err));
    lb_run_progress(run, "E/E0 %.2e, exact %.2e", row[COLUMN_RATIO], row[COLUMN_EXACT]);
    look_for_plateau(s, lb_run_rows(run, ENERGY));
    if (s->has_plateau) lb_run_stop(run);
cleanup:
    return st;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct lb_picture picture = {.field = "vorticity", .axis = 2};
    (void)state;
    if (lb_run_step(run) > 0) return LB_STATUS_OK;
    return lb_run_write_picture(run, "vorticity-start.png", &picture, err);
}

struct decay {
    bool is_known;
    double rate;
    double excess; /* of the fitted line over the exact one at step 0, as a factor minus 1 */
};

struct gate {
    double min, max;
};

/* Where E/E0 first was half or twice what it should be. */
struct departure {
    bool is_seen;
    double exact, ratio;
};

static struct departure find_departure(const struct vortices *s, const struct lb_table *h)
{
    for (size_t i = 0; i < h->rows; i++) {
        const double *row = h->numbers + i * COLUMNS;
        const double exact = exp(-s->rate * (1.0 + s->lattice_excess) * row[COLUMN_STEP]);
        if (!(row[COLUMN_RATIO] > 0.5 * exact && row[COLUMN_RATIO] < 2.0 * exact))
            return (struct departure){true, exact, row[COLUMN_RATIO]};
    }
    return (struct departure){0};
}

/* Where the decay is fitted: the flow is slow by then (the start's Mach number slows the decay by
 * a few per cent at first) and rounding does not show yet.  With 16 bits a step's decay soon drowns
 * in the rounding of a population, at another height in each format; they share one window, so that
 * their rates compare. */
static struct gate fit_window(const struct lb_case *c, const struct departure *d, double last)
{
    const bool is_short = c->storage->bits < 32;
    const double floor = d->is_seen ? fmax(d->exact, d->ratio) : last;
    return (struct gate){is_short ? fmax(1e-3, 50.0 * floor) : 500.0 * floor,
                         is_short ? 0.1 : 1e-3};
}

static enum lb_status fit_decay(const struct vortices *s, const struct lb_run *run,
                                const struct departure *departure, struct decay *out,
                                struct lb_error *err)
{
    const struct lb_table *h = lb_run_rows(run, ENERGY);
    *out = (struct decay){0};
    if (h->rows == 0) return LB_STATUS_OK;
    const double last = h->numbers[(h->rows - 1) * COLUMNS + COLUMN_RATIO];
    const struct gate window = fit_window(lb_run_case(run), departure, last);
    double *points = malloc(2 * h->rows * sizeof *points);
    if (points == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory to fit %zu energies", h->rows);
    size_t count = 0;
    for (size_t i = 0; i < h->rows; i++) {
        const double *row = h->numbers + i * COLUMNS;
        if (row[COLUMN_RATIO] > window.max) continue;
        if (row[COLUMN_RATIO] < window.min || !(row[COLUMN_RATIO] > 0.0)) break;
        points[2 * count] = row[COLUMN_STEP];
        points[2 * count++ + 1] = log(row[COLUMN_RATIO]);
    }
    const struct lb_signal logarithms = {points, points + 1, count, 2};
    struct lb_line line = {0};
    out->is_known = count >= MIN_FIT * s->stride && lb_signal_fit_line(&logarithms, &line);
    out->rate = -line.slope;
    out->excess = exp(line.intercept) - 1.0;
    free(points);
    return LB_STATUS_OK;
}

/* Relative; with 16 bits and fewer the line is fitted higher up, where the decay is still that of the start's
 * Mach number. */
static double rate_tolerance(const struct vortices *s, const struct lb_case *c)
{
    return (c->storage->bits >= 32 ? 0.001 : 0.01) + s->lattice_excess;
}

/* A run that never left the curve is as exact as can be. */
static void judge_departure(const struct vortices *s, struct lb_run *run, const struct departure *d)
{
    static const char what[] = "E/E0 where it leaves the exact curve";
    const struct lb_case *c = lb_run_case(run);
    const double square = c->storage->epsilon * c->storage->epsilon;
    const double end = s->rate * (double)lb_run_step(run);
    if (s->lattice_excess * s->lattice_excess * end > 0.1)
        lb_run_not_judged(run, "%s: at this length and tau the lattice's own decay is another",
                          what);
    else if (d->is_seen || s->has_plateau || lb_run_step(run) >= s->planned_steps)
        lb_run_verdict_at_most(run, what, d->is_seen ? d->exact : exp(-end), square,
                               (c->shift ? departure_shifted : departure_unshifted) * square -
                                   square);
    else
        lb_run_not_judged(run, "%s: it has not after %llu steps", what,
                          (unsigned long long)lb_run_step(run));
}

/* Fewer steps than planned may give no verdict; a departure so high that no decay is left to fit
 * gives its own. */
static void give_verdicts(const struct vortices *s, struct lb_run *run, const struct decay *decay,
                          const struct departure *departure)
{
    const double tolerance = rate_tolerance(s, lb_run_case(run)) * s->rate;
    if (decay->is_known)
        lb_run_verdict(run, "decay_rate", decay->rate, s->rate, tolerance,
                       fabs(decay->rate - s->rate) <= tolerance);
    else if (!s->has_plateau && lb_run_step(run) >= s->planned_steps)
        lb_run_verdict(run, "decay_rate (nothing to fit)", nan(""), s->rate, tolerance, false);
    else
        lb_run_not_judged(run, "decay_rate: %s too few energies to fit a line to",
                          s->has_plateau ? "above where the energy leaves the exact curve are"
                                         : "this run has");
    judge_departure(s, run, departure);
}

static enum lb_status draw_energy(struct lb_run *run, struct lb_error *err)
{
    struct lb_chart_series lines[] = {
        lb_run_line(run, ENERGY, "exact", COLUMN_STEP, COLUMN_EXACT),
        lb_run_line(run, ENERGY, "simulated", COLUMN_STEP, COLUMN_RATIO),
    };
    lines[0].dashed = true;
    const struct lb_chart chart = {.title = "Kinetic energy of Taylor-Green vortices",
                                   .x_label = "step",
                                   .y_label = "E / E0",
                                   .y_logarithmic = true,
                                   .series = lines,
                                   .series_count = 2};
    return lb_run_write_chart(run, "energy.png", &chart, err);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct vortices *s = state;
    enum lb_status st = LB_STATUS_OK;
    const struct lb_table *h = lb_run_rows(run, ENERGY);
    look_for_plateau(s, h); /* a run that was resumed at its end has sampled none */
    const struct departure departure = find_departure(s, h);
    struct decay decay;
    LB_TRY(fit_decay(s, run, &departure, &decay, err));
    if (h->rows > 0)
        lb_run_result(run, "energy_ratio_final", h->numbers[(h->rows - 1) * COLUMNS + COLUMN_RATIO],
                      "1");
    if (departure.is_seen) lb_run_result(run, "departure", departure.exact, "1");
    if (s->has_plateau) lb_run_result(run, "plateau", s->plateau, "1");
    if (decay.is_known) {
        lb_run_result(run, "decay_rate", decay.rate, "1/step");
        lb_run_result(run, "energy_excess", decay.excess, "1");
    }
    lb_run_result(run, "decay_rate_exact", s->rate, "1/step");
    if (!lb_run_is_stopped_early(run)) give_verdicts(s, run, &decay, &departure);
    LB_TRY(draw_energy(run, err));
cleanup:
    return st;
}

static const struct lb_parameter parameters[] = {
    {"length", LB_PARAMETER_COUNT, "cells", "256", "64", 8, 32768, "side of the periodic square"},
    {"tiles", LB_PARAMETER_COUNT, "1", "1", NULL, 1, 4096, "periods of the pattern along a side"},
    {"u0", LB_PARAMETER_NUMBER, "cells/step", "0.25", NULL, 1e-6, 0.3,
     "largest velocity at the start"},
    {"tau", LB_PARAMETER_NUMBER, "steps", "1", NULL, 0.501, 10,
     "relaxation time; sets the viscosity"},
    {"offset", LB_PARAMETER_NUMBER, "cells", "0.5", NULL, 0, 1,
     "of the nodes from where u is largest; at 0 rounding leaves no alternating flow"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"decay_rate", LB_KEY_VALUE, "decay_rate_exact"},
    {"departure", LB_KEY_SHOWN, NULL},
    {"plateau", LB_KEY_SHOWN, NULL},
    {0},
};

static const struct lb_series series[] = {
    {"energy.csv", "step,energy_ratio,energy_ratio_exact", sample_energy, LB_SERIES_COMPUTED,
     false},
    {0},
};

const struct lb_setup lb_setup_taylor_green = {
    .name = "taylor-green",
    .summary = "vortices that viscosity slows down until round-off keeps them going",
    .reference = "the exact decay of the energy: its rate, and how far down it is followed",
    .lattice = "d2q9",
    .collision = "srt",
    .parameters = parameters,
    .state_size = sizeof(struct vortices),
    .resolution = "length",
    .key_results = key_results,
    .size_matters = "rounded to nearest, FP16S decays within 0.1 % of FP64 at length=64, and 2 % "
                    "slower at 256",
    .series = series,
    .prepare = prepare,
    .observe = observe,
    .finish = finish,
};
