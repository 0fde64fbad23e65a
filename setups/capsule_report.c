/* capsule_report.c - results, verdicts and charts of a capsule.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "analysis/signal.h"
#include "capsule_reference.h"
#include "capsule_state.h"

static const double pi = 3.14159265358979323846;

/* Linear between observations; the last one beyond them. */
static double sample_at(const struct lb_table *t, double time, size_t column)
{
    const struct lb_signal samples = lb_signal_of_table(t, COLUMN_TIME, column, 0);
    const double value = lb_signal_at(&samples, time);
    return isnan(value) ? t->numbers[(t->rows - 1) * COLUMNS + column] : value;
}

/* dD/d(rate t) at the start, from a parabola through 0 and two early times, NaN before the second
 * of them.  They are short beside the time in which the membrane answers, 12.5 Ca (D of small Ca
 * over the slope). */
static double initial_slope(const struct capsule *s, const struct lb_table *t)
{
    const double second = fmax(2.0 * LB_CAPSULE_OBSERVED_EVERY, fmin(0.05, 2.5 * s->capillary));
    const double first = 0.5 * second;
    if (lb_capsule_time(s, s->step_now) < second * (1.0 - 1e-9)) return nan("");
    const double d1 = sample_at(t, first, COLUMN_TAYLOR);
    const double d2 = sample_at(t, second, COLUMN_TAYLOR);
    return (d1 * second * second - d2 * first * first) / (first * second * (second - first));
}

static double volume_error(const struct lb_table *t)
{
    double worst = 0.0;
    for (size_t n = 0; n < t->rows; n++)
        worst = fmax(worst, fabs(t->numbers[n * COLUMNS + COLUMN_VOLUME] - 1.0));
    return worst;
}

struct turning {
    double angle, velocity; /* of a node about the y axis [rad], [rad/step] */
};

static int by_angle(const void *a, const void *b)
{
    const struct turning *s = a, *t = b;
    return (s->angle > t->angle) - (s->angle < t->angle);
}

/* Angle of a node about the y axis, turning from z to x, as the shear turns it. */
static double angle_of(const double *x, const struct capsule *s)
{
    return atan2(x[0] - 0.5 * (double)s->size[0], x[2] - 0.5 * (double)s->size[2]);
}

/* The time of a whole turn, times the rate: the integral of 1/(angular velocity) over the angle,
 * which for a steady shape needs no more than two moments.  0 where it is not known. */
static double treading_period(const struct capsule *s)
{
    double period = 0.0;
    const size_t count = s->belt_count;
    struct turning *nodes = calloc(count + 1, sizeof *nodes);
    if (nodes == NULL || count < 3 || s->step_now == s->step_before) goto cleanup;
    for (size_t n = 0; n < count; n++) {
        const double from = angle_of(s->before + 3 * (size_t)s->belt[n], s);
        const double way =
            remainder(angle_of(s->now.position + 3 * (size_t)s->belt[n], s) - from, 2.0 * pi);
        nodes[n].angle = from;
        nodes[n].velocity = way / (double)(s->step_now - s->step_before);
    }
    qsort(nodes, count, sizeof *nodes, by_angle);
    nodes[count] = nodes[0];
    nodes[count].angle += 2.0 * pi;
    for (size_t n = 0; n < count; n++) {
        const double velocity = 0.5 * (nodes[n].velocity + nodes[n + 1].velocity);
        if (!(velocity > 0.0)) {
            period = 0.0;
            goto cleanup;
        }
        period += s->rate * (nodes[n + 1].angle - nodes[n].angle) / velocity;
    }
cleanup:
    free(nodes);
    return period;
}

/* The reference is for no inertia and no neighbours; nearer than in the paper's box is no match. */
static bool has_reference(const struct capsule *s, const struct lb_capsule_reference **out)
{
    *out = lb_capsule_reference_find(s->capillary);
    return *out != NULL && s->is_sphere && s->material.law == lb_membrane_law_find("neo-hookean") &&
           s->material.bending_modulus == 0.0 && s->material.area_modulus == 0.0 &&
           s->rate * s->radius * s->radius / s->viscosity <= 0.1 &&
           (double)s->size[0] >= 8.0 * s->radius && (double)s->size[1] >= 4.7 * s->radius &&
           (double)s->size[2] >= 10.0 * s->radius;
}

/* Whether D has changed by less than a hundredth in the last half unit of rate x time. */
static bool stands_still(const struct capsule *s, const struct lb_table *t)
{
    const double time = lb_capsule_time(s, s->step_now), span = 0.5;
    if (time < 2.0 * span) return false;
    const double d = sample_at(t, time, COLUMN_TAYLOR);
    return fabs(d - sample_at(t, time - span, COLUMN_TAYLOR)) <= 0.01 * fabs(d);
}

static void report(const struct capsule *s, struct lb_run *run)
{
    const struct lb_table *t = lb_run_rows(run, LB_CAPSULE_SHAPE);
    const double time = fmin(5.0, lb_capsule_time(s, s->step_now));
    lb_run_result(run, "taylor_deformation", sample_at(t, time, COLUMN_TAYLOR), "1");
    lb_run_result(run, "inclination_deg", sample_at(t, time, COLUMN_INCLINATION), "degrees");
    lb_run_result(run, "volume_error", volume_error(t), "1");
    lb_run_result(run, "capillary", s->capillary, "1");
    lb_run_result(run, "rate_t", time, "1");
    lb_run_result(run, "initial_slope", initial_slope(s, t), "1");
    const double period = stands_still(s, t) ? treading_period(s) : 0.0;
    if (period > 0.0) lb_run_result(run, "tank_treading_period", period, "1/rate");
    lb_run_result(run, "axis_a", sample_at(t, time, COLUMN_A), "radius");
    lb_run_result(run, "axis_b", sample_at(t, time, COLUMN_B), "radius");
    lb_run_result(run, "axis_c", sample_at(t, time, COLUMN_C), "radius");
    lb_run_result(run, "elongation", sample_at(t, time, COLUMN_ELONGATION), "1");
    lb_run_result(run, "re_walls",
                  0.5 * s->rate * ((double)s->size[2] - 2.0) * s->radius / s->viscosity, "1");
    lb_run_result(run, "re_shear", s->rate * s->radius * s->radius / s->viscosity, "1");
}

/* A coarse capsule is further off: the kernels make it larger by a part of a cell. */
static double tolerance_of(const struct capsule *s)
{
    const double fine = s->capillary <= 0.0251 ? 0.08 : 0.05;
    return s->radius >= 12.0 ? fine : 2.0 * fine;
}

static void give_verdicts(const struct capsule *s, struct lb_run *run)
{
    const struct lb_capsule_reference *r;
    if (lb_run_is_stopped_early(run)) return;
    if (!has_reference(s, &r)) {
        lb_run_not_judged(run, "taylor deformation, volume: the reference is for other parameters "
                               "(docs/setups/capsule.md says for which)");
        return;
    }
    const struct lb_table *t = lb_run_rows(run, LB_CAPSULE_SHAPE);
    const double slope = initial_slope(s, t), error = volume_error(t);
    const double time = lb_capsule_time(s, s->step_now);
    if (time < 5.0 * (1.0 - 1e-9)) {
        lb_run_not_judged(run, "taylor deformation at rate t = 5: this run came to %.3g", time);
    } else {
        const double d = sample_at(t, 5.0, COLUMN_TAYLOR);
        const double tolerance = tolerance_of(s) * r->taylor;
        lb_run_verdict(run, "taylor deformation at rate t = 5", d, r->taylor, tolerance,
                       fabs(d - r->taylor) <= tolerance);
    }
    if (time >= 0.1)
        lb_run_verdict(run, "initial slope", slope, 0.5, 0.025, fabs(slope - 0.5) <= 0.025);
    else
        lb_run_not_judged(run, "initial slope: it takes rate t = 0.1, and this run came to %.3g",
                          time);
    lb_run_bookkeeping(run, "volume error", error, 0.0, 1e-3, error < 1e-3);
}

static enum lb_status draw_deformation(const struct capsule *s, struct lb_run *run,
                                       struct lb_error *err)
{
    const struct lb_capsule_reference *r;
    const bool is_known = has_reference(s, &r) && r->has_transient;
    struct lb_chart_series lines[] = {
        lb_run_line(run, LB_CAPSULE_SHAPE, "simulated", COLUMN_TIME, COLUMN_TAYLOR),
        {"", lb_capsule_reference_times, NULL, LB_CAPSULE_REFERENCE_TIMES, 1, true, false},
    };
    if (is_known) {
        lines[1].label = r->source;
        lines[1].y = r->transient;
    }
    const struct lb_chart chart = {.title = "Deformation of the capsule",
                                   .x_label = "shear rate x time",
                                   .y_label = "D = (a - c)/(a + c)",
                                   .series = lines,
                                   .series_count = is_known ? 2 : 1};
    return lb_run_write_chart(run, "deformation.png", &chart, err);
}

static enum lb_status draw_outlines(const struct capsule *s, struct lb_run *run,
                                    struct lb_error *err)
{
    static const char *const labels[LB_CAPSULE_OUTLINES] = {"1", "2", "3", "4", "5"};
    struct lb_chart_series series[LB_CAPSULE_OUTLINES];
    size_t count = 0;
    for (int k = 0; k < LB_CAPSULE_OUTLINES; k++)
        if (s->outline_count[k] > 0)
            series[count++] = (struct lb_chart_series){
                labels[k], s->outline[k], s->outline[k] + 1, s->outline_count[k], 2, false, false};
    if (count == 0) return LB_STATUS_OK;
    const struct lb_chart chart = {.title = "Cut through the middle at rate x time",
                                   .x_label = "x / R",
                                   .y_label = "z / R",
                                   .equal_scales = true,
                                   .series = series,
                                   .series_count = count};
    return lb_run_write_chart(run, "outline.png", &chart, err);
}

enum lb_status lb_capsule_report(const struct capsule *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    report(s, run);
    give_verdicts(s, run);
    LB_TRY(draw_deformation(s, run, err));
    LB_TRY(draw_outlines(s, run, err));
cleanup:
    return st;
}
