/* taylor_green_3d.c - vortices in a periodic cube that break up into turbulence; how fast their
 * energy is lost is known from direct numerical simulations.
 * Source: Taylor & Green, Proc. R. Soc. A 158, 499 (1937).  docs/setups/taylor-green-3d.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "analysis/signal.h"
#include "run/setup.h"

enum { ENERGY }; /* the time series */
enum { COLUMN_STEP, COLUMN_TIME, COLUMN_ENERGY, COLUMNS };
enum { RATE_TIME, RATE_ENERGY, RATE_DISSIPATION, RATE_COLUMNS };
enum { ROWS_PER_TIME = 20 };

/* Times in L/u0, energies in u0^2 and dissipation in u0^3/L, per mass. */
enum { MAX_MOMENTS = 20 };
static const struct reference {
    double reynolds;
    const char *label;
    double peak, peak_time;
    size_t count;
    struct {
        double time, energy, dissipation;
    } moments[MAX_MOMENTS];
} references[] = {
    /* Direct numerical simulation with 512^3 nodes by Dairay, Lamballais, Laizet & Vassilicos, J. Comput. Phys.
     * 337, 252 (2017), their file TGV_Re1600.dat. */
    {1600.0,
     "512^3, Dairay et al. 2017",
     1.28564940e-2,
     8.98,
     20,
     {{2.5, 0.123522321, 8.80890331e-4},   {3.0, 0.123023878, 1.12651019e-3},
      {4.5, 0.120240656, 3.06123473e-3},   {5.0, 0.118435725, 4.12713127e-3},
      {6.0, 0.113581072, 5.53094389e-3},   {6.5, 0.110562786, 6.62503228e-3},
      {7.5, 0.103042704, 8.73031735e-3},   {8.0, 0.098289594, 1.03729839e-2},
      {8.5, 0.0927014716, 1.19220101e-2},  {9.0, 0.0864029175, 1.28534836e-2},
      {9.5, 0.0802316120, 1.17267308e-2},  {10.0, 0.0744799313, 1.12727337e-2},
      {11.0, 0.0636659457, 1.00946503e-2}, {11.5, 0.0588407229, 9.20786542e-3},
      {12.5, 0.0505455904, 7.17664603e-3}, {13.0, 0.0471960823, 6.33618025e-3},
      {15.0, 0.0364331025, 4.33837945e-3}, {15.5, 0.0343791417, 3.90416234e-3},
      {19.5, 0.0225124589, 2.04090015e-3}, {20.0, 0.0215364181, 1.86949332e-3}}},
    /* Our own, pseudo-spectral with 64^3 nodes: tests/support/taylor_green_reference.py. */
    {200.0,
     "pseudo-spectral, 64^3",
     1.2790e-2,
     6.0,
     19,
     {{1.0, 0.121178078, 4.0235912e-3},
      {1.5, 0.119064229, 4.4686124e-3},
      {2.0, 0.116672035, 5.1369897e-3},
      {2.5, 0.113893501, 6.0061262e-3},
      {3.0, 0.110643062, 7.0125864e-3},
      {3.5, 0.106867985, 8.0983275e-3},
      {4.0, 0.102534392, 9.2467092e-3},
      {4.5, 0.097611120, 1.0453906e-2},
      {5.0, 0.092083470, 1.1634554e-2},
      {5.5, 0.086027940, 1.2506533e-2},
      {6.0, 0.079677184, 1.2789959e-2},
      {6.5, 0.073332584, 1.2512774e-2},
      {7.0, 0.067220107, 1.1897481e-2},
      {7.5, 0.061465266, 1.1098551e-2},
      {8.0, 0.056139278, 1.0193637e-2},
      {8.5, 0.051276150, 9.2624651e-3},
      {9.0, 0.046864952, 8.4013314e-3},
      {9.5, 0.042852456, 7.6708556e-3},
      {10.0, 0.039176913, 7.0416863e-3}}},
};

/* Where the energy lost is compared with the power series, which there and from this Reynolds number
 * on is within 3e-4 of a spectral solution. */
static const double series_from = 0.5, series_to = 1.0, series_reynolds = 100.0;

static const double usual_peak_time = 9.0;
static const double start_energy = 0.125; /* in u0^2 */
/* Cells of a side that carry the small eddies: at Re 1600 128, which are 4 of the Kolmogorov lengths of the
 * largest dissipation wide. */
static const double fine_side = 128.0, fine_reynolds = 1600.0;
enum { MIN_SIDE = 64 };
/* Relative; of the energy at the start; of the largest dissipation, at it and at any time; in L/u0. */
static const double loss_tolerance = 0.05, energy_tolerance = 0.04, peak_tolerance = 0.1,
                    dissipation_tolerance = 0.15, time_tolerance = 1.0;

struct vortices {
    double wave_number, u0, reynolds, end_time;
    double start_speed; /* that u0 is left of */
    double length;      /* L [cells] */
    double sound_speed_squared;
    uint32_t side;         /* of the cube [cells] */
    uint64_t picture_step; /* near the largest dissipation */
};

/* NULL: there is none for this Reynolds number. */
static const struct reference *find_reference(const struct vortices *s)
{
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++)
        if (fabs(s->reynolds - references[i].reynolds) < 1e-9) return &references[i];
    return NULL;
}

struct rates {
    double *numbers; /* owned */
    size_t count;
};

static void start_vortices(const void *state, uint32_t x, uint32_t y, uint32_t z,
                           struct lb_cell *out)
{
    const struct vortices *s = state;
    const double k = s->wave_number, u = s->start_speed;
    const double kx = k * (x + 0.5), ky = k * (y + 0.5), kz = k * (z + 0.5);
    out->u[0] = u * sin(kx) * cos(ky) * cos(kz);
    out->u[1] = -u * cos(kx) * sin(ky) * cos(kz);
    out->rho = 1.0 + s->u0 * s->u0 / (16.0 * s->sound_speed_squared) *
                         (cos(2.0 * kx) + cos(2.0 * ky)) * (cos(2.0 * kz) + 2.0);
}

/* The start is an equilibrium, without the stress that belongs to the flow.  Until it is there
 * momentum is lost as if for one step the viscosity were tau (1 - tau) c_s^2 more. */
static double lost_at_start(const struct lb_case *c, double wave_number)
{
    const double tau = lb_case_relaxation_time(c);
    return 3.0 * wave_number * wave_number * c->lattice->sound_speed_squared * tau * (1.0 - tau);
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct vortices *s = state;
    if (c->lattice->dimensions != 3)
        return lb_fail(err, LB_STATUS_USAGE, "taylor-green-3d needs a 3D lattice, not %s",
                       c->lattice->name);
    s->side = (uint32_t)lb_values_count(v, "length");
    s->u0 = lb_values_number(v, "u0");
    s->reynolds = lb_values_number(v, "re");
    s->end_time = lb_values_number(v, "time");
    s->wave_number = 2.0 * acos(-1.0) / s->side;
    s->length = 1.0 / s->wave_number;
    s->sound_speed_squared = c->lattice->sound_speed_squared;
    c->size[0] = c->size[1] = c->size[2] = s->side;
    c->viscosity = s->u0 * s->length / s->reynolds;
    s->start_speed = s->u0 / (1.0 - lost_at_start(c, s->wave_number));
    c->start = start_vortices;
    c->start_state = s;

    const double unit = s->length / s->u0;
    /* Odd: the missing stress of the start changes its sign with every step. */
    const double own = 1.0 + 2.0 * floor(unit / (2.0 * ROWS_PER_TIME));
    const enum lb_status st = lb_setup_probe(v, own, unit, &plan->observe_every, err);
    if (st != LB_STATUS_OK) return st;
    plan->series[ENERGY].every = plan->observe_every;
    plan->steps = (uint64_t)ceil(s->end_time * unit);
    const struct reference *f = find_reference(s);
    s->picture_step =
        plan->observe_every * (uint64_t)ceil((f != NULL ? f->peak_time : usual_peak_time) * unit /
                                             (double)plan->observe_every);
    plan->judged_mach = 0.12; /* the references are of incompressible flow */
    plan->deviation = s->u0 / s->sound_speed_squared;
    plan->picture = (struct lb_picture){.field = "vorticity", .axis = 2};
    plan->has_field = true;
    return LB_STATUS_OK;
}

static enum lb_status sample_energy(void *state, struct lb_run *run, const struct lb_record *record,
                                    struct lb_error *err)
{
    const struct vortices *s = state;
    enum lb_status st = LB_STATUS_OK;
    struct lb_survey survey;
    LB_TRY(lb_solver_survey(lb_run_solver(run), &survey, err));
    const double step = (double)record->step;
    const double row[COLUMNS] = {step, step * s->u0 / s->length,
                                 survey.energy / (s->u0 * s->u0 * s->side * s->side * s->side)};
    LB_TRY(lb_run_add_row(run, ENERGY, row, err));
    lb_run_progress(run, "t %.2f, E %.4f", row[COLUMN_TIME], row[COLUMN_ENERGY]);
cleanup:
    return st;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct vortices *s = state;
    const struct lb_picture picture = {.field = "vorticity", .axis = 2};
    if (lb_run_step(run) != s->picture_step) return LB_STATUS_OK;
    return lb_run_write_picture(run, "vorticity-peak.png", &picture, err);
}

/* Of three rows: what changes its sign from row to row is gone. */
static double smooth_energy(const double *e)
{
    return 0.25 * (e[-COLUMNS] + 2.0 * e[0] + e[COLUMNS]);
}

/* Energy and -dE/dt of all rows but two at each end. */
static enum lb_status make_rates(const struct lb_table *h, struct rates *out, struct lb_error *err)
{
    if (h->rows < 5) return LB_STATUS_OK;
    out->count = h->rows - 4;
    out->numbers = malloc(out->count * RATE_COLUMNS * sizeof *out->numbers);
    if (out->numbers == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for %zu rates", out->count);
    for (size_t i = 0; i < out->count; i++) {
        const double *t = h->numbers + (i + 2) * COLUMNS + COLUMN_TIME;
        const double *e = t - COLUMN_TIME + COLUMN_ENERGY;
        double *row = out->numbers + i * RATE_COLUMNS;
        row[RATE_TIME] = t[0];
        row[RATE_ENERGY] = smooth_energy(e);
        row[RATE_DISSIPATION] =
            (smooth_energy(e - COLUMNS) - smooth_energy(e + COLUMNS)) / (t[COLUMNS] - t[-COLUMNS]);
    }
    return LB_STATUS_OK;
}

static struct lb_signal signal_of(const struct rates *r, size_t column)
{
    return (struct lb_signal){r->numbers, r->numbers + column, r->count, RATE_COLUMNS};
}

/* Taylor and Green's power series, to fifth order. */
static double series_dissipation(double t, double reynolds)
{
    const double r = 1.0 / reynolds, r2 = r * r, r4 = r2 * r2, t2 = t * t;
    return 0.75 * r *
           (1.0 - 6.0 * r * t + (5.0 / 48.0 + 18.0 * r2) * t2 -
            (5.0 / 3.0 + 36.0 * r2) * r * t2 * t +
            (50.0 / 6336.0 + 1835.0 / 144.0 * r2 + 54.0 * r4) * t2 * t2 -
            (361.0 / 1408.0 + 761.0 / 12.0 * r2 + 64.8 * r4) * r * t2 * t2 * t);
}

/* By Simpson's rule. */
static double series_loss(double reynolds)
{
    return (series_to - series_from) / 6.0 *
           (series_dissipation(series_from, reynolds) +
            4.0 * series_dissipation(0.5 * (series_from + series_to), reynolds) +
            series_dissipation(series_to, reynolds));
}

/* The largest at the reference's moments: of the energy, over that at the start; of the dissipation, over the
 * largest.  NaN: the run ends before the first. */
struct deviation {
    double energy, dissipation;
};

static struct deviation find_deviation(const struct reference *f, const struct rates *r)
{
    const struct lb_signal energy = signal_of(r, RATE_ENERGY),
                           rate = signal_of(r, RATE_DISSIPATION);
    struct deviation d = {(double)NAN, (double)NAN};
    for (size_t i = 0; f != NULL && i < f->count; i++) {
        const double t = f->moments[i].time;
        const double lost = lb_signal_at(&energy, t) - f->moments[i].energy;
        const double faster = lb_signal_at(&rate, t) - f->moments[i].dissipation;
        d.energy = fmax(d.energy, fabs(lost) / start_energy);
        d.dissipation = fmax(d.dissipation, fabs(faster) / f->peak);
    }
    return d;
}

struct peak {
    double time, dissipation; /* NaN: the dissipation was still rising */
};

static struct peak find_peak(const struct rates *r)
{
    size_t at = 0;
    for (size_t i = 1; i < r->count; i++) {
        const double *row = r->numbers + i * RATE_COLUMNS;
        if (row[RATE_TIME] < series_from) at = i;
        if (row[RATE_DISSIPATION] > r->numbers[at * RATE_COLUMNS + RATE_DISSIPATION]) at = i;
    }
    const double *row = r->numbers + at * RATE_COLUMNS;
    if (at + ROWS_PER_TIME / 2 >= r->count) return (struct peak){nan(""), nan("")};
    return (struct peak){row[RATE_TIME], row[RATE_DISSIPATION]};
}

static double least_side(const struct vortices *s)
{
    return fmax(MIN_SIDE, floor(fine_side * pow(s->reynolds / fine_reynolds, 0.75)));
}

static void judge_early(const struct vortices *s, struct lb_run *run, double loss)
{
    const double expected = series_loss(s->reynolds), tolerance = loss_tolerance * expected;
    if (s->reynolds < series_reynolds)
        lb_run_not_judged(run, "energy lost early: below Re %g the power series ends too soon",
                          series_reynolds);
    else if (isnan(loss))
        lb_run_not_judged(run, "energy lost early: the run ends before t = %g", series_to);
    else
        lb_run_verdict(run, "energy lost early", loss, expected, tolerance,
                       fabs(loss - expected) <= tolerance);
}

static void judge_turbulence(const struct reference *f, struct lb_run *run, const struct peak *peak,
                             const struct deviation *deviation)
{
    if (f == NULL) {
        lb_run_not_judged(run, "dissipation: the references are of Re 200 and 1600");
        return;
    }
    if (isnan(peak->time)) {
        lb_run_not_judged(run, "dissipation: the run ends before it falls again");
        return;
    }
    lb_run_verdict(run, "dissipation_peak", peak->dissipation, f->peak, peak_tolerance * f->peak,
                   fabs(peak->dissipation - f->peak) <= peak_tolerance * f->peak);
    lb_run_verdict(run, "dissipation_peak_time", peak->time, f->peak_time, time_tolerance,
                   fabs(peak->time - f->peak_time) <= time_tolerance);
    lb_run_verdict_at_most(run, "dissipation_deviation", deviation->dissipation, 0.0,
                           dissipation_tolerance);
    lb_run_verdict_at_most(run, "energy_deviation", deviation->energy, 0.0, energy_tolerance);
}

static enum lb_status draw_dissipation(const struct vortices *s, struct lb_run *run,
                                       const struct rates *r, struct lb_error *err)
{
    const struct reference *f = find_reference(s);
    double moments[2 * (MAX_MOMENTS + 1)] = {0.0, 0.75 / s->reynolds};
    for (size_t i = 0; f != NULL && i < f->count; i++) {
        moments[2 * i + 2] = f->moments[i].time;
        moments[2 * i + 3] = f->moments[i].dissipation;
    }
    const struct lb_chart_series lines[] = {
        {"simulated", r->numbers, r->numbers + RATE_DISSIPATION, r->count, RATE_COLUMNS, false,
         false},
        {f != NULL ? f->label : "", moments, moments + 1, f != NULL ? f->count + 1 : 0, 2, false,
         true},
    };
    const struct lb_chart chart = {.title = "Dissipation of the Taylor-Green vortex",
                                   .x_label = "t u0 / L",
                                   .y_label = "-dE/dt, u0^3 / L",
                                   .series = lines,
                                   .series_count = f != NULL ? 2 : 1};
    return lb_run_write_chart(run, "dissipation.png", &chart, err);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct vortices *s = state;
    enum lb_status st = LB_STATUS_OK;
    struct rates rates = {0};
    LB_TRY(make_rates(lb_run_rows(run, ENERGY), &rates, err));
    const struct lb_signal energy = signal_of(&rates, RATE_ENERGY);
    const double loss = lb_signal_at(&energy, series_from) - lb_signal_at(&energy, series_to);
    const struct peak peak = find_peak(&rates);
    const struct reference *f = find_reference(s);
    const struct deviation deviation = find_deviation(f, &rates);
    if (!isnan(loss)) lb_run_result(run, "energy_lost_early", loss, "u0^2");
    if (!isnan(peak.time)) {
        lb_run_result(run, "dissipation_peak", peak.dissipation, "u0^3/L");
        lb_run_result(run, "dissipation_peak_time", peak.time, "L/u0");
    }
    if (!isnan(deviation.energy)) {
        lb_run_result(run, "energy_deviation", deviation.energy, "1");
        lb_run_result(run, "dissipation_deviation", deviation.dissipation, "1");
    }
    if (rates.count > 0)
        lb_run_result(run, "energy_final",
                      rates.numbers[(rates.count - 1) * RATE_COLUMNS + RATE_ENERGY], "u0^2");
    if (s->side < MIN_SIDE)
        lb_run_not_judged(run, "dissipation: with fewer than %d cells a side it is the grid's own",
                          MIN_SIDE);
    else if (s->side < least_side(s))
        lb_run_not_judged(
            run,
            "energy and dissipation: %u cells a side do not carry the small eddies of "
            "Re %g; %.0f do",
            (unsigned)s->side, s->reynolds, least_side(s));
    else if (!lb_run_is_stopped_early(run)) {
        judge_early(s, run, loss);
        judge_turbulence(f, run, &peak, &deviation);
    }
    LB_TRY(lb_run_write_csv(run, "dissipation.csv", "time,energy,dissipation", rates.numbers,
                            rates.count, RATE_COLUMNS, err));
    LB_TRY(draw_dissipation(s, run, &rates, err));
cleanup:
    free(rates.numbers);
    return st;
}

static const struct lb_parameter parameters[] = {
    {"length", LB_PARAMETER_COUNT, "cells", "128", "64", 16, 4096, "side of the periodic cube"},
    {"re", LB_PARAMETER_NUMBER, "1", "1600", "200", 10, 1e6, "Reynolds number u0 L / nu"},
    {"u0", LB_PARAMETER_NUMBER, "cells/step", "0.05", NULL, 1e-4, 0.2,
     "largest velocity at the start"},
    {"time", LB_PARAMETER_NUMBER, "L/u0", "20", "10", 0.1, 1000, "how long to run"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"energy_lost_early", LB_KEY_VALUE, NULL},
    {"dissipation_peak", LB_KEY_VALUE, NULL},
    {"dissipation_peak_time", LB_KEY_VALUE, NULL},
    {"energy_final", LB_KEY_VALUE, NULL},
    {"energy_deviation", LB_KEY_SHOWN, NULL},
    {"dissipation_deviation", LB_KEY_SHOWN, NULL},
    {0},
};

static const struct lb_series series[] = {
    {"energy.csv", "step,time,energy", sample_energy, LB_SERIES_COMPUTED, false},
    {0},
};

const struct lb_setup lb_setup_taylor_green_3d = {
    .name = "taylor-green-3d",
    .summary = "vortices that break up into turbulence; how fast their energy is lost",
    .reference = "numerical simulations at Re 200 and 1600, and the power series of the start",
    .lattice = "d3q19",
    .collision = "rr",
    .parameters = parameters,
    .state_size = sizeof(struct vortices),
    .resolution = "length",
    .key_results = key_results,
    .series = series,
    .prepare = prepare,
    .observe = observe,
    .finish = finish,
};
