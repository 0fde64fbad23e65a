/* dam_break.c - a column of water collapses along a dry floor.
 * Martin, Moyce, Phil. Trans. R. Soc. Lond. A 244, 312 (1952), tables 2 and 6: n^2 = 2 (twice as
 * high as wide), a = 2.25 in.  docs/setups/dam-break.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "analysis/signal.h"
#include "run/setup.h"
#include "mass_balance.h"

enum { FRONT }; /* the time series */
enum { COLUMN_STEP, COLUMN_TIME, COLUMN_FRONT, COLUMN_HEIGHT, COLUMNS };
enum { OBSERVATIONS = 400, MIN_OBSERVATIONS = 40, CLEAR_WIDTHS = 5, LAYERS = 4 };

/* T = t sqrt(2 g / a), Z = x / a. */
static const double front_times[] = {0.41, 0.84, 1.19, 1.43, 1.63, 1.83, 1.98, 2.20,
                                     2.32, 2.51, 2.65, 2.83, 2.98, 3.11, 3.33};
static const double fronts[] = {1.11, 1.22, 1.44, 1.67, 1.89, 2.11, 2.33, 2.56,
                                2.78, 3.00, 3.22, 3.44, 3.67, 3.89, 4.11};
enum { FRONTS = sizeof fronts / sizeof fronts[0] };
/* tau = t sqrt(g / a), H = h / (2 a), h the height of the column at its wall. */
static const double height_times[] = {0.56, 0.77, 0.93, 1.08, 1.28, 1.46, 1.66, 1.84, 2.00,
                                      2.21, 2.45, 2.70, 3.06, 3.44, 4.20, 5.25, 7.40};
static const double heights[] = {0.94, 0.89, 0.83, 0.78, 0.72, 0.67, 0.61, 0.56, 0.50,
                                 0.44, 0.39, 0.33, 0.28, 0.22, 0.17, 0.11, 0.06};
enum { HEIGHTS = sizeof heights / sizeof heights[0] };

static const double front_tolerance = 0.10;            /* relative */
static const double height_tolerance = 0.06;           /* in the height at the start */
static const double first_time = 1.0, last_time = 3.3; /* of the comparison */
/* The water began behind a diaphragm that had to get out of its way: by how much the experiment may be late. */
static const double most_late = 0.25, shift_step = 0.005;
/* From here on the front hardly depends on the Reynolds number any more, as far as it was seen, and on tension;
 * of a depth up to this it is the tip of the tongue. */
static const double least_reynolds = 1000.0, experiment_reynolds = 42800.0, least_bond = 200.0,
                    experiment_bond = 445.0, most_thickness = 0.1;

struct dam {
    int up;
    uint32_t width; /* a */
    uint32_t size[3];
    double gravity;
    uint32_t off_wall; /* column where the height is taken: a film stays on the wall itself */
    double thickness;  /* of the front that is followed [cells] */
    double reynolds, bond;
    struct lb_mass_balance balance;
};

/* Walls all around in the plane of the collapse; periodic across it. */
static void start_dam(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct dam *s = state;
    const uint32_t at = s->up == 2 ? z : y;
    if (x == 0 || x == s->size[0] - 1 || at == 0 || at == s->size[s->up] - 1) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    const double above = 2.0 * s->width - (at - 0.5); /* of the cell's centre below the top */
    out->fill = x <= s->width && above > 0.0 ? 1.0 : 0.0;
    /* behind the gate the water was at rest: it carries what is above it */
    if (out->fill > 0.0) out->rho = 1.0 + 3.0 * s->gravity * above;
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct dam *s = state;
    s->up = c->lattice->dimensions == 2 ? 1 : 2;
    s->width = (uint32_t)lb_values_count(v, "width");
    const double speed = lb_values_number(v, "u"), a = s->width;
    s->off_wall = 1 + s->width / 10;
    s->thickness = lb_values_number(v, "thickness") * a;
    s->gravity = speed * speed / (2.0 * a);
    s->size[0] = CLEAR_WIDTHS * s->width + 2;
    s->size[1] = s->size[2] = 2 * s->width + s->width / 4 + 2;
    if (s->up == 1)
        s->size[2] = 1;
    else
        s->size[1] = LAYERS;
    for (int axis = 0; axis < 3; axis++)
        c->size[axis] = s->size[axis];
    s->reynolds = lb_values_number(v, "re");
    s->bond = lb_values_number(v, "bond");
    c->viscosity = sqrt(s->gravity * a * a * a) / s->reynolds;
    c->force[s->up] = -s->gravity;
    c->surface = (struct lb_surface){true, s->gravity * a * a / s->bond};
    c->cell_kinds = LB_CELL_SOLID;
    c->start = start_dam;
    c->start_state = s;
    plan->steps = (uint64_t)ceil(1.03 * last_time * sqrt(a / (2.0 * s->gravity)));
    const double steps = (double)plan->steps;
    const enum lb_status st = lb_setup_probe(v, steps / OBSERVATIONS + 1.0,
                                             steps / MIN_OBSERVATIONS, &plan->observe_every, err);
    if (st != LB_STATUS_OK) return st;
    plan->series[FRONT].every = plan->observe_every;
    plan->deviation = sqrt(s->gravity * a) / c->lattice->sound_speed_squared;
    plan->picture = (struct lb_picture){.field = "fill", .axis = s->up == 1 ? 2 : 1, .high = 1.0};
    plan->has_field = true;
    return LB_STATUS_OK;
}

/* Height of the fluid in the column of cells at x, in the first layer. */
static double height_at(const struct dam *s, const double *fill, uint32_t x)
{
    const size_t step = s->up == 1 ? s->size[0] : (size_t)s->size[0] * s->size[1];
    double sum = 0.0;
    for (uint32_t k = 1; k + 1 < s->size[s->up]; k++)
        sum += fill[k * step + x];
    return sum;
}

/* Where the fluid on the floor is still s->thickness deep, walking from the wall; between the
 * middles of two columns of cells. */
static double front_of(const struct dam *s, const double *fill)
{
    double before = height_at(s, fill, 1);
    for (uint32_t x = 2; x + 1 < s->size[0]; x++) {
        const double here = height_at(s, fill, x);
        if (here < s->thickness)
            return x - 1.5 + (before - s->thickness) / fmax(before - here, 1e-12);
        before = here;
    }
    return s->size[0] - 2.0;
}

static enum lb_status sample(void *state, struct lb_run *run, const struct lb_record *record,
                             struct lb_error *err)
{
    struct dam *s = state;
    enum lb_status st = LB_STATUS_OK;
    double *fill = NULL;
    LB_TRY(lb_mass_balance_read(&s->balance, run, &fill, err));
    const double a = s->width, t = (double)record->step;
    const double row[COLUMNS] = {t, t * sqrt(2.0 * s->gravity / a), front_of(s, fill) / a,
                                 height_at(s, fill, s->off_wall) / (2.0 * a)};
    LB_TRY(lb_run_add_row(run, FRONT, row, err));
    lb_run_progress(run, "T %.2f, front %.2f", row[COLUMN_TIME], row[COLUMN_FRONT]);
cleanup:
    free(fill);
    return st;
}

struct deviation {
    double worst, mean, rms; /* relative, the first two signed; NaN: not there yet */
};

/* Of the front from the experiment's, which began `late` after this one. */
static struct deviation front_deviation(const struct lb_signal *front, double late)
{
    struct deviation d = {(double)NAN, (double)NAN, (double)NAN};
    double worst = 0.0, sum = 0.0, squares = 0.0;
    int count = 0;
    for (int i = 0; i < FRONTS; i++) {
        if (front_times[i] < first_time || front_times[i] > last_time) continue;
        const double deviation = lb_signal_at(front, front_times[i] - late) / fronts[i] - 1.0;
        if (isnan(deviation)) continue;
        if (fabs(deviation) > fabs(worst)) worst = deviation;
        sum += deviation;
        squares += deviation * deviation;
        count++;
    }
    if (count > 0) d = (struct deviation){worst, sum / count, sqrt(squares / count)};
    return d;
}

static double height_deviation(const struct lb_signal *height)
{
    double highest = (double)NAN;
    for (int i = 0; i < HEIGHTS; i++) {
        const double h = lb_signal_at(height, sqrt(2.0) * height_times[i]);
        if (!isnan(h)) highest = fmax(highest, fabs(h - heights[i]));
    }
    return highest;
}

static double find_lateness(const struct lb_signal *front)
{
    double best = 0.0, least = HUGE_VAL;
    for (double late = 0.0; late <= most_late; late += shift_step) {
        const double rms = front_deviation(front, late).rms;
        if (!(rms < least)) continue;
        least = rms;
        best = late;
    }
    return best;
}

/* Says why where the experiment says nothing of it. */
static bool is_of_experiment(const struct dam *s, struct lb_run *run)
{
    static const char what[] = "front and height against the experiment";
    if (s->reynolds < least_reynolds)
        lb_run_not_judged(run, "%s: it is at Re %.0f, this run at %.4g; from %.0f on it may be",
                          what, experiment_reynolds, s->reynolds, least_reynolds);
    else if (s->bond < least_bond)
        lb_run_not_judged(run, "%s: it is at a Bond number of %.0f, this run at %.4g", what,
                          experiment_bond, s->bond);
    else if (s->thickness > most_thickness * s->width)
        lb_run_not_judged(run, "%s: thickness=%.3g is no tip of the tongue; up to %.3g is", what,
                          s->thickness / s->width, most_thickness);
    else
        return true;
    return false;
}

static void judge(const struct dam *s, struct lb_run *run, double end,
                  const struct deviation *shifted, double highest)
{
    if (lb_run_is_stopped_early(run) || !is_of_experiment(s, run)) return;
    if (end < last_time) {
        lb_run_not_judged(run,
                          "front against the experiment: it is compared up to t sqrt(2 g / a) = "
                          "%g, and this run came to %.2g",
                          last_time, end);
        return;
    }
    lb_run_verdict(run, "front against the experiment", shifted->worst, 0.0, front_tolerance,
                   fabs(shifted->worst) <= front_tolerance);
    lb_run_verdict_at_most(run, "height against the experiment", highest, 0.0, height_tolerance);
}

static void report(const struct dam *s, struct lb_run *run)
{
    const struct lb_table *rows = lb_run_rows(run, FRONT);
    const struct lb_signal front = lb_signal_of_table(rows, COLUMN_TIME, COLUMN_FRONT, 0);
    const struct lb_signal height = lb_signal_of_table(rows, COLUMN_TIME, COLUMN_HEIGHT, 0);
    const double late = find_lateness(&front), highest = height_deviation(&height);
    const struct deviation as_it_is = front_deviation(&front, 0.0),
                           shifted = front_deviation(&front, late);
    lb_run_result(run, "front_deviation", as_it_is.worst, "1");
    lb_run_result(run, "front_deviation_mean", as_it_is.mean, "1");
    lb_run_result(run, "experiment_late", late, "sqrt(a/2g)");
    lb_run_result(run, "front_deviation_shifted", shifted.worst, "1");
    lb_run_result(run, "height_deviation", highest, "1");
    lb_run_result(run, "reynolds", s->reynolds, "1");
    const double end =
        rows->rows > 0 ? rows->numbers[(rows->rows - 1) * COLUMNS + COLUMN_TIME] : 0.0;
    judge(s, run, end, &shifted, highest);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct dam *s = state;
    const struct lb_chart_series lines[] = {
        {"Martin, Moyce", front_times, fronts, FRONTS, 1, true, false},
        lb_run_line(run, FRONT, "simulated", COLUMN_TIME, COLUMN_FRONT),
    };
    const struct lb_chart chart = {.title = "Front of a collapsing column",
                                   .x_label = "t sqrt(2 g / a)",
                                   .y_label = "x / a",
                                   .series = lines,
                                   .series_count = 2};
    report(s, run);
    lb_mass_balance_report(&s->balance, run);
    return lb_run_write_chart(run, "front.png", &chart, err);
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct dam *s = state;
    return lb_mass_balance_archive(&s->balance, a, err);
}

static const struct lb_parameter parameters[] = {
    {"width", LB_PARAMETER_COUNT, "cells", "32", NULL, 8, 4096,
     "of the column, a; it is twice as high"},
    {"u", LB_PARAMETER_NUMBER, "cells/step", "0.06", NULL, 1e-3, 0.1,
     "sqrt(2 g a): the front becomes about twice as fast"},
    {"re", LB_PARAMETER_NUMBER, "1", "1500", NULL, 1, 1e6,
     "Reynolds number sqrt(g a^3) / viscosity; the experiment's is 42800"},
    {"thickness", LB_PARAMETER_NUMBER, "1", "0.05", NULL, 1e-3, 1,
     "depth of the water where its front is taken to be, as a share of a"},
    {"bond", LB_PARAMETER_NUMBER, "1", "445", NULL, 1, 1e12, "g a^2 / tension; the experiment's"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"front_deviation", LB_KEY_SHOWN, NULL},
    {"mass_error", LB_KEY_SHOWN, NULL},
    {0},
};

static const struct lb_series series[] = {
    {"front.csv", "step,time,front,height", sample, LB_SERIES_COMPUTED, .at_end = true},
    {0},
};

const struct lb_setup lb_setup_dam_break = {
    .name = "dam-break",
    .summary = "a column of water collapses along a dry floor",
    .reference = "the experiment of Martin and Moyce (1952)",
    .lattice = "d2q9",
    .collision = "mrt",
    .parameters = parameters,
    .state_size = sizeof(struct dam),
    .resolution = "width",
    .key_results = key_results,
    .series = series,
    .prepare = prepare,
    .archive = archive,
    .finish = finish,
};
