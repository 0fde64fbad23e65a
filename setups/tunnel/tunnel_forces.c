/* tunnel_forces.c - the forces on the body of a tunnel: their series, means with errors, how often they
 * oscillate, and what can be said of their truth.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/batch_means.h"
#include "analysis/spectrum.h"
#include "tunnel/tunnel_references.h"
#include "tunnel/tunnel_advice.h"
#include "tunnel/tunnel_state.h"

/* Lengths travelled before a run may stop, behind `skip` for a verdict, and between two looks. */
enum { MIN_LENGTHS = 30, MIN_JUDGED = 10, LOOK_EVERY = 5 };
static const double balance_tolerance = 0.02, default_tolerance = 0.01;

/* --- the series ---------------------------------------------------------------------------------- */

/* Moments that forces at the middle of the body's box have about where they are asked for. */
static void add_arm(const struct tunnel *s, const double force[3], double scale, double *moment)
{
    for (int axis = 0; axis < 3; axis++) {
        const int a = (axis + 1) % 3, b = (axis + 2) % 3;
        moment[axis] += scale * (s->moment_arm[a] * force[b] - s->moment_arm[b] * force[a]);
    }
}

static enum lb_status sample_forces(void *state, struct lb_run *run, const struct lb_record *record,
                                    struct lb_error *err)
{
    const struct tunnel *s = state;
    const double scale = 2.0 / (s->u * s->u * s->area);
    double row[COLUMNS] = {(double)record->step, (double)record->step / s->steps_per_length};
    for (int p = 0; p < s->body.count; p++) {
        const struct lb_link_force *part = &record->bodies[p];
        row[COLUMN_DRAG] += scale * part->force[0];
        row[COLUMN_LIFT] += scale * part->force[s->up];
        row[COLUMN_SIDE] += s->dimensions == 3 ? scale * part->force[1] : 0.0;
        for (int axis = 0; axis < 3; axis++)
            row[COLUMN_MOMENT + axis] += scale / s->resolution * part->moment[axis];
        add_arm(s, part->force, scale / s->resolution, row + COLUMN_MOMENT);
    }
    for (int n = 0; n < s->faces.count; n++)
        row[COLUMN_FACES] -= scale * record->boundaries[n].force[0];
    lb_run_progress(run, "t %.1f L/U, drag %.4f, lift %+.4f", row[COLUMN_TIME], row[COLUMN_DRAG],
                    row[COLUMN_LIFT]);
    return lb_run_add_row(run, LB_TUNNEL_FORCES, row, err);
}

static enum lb_status sample_parts(void *state, struct lb_run *run, const struct lb_record *record,
                                   struct lb_error *err)
{
    const struct tunnel *s = state;
    const double scale = 2.0 / (s->u * s->u * s->area);
    for (int p = 0; p < s->body.count; p++) {
        const double *force = record->bodies[p].force;
        const double row[PART_COLUMNS] = {(double)record->step,
                                          (double)record->step / s->steps_per_length,
                                          p + 1.0,
                                          scale * force[0],
                                          scale * force[s->up],
                                          s->dimensions == 3 ? scale * force[1] : 0.0,
                                          s->part_areas[p]};
        LB_OK(lb_run_add_row(run, LB_TUNNEL_PARTS, row, err));
    }
    return LB_STATUS_OK;
}

const struct lb_series lb_tunnel_series[] = {
    {"forces.csv", "step,time,cd,cl,cs,cmx,cmy,cmz,cd_faces", sample_forces, LB_SERIES_WALL_FORCE,
     false},
    {"parts.csv", "step,time,part,cd,cl,cs,area", sample_parts, LB_SERIES_WALL_FORCE, false},
    {0}};

/* --- means ----------------------------------------------------------------------------------------- */

struct statistics {
    struct lb_batch_means drag, lift, side, moment[3];
    struct lb_oscillation oscillation; /* of the lift, or where that is noise of the drag */
    size_t samples;
    double balance; /* drag that the faces feel over the body's, less 1: of the second half, as */
    double
        balance_from; /* momentum that the flow still takes up or gives back is in neither; its begin */
};

/* Rows behind the start. */
static size_t first_settled(const struct tunnel *s, const struct lb_table *t)
{
    size_t first = 0;
    while (first < t->rows && t->numbers[first * t->columns + COLUMN_TIME] < s->skip)
        first++;
    return first;
}

static void mean_of(const struct lb_table *t, size_t first, size_t column, double period,
                    struct lb_batch_means *out)
{
    const struct lb_signal signal = lb_signal_of_table(t, COLUMN_TIME, column, first);
    lb_batch_means(&signal, period, out);
}

static void find_balance(const struct lb_table *t, size_t first, struct statistics *out)
{
    const size_t middle = first + (t->rows - first) / 2;
    const struct lb_signal faces = lb_signal_of_table(t, COLUMN_TIME, COLUMN_FACES, middle);
    const struct lb_signal drag = lb_signal_of_table(t, COLUMN_TIME, COLUMN_DRAG, middle);
    out->balance = lb_signal_mean(&faces) / lb_signal_mean(&drag) - 1.0;
    out->balance_from = drag.t[0];
}

static enum lb_status analyse(const struct tunnel *s, const struct lb_table *t,
                              struct statistics *out, struct lb_error *err)
{
    const size_t first = first_settled(s, t);
    *out = (struct statistics){.samples = t->rows - first};
    if (out->samples == 0) return LB_STATUS_OK;
    find_balance(t, first, out);
    const struct lb_signal lift = lb_signal_of_table(t, COLUMN_TIME, COLUMN_LIFT, first);
    const struct lb_signal drag = lb_signal_of_table(t, COLUMN_TIME, COLUMN_DRAG, first);
    const double noise = 1e-3 * fabs(lb_signal_mean(&drag));
    const bool lifts = lb_signal_half_range(&lift) > noise;
    if (lifts || lb_signal_half_range(&drag) > noise)
        LB_OK(lb_find_oscillation(lifts ? &lift : &drag, &out->oscillation, err));
    const double period = out->oscillation.frequency > 0.0 ? 1.0 / out->oscillation.frequency : 0.0;
    mean_of(t, first, COLUMN_DRAG, period, &out->drag);
    mean_of(t, first, COLUMN_LIFT, period, &out->lift);
    mean_of(t, first, COLUMN_SIDE, period, &out->side);
    for (size_t axis = 0; axis < 3; axis++)
        mean_of(t, first, COLUMN_MOMENT + axis, period, &out->moment[axis]);
    return LB_STATUS_OK;
}

/* By more than chance does, and than was asked for: a steady flow has hardly any chance in it. */
static bool drifts(const struct tunnel *s, const struct lb_batch_means *m, double scale)
{
    const double tolerance = s->tolerance > 0.0 ? s->tolerance : default_tolerance;
    return m->drifts && fabs(m->drift) > tolerance * scale;
}

/* Lengths that the stream travels from inlet to outlet: before, it still takes up momentum. */
static double crossing_time(const struct tunnel *s)
{
    return s->size[0] / s->resolution;
}

/* Whether the means are known as well as was asked for. */
static bool is_converged(const struct tunnel *s, const struct statistics *a)
{
    const double drag = fabs(a->drag.mean), lift = fmax(fabs(a->lift.mean), 0.1 * drag);
    if (a->balance_from < crossing_time(s)) return false;
    if (a->drag.is_short || drifts(s, &a->drag, drag) || drifts(s, &a->lift, lift)) return false;
    return a->drag.half_width <= s->tolerance * drag && a->lift.half_width <= s->tolerance * lift;
}

enum lb_status lb_tunnel_observe(void *state, struct lb_run *run, struct lb_error *err)
{
    const struct tunnel *s = state;
    struct statistics a;
    const double time = (double)lb_run_step(run) / s->steps_per_length;
    const double between = LOOK_EVERY * s->steps_per_length / (double)s->observe_every;
    const uint64_t every = s->observe_every * (uint64_t)ceil(between);
    if (!(s->tolerance > 0.0) || time < fmax(MIN_LENGTHS, s->skip + LOOK_EVERY))
        return LB_STATUS_OK;
    if (lb_run_step(run) % every != 0) return LB_STATUS_OK;
    LB_OK(lb_run_fetch_records(run, err));
    LB_OK(analyse(s, lb_run_rows(run, LB_TUNNEL_FORCES), &a, err));
    if (is_converged(s, &a)) lb_run_stop(run);
    return LB_STATUS_OK;
}

/* --- results ----------------------------------------------------------------------------------------- */

static void report_mean(struct lb_run *run, const char *name, const struct lb_batch_means *m)
{
    char text[48];
    snprintf(text, sizeof text, "%s_mean", name);
    lb_run_result(run, text, m->mean, "1");
    snprintf(text, sizeof text, "%s_error", name);
    lb_run_result(run, text, m->half_width, "1");
    snprintf(text, sizeof text, "%s_rms", name);
    lb_run_result(run, text, m->rms, "1");
}

static void report_si(const struct tunnel *s, struct lb_run *run, const struct statistics *a)
{
    if (!s->si.known) return;
    const double metre = s->si.metre, per_depth = s->dimensions == 3 ? metre * metre : metre;
    const double newton = 0.5 * s->si.density * s->si.speed * s->si.speed * s->area * per_depth;
    const char *unit = s->dimensions == 3 ? "N" : "N/m";
    lb_run_result(run, "drag_si", newton * a->drag.mean, unit);
    lb_run_result(run, "drag_error_si", newton * a->drag.half_width, unit);
    lb_run_result(run, "lift_si", newton * a->lift.mean, unit);
    if (a->oscillation.kind != LB_OSCILLATION_NONE)
        lb_run_result(run, "frequency_si", a->oscillation.frequency * s->si.speed / s->si.length,
                      "Hz");
}

/* Of the oscillation's amplitude: half of peak to peak. */
static void report_oscillation(const struct tunnel *s, struct lb_run *run,
                               const struct statistics *a)
{
    const struct lb_table *t = lb_run_rows(run, LB_TUNNEL_FORCES);
    const struct lb_signal lift =
        lb_signal_of_table(t, COLUMN_TIME, COLUMN_LIFT, first_settled(s, t));
    if (a->oscillation.kind == LB_OSCILLATION_NONE) return;
    lb_run_result(run, "strouhal", a->oscillation.frequency, "1");
    lb_run_result(run, "strouhal_scatter", a->oscillation.scatter, "1");
    lb_run_result(run, "periods", (double)a->oscillation.periods, "1");
    lb_run_result(run, "lift_amplitude", lb_signal_half_range(&lift), "1");
}

/* The sides raise the drag of a blunt body by about twice the blockage, in two dimensions by about once: half of
 * what is taken off is not sure. */
static void report_without_sides(const struct tunnel *s, struct lb_run *run,
                                 const struct statistics *a)
{
    const double factor = s->dimensions == 3 ? 2.0 : 1.0;
    const double free = a->drag.mean / (1.0 + factor * s->blockage);
    if (s->walls != WALLS_FREE || s->ground != GROUND_NONE) return;
    lb_run_result(run, "drag_without_sides", free, "1");
    lb_run_result(run, "drag_without_sides_error", 0.5 * fabs(a->drag.mean - free), "1");
}

bool lb_tunnel_find_error_sources(const struct lb_values *values, const char *result,
                                  struct lb_error_sources *out)
{
    (void)values;
    static const struct {
        const char *result, *of_time, *of_box;
    } rows[] = {{"drag_mean", "drag_error", ""},
                {"drag_without_sides", "drag_error", "drag_without_sides_error"},
                {"lift_mean", "lift_error", ""},
                {"side_mean", "side_error", ""},
                {"moment_roll_mean", "moment_roll_error", ""},
                {"moment_pitch_mean", "moment_pitch_error", ""},
                {"moment_yaw_mean", "moment_yaw_error", ""},
                {"drag_si", "drag_error_si", ""},
                {"strouhal", "strouhal_scatter", ""}};
    *out = (struct lb_error_sources){.is_in_open_space = true};
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        if (strcmp(result, rows[n].result) != 0) continue;
        snprintf(out->of_time, sizeof out->of_time, "%s", rows[n].of_time);
        snprintf(out->of_box, sizeof out->of_box, "%s", rows[n].of_box);
        out->is_time_sigma = strcmp(result, "strouhal") == 0;
        return true;
    }
    return false;
}

static void report(const struct tunnel *s, struct lb_run *run, const struct statistics *a)
{
    static const char *const moments[] = {"moment_roll", "moment_pitch", "moment_yaw"};
    static const double signs[] = {-1.0, 1.0, -1.0}; /* of the angles about the box's axes */
    report_mean(run, "drag", &a->drag);
    report_without_sides(s, run, a);
    report_mean(run, "lift", &a->lift);
    if (s->dimensions == 3) report_mean(run, "side", &a->side);
    for (int axis = s->dimensions == 3 ? 0 : 2; axis < 3; axis++) {
        struct lb_batch_means moment = a->moment[axis];
        moment.mean *= signs[axis];
        report_mean(run, s->dimensions == 3 ? moments[axis] : moments[1], &moment);
    }
    report_oscillation(s, run, a);
    lb_run_result(run, "balance", a->balance, "1");
    lb_run_result(run, "lengths", (double)lb_run_step(run) / s->steps_per_length, "1");
    report_si(s, run, a);
}

/* --- truth ------------------------------------------------------------------------------------------- */

/* Sound that runs to and fro between the sides may be what is heard. */
static void warn_of_sound(const struct tunnel *s, struct lb_run *run, const struct statistics *a)
{
    if (a->oscillation.kind == LB_OSCILLATION_NONE) return;
    for (int axis = 1; axis < s->dimensions; axis++) {
        const double width = s->size[axis] - 2.0;
        const double lowest = 1.0 / sqrt(3.0) / (2.0 * width) * s->steps_per_length;
        const double n = fmax(1.0, round(a->oscillation.frequency / lowest));
        if (fabs(a->oscillation.frequency / (n * lowest) - 1.0) < 0.2 && n < 4.0)
            lb_run_warn(
                run,
                "the forces oscillate at %.3g per length travelled, and sound across the box "
                "along %c at %.3g: another width or a lower u= would tell them apart",
                a->oscillation.frequency, 'x' + axis, n * lowest);
    }
}

/* Most momentum that rounding was seen to give a cell in a step, over that of the stream, in the format's
 * smallest relative steps.  In a stream that does not change, stochastic rounding is the same every time, too. */
static const double rounding_bias = 1e-4, nearest_bias = 1e-2;

/* Likewise of all cells, as a coefficient of drag. */
static double rounded_drag(const struct tunnel *s, const struct lb_case *c)
{
    const bool is_nearest = strcmp(lb_case_rounding(c)->name, "nearest") == 0;
    const double cells = (double)s->size[0] * s->size[1] * s->size[2];
    if (c->storage->conserve != NULL || c->storage->bits > 16) return 0.0;
    return (is_nearest ? nearest_bias : rounding_bias) * c->storage->epsilon * cells /
           (0.5 * s->u * s->area);
}

/* The drag does not feel what rounding adds all over the box, and the faces do.  Whether it passed. */
static bool judge_balance(const struct tunnel *s, struct lb_run *run, const struct statistics *a)
{
    const double rounded = rounded_drag(s, lb_run_case(run));
    if (rounded > balance_tolerance * fabs(a->drag.mean)) {
        lb_run_not_judged(run,
                          "balance: storing %s in this many cells may add %.0f %% of the drag to "
                          "what the faces feel; the drag itself hardly changes",
                          lb_run_case(run)->storage->title,
                          ceil(100.0 * rounded / fabs(a->drag.mean)));
        return false;
    }
    if (a->balance_from < crossing_time(s)) {
        lb_run_not_judged(run,
                          "balance: the stream needs %.3g lengths to cross the box, and the second "
                          "half of the record begins at %.3g; a larger until= would do",
                          crossing_time(s), a->balance_from);
        return false;
    }
    const bool is_kept = fabs(a->balance) <= balance_tolerance;
    lb_run_bookkeeping(run, "balance", a->balance, 0.0, balance_tolerance, is_kept);
    return is_kept;
}

/* The sides raise the drag by about twice the blockage: a sphere at Re 100 by 5.9 % with 2.9 % of it and by
 * 0.8 % with 0.7 %.  That is taken off, and half of it allowed for. */
static void judge(const struct tunnel *s, struct lb_run *run, const struct statistics *a)
{
    const bool is_balanced = judge_balance(s, run, a);
    struct lb_tunnel_reference r;
    char why[200];
    if (!lb_tunnel_find_reference(s, &r, why, sizeof why)) {
        lb_run_not_judged(run, "%sdrag not judged: %s", is_balanced ? "balance passed; " : "", why);
        return;
    }
    const double free = a->drag.mean / (1.0 + r.blockage_factor * s->blockage);
    const double drag = r.drag * (r.drag_tolerance + s->blockage) + a->drag.half_width;
    lb_run_verdict(run, "drag without sides", free, r.drag, drag, fabs(free - r.drag) <= drag);
    if (!(r.strouhal > 0.0)) return;
    const double strouhal = r.strouhal * (r.strouhal_tolerance + s->blockage);
    lb_run_verdict(run, "strouhal", a->oscillation.frequency, r.strouhal, strouhal,
                   fabs(a->oscillation.frequency - r.strouhal) <= strouhal);
}

/* What keeps a mean from being a result. */
static bool is_settled(const struct tunnel *s, struct lb_run *run, const struct statistics *a)
{
    const double time = (double)lb_run_step(run) / s->steps_per_length;
    if (a->samples == 0 || isnan(a->drag.half_width) || time < s->skip + MIN_JUDGED)
        lb_run_not_judged(run,
                          "drag: after %.3g lengths there is no mean yet; skip=%.3g of them do not "
                          "count, and at least %d behind are needed",
                          time, s->skip, (int)MIN_JUDGED);
    else if (drifts(s, &a->drag, fabs(a->drag.mean)))
        lb_run_not_judged(run,
                          "drag: it still drifts: the second half of the record differs from the "
                          "first by %.2g; a longer skip= and until= are needed",
                          a->drag.drift);
    else
        return true;
    return false;
}

static enum lb_status draw_forces(const struct tunnel *s, struct lb_run *run,
                                  const struct statistics *a, struct lb_error *err)
{
    const struct lb_table *t = lb_run_rows(run, LB_TUNNEL_FORCES);
    size_t first = first_settled(s, t);
    if (first + 2 > t->rows) first = t->rows > 4 ? t->rows / 4 : 0; /* not the jerk of the start */
    struct lb_chart_series lines[5];
    const char *const labels[] = {"drag", "lift", "side force"};
    const size_t columns[] = {COLUMN_DRAG, COLUMN_LIFT, COLUMN_SIDE};
    const size_t count = s->dimensions == 3 ? 3 : 2;
    for (size_t n = 0; n < count; n++)
        lines[n] = (struct lb_chart_series){.label = labels[n],
                                            .x = t->numbers + first * COLUMNS + COLUMN_TIME,
                                            .y = t->numbers + first * COLUMNS + columns[n],
                                            .count = t->rows - first,
                                            .stride = COLUMNS};
    if (t->rows - first < 2) return LB_STATUS_OK;
    const double ends[] = {lines[0].x[0], t->numbers[(t->rows - 1) * COLUMNS + COLUMN_TIME]};
    const double mean[] = {a->drag.mean, a->drag.mean};
    size_t all = count;
    if (a->samples > 1)
        lines[all++] = (struct lb_chart_series){
            .label = "mean drag", .x = ends, .y = mean, .count = 2, .dashed = true};
    const struct lb_chart chart = {.title = "Forces on the body",
                                   .x_label = "lengths travelled, t U / L",
                                   .y_label = "coefficient",
                                   .series = lines,
                                   .series_count = all};
    return lb_run_write_chart(run, "forces.png", &chart, err);
}

enum lb_status lb_tunnel_finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct tunnel *s = state;
    struct statistics a;
    LB_OK(analyse(s, lb_run_rows(run, LB_TUNNEL_FORCES), &a, err));
    if (a.samples > 0) {
        report(s, run, &a);
        if (lb_tunnel_may_be_turbulent(s->re)) LB_OK(lb_tunnel_report_y_plus(s, run, err));
        LB_OK(lb_tunnel_report_inlet(s, run, err));
    }
    LB_OK(draw_forces(s, run, &a, err));
    if (lb_run_is_stopped_early(run)) return LB_STATUS_OK;
    if (!is_settled(s, run, &a)) return LB_STATUS_OK;
    warn_of_sound(s, run, &a);
    if (a.drag.is_short)
        lb_run_warn(run, "batches of the means have fewer than three periods: their errors are not "
                         "reliable; a larger until= is needed");
    judge(s, run, &a);
    return LB_STATUS_OK;
}
