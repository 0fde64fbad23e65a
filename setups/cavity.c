/* cavity.c - a cube or a square of fluid whose lid slides; profiles on the centre lines against those
 * of other methods.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 4.4.  docs/setups/cavity.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/profile.h"
#include "cavity_reference.h"
#include "run/setup.h"

struct cavity {
    const struct lb_cavity_shape *shape;
    int dimensions;
    uint32_t length;
    double reynolds, u0, steady, viscosity;
    const struct lb_cavity_reference *reference; /* NULL: none at this Reynolds number */
    double *field;                               /* u around a centre line, as read */
    double *profiles[LB_CAVITY_LINES];           /* length pairs: walls at 0 and 1, nodes between */
    double change;      /* of both lines over the last convective time, in u0 */
    uint64_t last_step; /* observed */
    /* Where the reference is of a mean: over `samples` moments, and as it was at half of them. */
    double *means[LB_CAVITY_LINES], *halves[LB_CAVITY_LINES];
    uint64_t samples;
};

/* Walls all around, and between them the lid, whose edges thus belong to the walls at rest.  Its
 * correction to the populations has the density 1, so what it adds to the mass at one end it takes
 * at the other. */
static void start_cavity(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct cavity *s = state;
    const uint32_t at[3] = {x, y, z}, last = s->length - 1;
    const int up = s->dimensions - 1;
    bool is_wall = at[up] == 0;
    for (int axis = 0; axis < up; axis++)
        is_wall = is_wall || at[axis] == 0 || at[axis] == last;
    if (is_wall) {
        out->flags = LB_CELL_SOLID;
    } else if (at[up] == last) {
        out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
        out->u[up - 1] = s->u0;
    }
}

static double convective_time(const struct cavity *s)
{
    return (double)s->length / s->u0;
}

static uint64_t wanted_samples(const struct cavity *s)
{
    return s->reference == NULL ? 0 : (uint64_t)s->reference->mean_times;
}

static enum lb_status create_lines(struct cavity *s, struct lb_error *err)
{
    const size_t count = 2 * (size_t)s->length;
    s->field = malloc(6 * count * sizeof *s->field);
    bool is_complete = s->field != NULL;
    for (int i = 0; i < LB_CAVITY_LINES; i++) {
        double **const lines[] = {&s->profiles[i], &s->means[i], &s->halves[i]};
        for (int k = 0; k < (wanted_samples(s) > 0 ? 3 : 1); k++) {
            *lines[k] = calloc(count, sizeof **lines[k]);
            is_complete = is_complete && *lines[k] != NULL;
        }
    }
    if (is_complete) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "no memory for profiles of %u nodes",
                   (unsigned)s->length);
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct cavity *s = state;
    s->dimensions = c->lattice->dimensions;
    s->shape = lb_cavity_shape_of(s->dimensions);
    s->length = (uint32_t)lb_values_count(v, "length");
    s->reynolds = lb_values_number(v, "re");
    s->u0 = lb_values_number(v, "u0");
    s->steady = lb_values_number(v, "steady");
    s->viscosity = (double)s->length * s->u0 / s->reynolds;
    s->reference = lb_cavity_find_reference(s->dimensions, s->reynolds);
    for (int axis = 0; axis < s->dimensions; axis++)
        c->size[axis] = s->length;
    c->viscosity = s->viscosity;
    c->cell_kinds = LB_CELL_SOLID | LB_CELL_MOVING;
    c->start = start_cavity;
    c->start_state = s;
    LB_OK(lb_setup_viscosity(c, "les", lb_values_number(v, "les"), err));
    LB_OK(create_lines(s, err));

    /* The paper's 100000 steps at L = 128, u0 = 0.1, and as many convective times at any other. */
    plan->steps = (uint64_t)ceil(1e5 / 1280.0 * convective_time(s));
    plan->observe_every = (uint64_t)round(convective_time(s));
    if (wanted_samples(s) > 0)
        plan->steps =
            (uint64_t)(s->reference->times + s->reference->mean_times) * plan->observe_every;
    plan->deviation = s->u0 / c->lattice->sound_speed_squared;
    plan->picture =
        (struct lb_picture){.field = "speed", .axis = s->dimensions == 2 ? 2 : 0, .high = s->u0};
    plan->length = s->length;
    plan->length_name = "L";
    plan->has_field = true;
    return LB_STATUS_OK;
}

/* Reads one centre line and returns the sum of its squared changes.  Where the centre lies between
 * nodes, it is the mean of those around it. */
static enum lb_status read_line(struct cavity *s, struct lb_run *run, int which, double *change,
                                struct lb_error *err)
{
    const struct lb_cavity_centre_line *line = &s->shape->lines[which];
    const uint32_t count = s->length, width = count % 2 == 0 ? 2 : 1, middle = (count - width) / 2;
    struct lb_region region = {.end = {1, 1, 1}};
    size_t columns = 1, strides[3]; /* x is fastest, then y, then z */
    for (int axis = 0; axis < s->dimensions; axis++) {
        region.begin[axis] = axis == line->axis ? 0 : middle;
        region.end[axis] = axis == line->axis ? count : middle + width;
        strides[axis] =
            axis == 0 ? 1 : strides[axis - 1] * (region.end[axis - 1] - region.begin[axis - 1]);
        if (axis != line->axis) columns *= width;
    }
    LB_OK(lb_solver_read(lb_run_solver(run), &region, NULL, s->field, err));

    const int low = line->axis == 0 ? 1 : 0, high = 3 - low - line->axis;
    for (uint32_t k = 0; k < count; k++) {
        double sum = 0.0;
        for (size_t i = 0; i < columns; i++) {
            const size_t cell = k * strides[line->axis] + i % width * strides[low] +
                                (columns > width ? i / width * strides[high] : 0);
            sum += s->field[3 * cell + (size_t)line->component];
        }
        double *node = s->profiles[which] + 2 * (size_t)k;
        const double u = sum / ((double)columns * s->u0);
        *change += (u - node[1]) * (u - node[1]);
        node[0] = fmin(fmax(((double)k - 0.5) / (double)(count - 2), 0.0), 1.0);
        node[1] = u;
    }
    return LB_STATUS_OK;
}

/* Adds this moment to the means, once the flow has come up. */
static void take_sample(struct cavity *s)
{
    const uint64_t wanted = wanted_samples(s);
    const double times = (double)s->last_step / round(convective_time(s));
    if (s->samples >= wanted || times <= s->reference->times) return;
    s->samples++;
    for (int i = 0; i < LB_CAVITY_LINES; i++) {
        for (size_t k = 0; k < 2 * (size_t)s->length; k++)
            s->means[i][k] += (s->profiles[i][k] - s->means[i][k]) / (double)s->samples;
        if (2 * s->samples == wanted)
            memcpy(s->halves[i], s->means[i], 2 * (size_t)s->length * sizeof *s->halves[i]);
    }
}

static enum lb_status read_lines(struct cavity *s, struct lb_run *run, struct lb_error *err)
{
    double change = 0.0;
    for (int i = 0; i < LB_CAVITY_LINES; i++)
        LB_OK(read_line(s, run, i, &change, err));
    s->change = sqrt(change / (LB_CAVITY_LINES * (double)s->length));
    s->last_step = lb_run_step(run);
    return LB_STATUS_OK;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    struct cavity *s = state;
    LB_OK(read_lines(s, run, err));
    take_sample(s);
    lb_run_progress(run, "change %.1e u0", s->change);
    if (s->last_step > 0 && s->change <= s->steady) lb_run_stop(run);
    return LB_STATUS_OK;
}

/* The whole mean is there. */
static bool has_mean(const struct cavity *s)
{
    return s->samples > 0 && s->samples == wanted_samples(s);
}

/* Between the means over both halves of the window. */
static double change_of_mean(const struct cavity *s)
{
    double squares = 0.0;
    for (int i = 0; i < LB_CAVITY_LINES; i++)
        for (size_t k = 0; k < s->length; k++) {
            const double half = s->means[i][2 * k + 1] - s->halves[i][2 * k + 1];
            squares += 4.0 * half * half;
        }
    return sqrt(squares / (LB_CAVITY_LINES * (double)s->length));
}

struct comparison {
    double rms[LB_CAVITY_LINES], max; /* in u0 */
    bool has_extrema;
    struct lb_extremum extrema[LB_CAVITY_EXTREMA];
};

/* The mean where there is one, else the last moment. */
static struct lb_profile profile_of(const struct cavity *s, int which)
{
    return (struct lb_profile){has_mean(s) ? s->means[which] : s->profiles[which], s->length};
}

static struct comparison compare(const struct cavity *s)
{
    struct comparison c = {0};
    for (int i = 0; s->reference != NULL && i < LB_CAVITY_LINES; i++) {
        const struct lb_profile p = profile_of(s, i);
        double squares = 0.0;
        for (int n = 0; n < LB_CAVITY_POINTS; n++) {
            const double *point = s->reference->lines[i] + 2 * n;
            const double deviation = lb_profile_at(&p, point[0]) - point[1];
            squares += deviation * deviation;
            c.max = fmax(c.max, fabs(deviation));
        }
        c.rms[i] = sqrt(squares / LB_CAVITY_POINTS);
    }
    const struct lb_profile along = profile_of(s, LB_CAVITY_UP), up = profile_of(s, LB_CAVITY_LONG);
    c.has_extrema = lb_profile_min(&along, &c.extrema[LB_CAVITY_LEAST_ALONG]) &&
                    lb_profile_min(&up, &c.extrema[LB_CAVITY_LEAST_UP]) &&
                    lb_profile_max(&up, &c.extrema[LB_CAVITY_MOST_UP]);
    return c;
}

static void report(const struct cavity *s, struct lb_run *run, const struct comparison *c)
{
    if (s->reference != NULL) {
        lb_run_result(run, "max_deviation_from_reference", c->max, "u0");
        for (int i = 0; i < LB_CAVITY_LINES; i++)
            lb_run_result(run, s->shape->lines[i].rms, c->rms[i], "u0");
    }
    for (int i = 0; c->has_extrema && i < LB_CAVITY_EXTREMA; i++) {
        lb_run_result(run, s->shape->extrema[i][0], c->extrema[i].value, "u0");
        lb_run_result(run, s->shape->extrema[i][1], c->extrema[i].position, "L");
    }
    lb_run_result(run, "change", s->change, "u0");
    lb_run_result(run, "convective_times", (double)lb_run_step(run) / convective_time(s), "1");
    if (wanted_samples(s) > 0) lb_run_result(run, "mean_over", (double)s->samples, "L/u0");
    lb_run_result(run, "re_between_walls", (double)(s->length - 2) * s->u0 / s->viscosity, "1");
}

static void judge_extrema(const struct cavity *s, struct lb_run *run, const struct comparison *c)
{
    const struct lb_cavity_reference *r = s->reference;
    const double wider = lb_cavity_coarseness(r, s->length);
    for (int i = 0; i < LB_CAVITY_EXTREMA; i++) {
        const double excess = c->extrema[i].value / r->extrema[i] - 1.0;
        lb_run_verdict(run, s->shape->extrema[i][2], c->extrema[i].value, r->extrema[i],
                       wider * r->weak_tolerance * fabs(r->extrema[i]),
                       excess >= -wider * r->weak_tolerance && excess <= wider * r->deep_tolerance);
    }
}

static void give_verdicts(const struct cavity *s, struct lb_run *run, const struct comparison *c)
{
    const struct lb_cavity_reference *r = s->reference;
    const double most = lb_cavity_coarseness(r, s->length) * r->rms_tolerance;
    for (int i = 0; i < LB_CAVITY_LINES; i++)
        lb_run_verdict(run, s->shape->lines[i].rms_label, c->rms[i], 0.0, most, c->rms[i] <= most);
    if (s->change > r->settled_change)
        lb_run_verdict(run, "not settled; change", s->change, 0.0, r->settled_change, false);
    if (c->has_extrema && r->has_extrema) judge_extrema(s, run, c);
}

/* Says why where there is none. */
static bool deserves_verdict(const struct cavity *s, struct lb_run *run)
{
    static const char what[] = "centre lines";
    const struct lb_cavity_reference *r = s->reference;
    const double times = (double)lb_run_step(run) / convective_time(s);
    if (lb_run_is_stopped_early(run)) return false;
    if (r == NULL)
        lb_run_not_judged(run, "%s: there are references for %s", what, s->shape->known);
    else if (s->length < r->min_length)
        lb_run_not_judged(run, "%s: length=%u is too coarse at this Reynolds number; %u is needed",
                          what, s->length, r->min_length);
    else if (wanted_samples(s) > 0 && !has_mean(s))
        lb_run_not_judged(run,
                          "%s: the flow swings, and its mean from %g to %g convective times is "
                          "judged; this run ends at %.3g",
                          what, r->times, r->times + r->mean_times, times);
    else if (wanted_samples(s) == 0 && s->change > r->settled_change && times < r->times)
        lb_run_not_judged(run, "%s: the flow is still changing after %.3g convective times", what,
                          times);
    else
        return true;
    return false;
}

/* Both lines, one behind the other. */
static enum lb_status give_curve(const struct cavity *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = s->length;
    double *numbers = malloc(LB_CAVITY_LINES * count * sizeof *numbers);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "no memory for %zu numbers",
               LB_CAVITY_LINES * count);
    for (size_t i = 0; i < LB_CAVITY_LINES * count; i++)
        numbers[i] = profile_of(s, (int)(i / count)).numbers[2 * (i % count) + 1];
    LB_TRY(lb_run_curve(run, numbers, LB_CAVITY_LINES * count, err));
cleanup:
    free(numbers);
    return st;
}

static enum lb_status write_line(const struct cavity *s, struct lb_run *run, int which,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_cavity_centre_line *line = &s->shape->lines[which];
    const double *rows = profile_of(s, which).numbers;
    LB_TRY(lb_run_write_csv(run, line->csv, line->columns, rows, s->length, 2, err));
    struct lb_chart_series series[] = {
        {has_mean(s) ? "simulated, mean" : "simulated", rows, rows + 1, s->length, 2, false, false},
        {"", NULL, NULL, LB_CAVITY_POINTS, 2, true, false},
    };
    if (s->reference != NULL) {
        series[1].label = s->reference->label;
        series[1].x = s->reference->lines[which];
        series[1].y = series[1].x + 1;
    }
    const struct lb_chart chart = {.title = line->title,
                                   .x_label = line->x_label,
                                   .y_label = line->y_label,
                                   .series = series,
                                   .series_count = s->reference != NULL ? 2 : 1};
    LB_TRY(lb_run_write_chart(run, line->chart, &chart, err));
cleanup:
    return st;
}

/* The reference beside the values interpolated there. */
static enum lb_status write_reference(const struct cavity *s, struct lb_run *run,
                                      struct lb_error *err)
{
    double rows[LB_CAVITY_POINTS * 6];
    for (int n = 0; n < LB_CAVITY_POINTS; n++) {
        for (int i = 0; i < LB_CAVITY_LINES; i++) {
            const struct lb_profile p = profile_of(s, i);
            const double *point = s->reference->lines[i] + 2 * n;
            double *row = rows + 6 * n + 3 * i;
            row[0] = point[0];
            row[1] = lb_profile_at(&p, point[0]);
            row[2] = point[1];
        }
    }
    return lb_run_write_csv(run, "reference.csv", s->shape->reference_columns, rows,
                            LB_CAVITY_POINTS, 6, err);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct cavity *s = state;
    enum lb_status st = LB_STATUS_OK;
    if (lb_run_step(run) != s->last_step) {
        const double change =
            s->change; /* over a whole convective time, not over the rest of one */
        LB_TRY(read_lines(s, run, err));
        s->change = change;
    }
    if (has_mean(s)) s->change = change_of_mean(s);
    const struct comparison c = compare(s);
    report(s, run, &c);
    if (deserves_verdict(s, run)) give_verdicts(s, run, &c);
    LB_TRY(give_curve(s, run, err));
    for (int i = 0; i < LB_CAVITY_LINES; i++)
        LB_TRY(write_line(s, run, i, err));
    if (s->reference != NULL) LB_TRY(write_reference(s, run, err));
cleanup:
    return st;
}

static enum lb_status archive_lines(const struct cavity *s, struct lb_archive *a, const char *what,
                                    double *const lines[], struct lb_error *err)
{
    for (int i = 0; i < LB_CAVITY_LINES; i++) {
        char name[32];
        snprintf(name, sizeof name, "cavity-%s-%d", what, i);
        LB_OK(lb_archive_numbers(a, name, lines[i], 2 * (uint64_t)s->length, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct cavity *s = state;
    LB_OK(archive_lines(s, a, "line", s->profiles, err));
    LB_OK(lb_archive_number(a, "cavity.change", &s->change, err));
    LB_OK(lb_archive_count(a, "cavity.last_step", &s->last_step, err));
    if (wanted_samples(s) == 0) return LB_STATUS_OK;
    LB_OK(archive_lines(s, a, "mean", s->means, err));
    LB_OK(archive_lines(s, a, "half", s->halves, err));
    return lb_archive_count(a, "cavity.samples", &s->samples, err);
}

static void destroy(void *state)
{
    struct cavity *s = state;
    free(s->field);
    for (int i = 0; i < LB_CAVITY_LINES; i++) {
        free(s->profiles[i]);
        free(s->means[i]);
        free(s->halves[i]);
    }
}

static const struct lb_parameter parameters[] = {
    {"length", LB_PARAMETER_COUNT, "cells", "128", "32", 16, 4096,
     "edge L of the cube or square, with a layer of wall on each side"},
    {"re", LB_PARAMETER_NUMBER, "1", "1000", "100", 1, 1e5,
     "Reynolds number length u0 / viscosity"},
    {"u0", LB_PARAMETER_NUMBER, "cells/step", "0.1", NULL, 1e-4, 0.3, "velocity of the lid"},
    {"steady", LB_PARAMETER_NUMBER, "u0", "0", "1e-4", 0, 1,
     "ends where the centre lines change by less in length / u0 steps (RMS); 0: never"},
    {"les", LB_PARAMETER_NUMBER, "1", "0", NULL, 0, 0.5,
     "Smagorinsky's constant, about 0.1 for eddies smaller than a cell; --collision rr"},
    {0},
};

/* "u_x_least", "u_z_most": not where they are. */
static bool find_error_sources(const struct lb_values *values, const char *result,
                               struct lb_error_sources *out)
{
    (void)values;
    *out = (struct lb_error_sources){.of_time = ""};
    return strncmp(result, "u_", 2) == 0 &&
           (strcmp(result + 3, "_least") == 0 || strcmp(result + 3, "_most") == 0);
}

static const struct lb_key_result key_results[] = {
    {"u_y_least", LB_KEY_VALUE, NULL},
    {"u_z_least", LB_KEY_VALUE, NULL},
    {"u_z_most", LB_KEY_VALUE, NULL},
    {"max_deviation_from_reference", LB_KEY_SHOWN, NULL},
    {0},
};

const struct lb_setup lb_setup_cavity = {
    .name = "cavity",
    .summary = "a cube of fluid whose lid slides; profiles along the centre lines",
    .reference =
        "spectral solutions at Re 1000; in 3D finite differences at Re 100, in 2D at Re 10000",
    .lattice = "d3q19",
    .collision = "srt",
    .parameters = parameters,
    .state_size = sizeof(struct cavity),
    .resolution = "length",
    .find_error_sources = find_error_sources,
    .key_results = key_results,
    .curve = {"centre_lines", "u0"},
    .prepare = prepare,
    .observe = observe,
    .finish = finish,
    .archive = archive,
    .destroy = destroy,
};
