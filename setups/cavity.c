/* cavity.c - a cube of fluid whose lid slides along +y; profiles on the centre lines against a
 * spectral solution.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 4.4.  docs/setups/cavity.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/profile.h"
#include "run/setup.h"

enum { LINE_Z, LINE_Y, LINES }; /* u_y along z, u_z along y */
enum { U_Y_MIN, U_Z_MIN, U_Z_MAX, EXTREMA };
enum { REFERENCE_POINTS = 17 };

/* Positions in L and velocities in u0; the points are those of Ghia, Ghia & Shin (1982). */
struct reference {
    double reynolds;
    const char *label;
    double lines[LINES][2 * REFERENCE_POINTS];
    double extrema[EXTREMA];
    uint32_t length;       /* the gates are for this many cells */
    uint32_t min_length;   /* with fewer there is no verdict */
    double rms_tolerance;  /* of u0 */
    double weak_tolerance; /* extrema may be this much weaker */
    double deep_tolerance; /* or this much stronger */
};

static const struct reference references[] = {
    /* Albensoeder & Kuhlmann, J. Comput. Phys. 206, 536 (2005), tables 5 and 6: Chebyshev
     * collocation.  Extrema quoted by Ben Beya & Lili, C. R. Mecanique 336, 863 (2008), table 1. */
    {.reynolds = 1000.0,
     .label = "Albensoeder & Kuhlmann",
     .lines = {{0.0000,   0.00000,  0.0547,   -0.20623, 0.0625,   -0.22283, 0.0703,
                -0.23696, 0.1016,   -0.27293, 0.1719,   -0.25160, 0.2813,   -0.10999,
                0.4531,   -0.00612, 0.5000,   0.00802,  0.6172,   0.03905,  0.7344,
                0.07334,  0.8516,   0.12183,  0.9531,   0.33171,  0.9609,   0.39821,
                0.9688,   0.48443,  0.9766,   0.58964,  1.0000,   1.00000},
               {0.0000,   0.00000,  0.0625,   0.21738,  0.0703,   0.22746,  0.0781,
                0.23503,  0.0938,   0.24407,  0.1563,   0.22924,  0.2266,   0.17580,
                0.2344,   0.16987,  0.5000,   0.03674,  0.8047,   -0.15223, 0.8594,
                -0.31117, 0.9063,   -0.43423, 0.9453,   -0.33511, 0.9531,   -0.29032,
                0.9609,   -0.24095, 0.9688,   -0.18864, 1.0000,   0.00000}},
     .extrema = {-0.2803833, -0.4350186, 0.2466511},
     .length = 128,
     .min_length = 64,
     .rms_tolerance = 0.02,
     .weak_tolerance = 0.04,
     .deep_tolerance = 0.01},
    /* Our own: central differences on a staggered grid of 32 and 48 cells along each edge,
     * extrapolated; see tests/support/cavity_reference.py. */
    {.reynolds = 100.0,
     .label = "finite differences",
     .lines = {{0.0000,   0.00000,  0.0547,   -0.04027, 0.0625,   -0.04533, 0.0703,
                -0.05027, 0.1016,   -0.06903, 0.1719,   -0.10728, 0.2813,   -0.16157,
                0.4531,   -0.21505, 0.5000,   -0.21348, 0.6172,   -0.16474, 0.7344,
                -0.05007, 0.8516,   0.17895,  0.9531,   0.66472,  0.9609,   0.71760,
                0.9688,   0.77280,  0.9766,   0.82918,  1.0000,   1.00000},
               {0.0000,   0.00000,  0.0625,   0.08783,  0.0703,   0.09582,  0.0781,
                0.10320,  0.0938,   0.11628,  0.1563,   0.14732,  0.2266,   0.15160,
                0.2344,   0.15060,  0.5000,   0.01304,  0.8047,   -0.24931, 0.8594,
                -0.22895, 0.9063,   -0.17443, 0.9453,   -0.10798, 0.9531,   -0.09316,
                0.9609,   -0.07804, 0.9688,   -0.06247, 1.0000,   0.00000}},
     .extrema = {-0.2156, -0.2493, 0.1530},
     .length = 32,
     .min_length = 16,
     .rms_tolerance = 0.01,
     .weak_tolerance = 0.05,
     .deep_tolerance = 0.03},
};

/* The change over a convective time, in u0, below which the flow counts as settled.  So many such
 * times are enough for it: where it still has not, the verdict fails. */
static const double settled_change = 1e-3, settled_times = 50.0;

struct line {
    int axis, component;
    const char *csv, *chart, *columns, *title, *x_label, *y_label;
};
static const struct line lines[LINES] = {
    {2, 1, "profile_z.csv", "profile_z.png", "z,u_y", "Velocity along the lid, from bottom to lid",
     "z / L", "u_y / u0"},
    {1, 2, "profile_y.csv", "profile_y.png", "y,u_z",
     "Velocity towards the lid, along the lid's motion", "y / L", "u_z / u0"},
};

struct cavity {
    uint32_t length;
    double reynolds, u0, steady, viscosity;
    const struct reference *reference; /* NULL: none at this Reynolds number */
    double *field;                     /* u around a centre line, as read */
    double *profiles[LINES];           /* length pairs: walls at 0 and 1, nodes between */
    double change;                     /* of both lines over the last convective time, in u0 */
    uint64_t last_step;                /* observed */
};

/* Walls all around, and between them the lid, whose edges thus belong to the walls at rest.  Its
 * correction to the populations has the density 1, so what it adds to the mass at one end it takes
 * at the other. */
static void start_cavity(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct cavity *s = state;
    const uint32_t last = s->length - 1;
    if (x == 0 || y == 0 || z == 0 || x == last || y == last) {
        out->flags = LB_CELL_SOLID;
    } else if (z == last) {
        out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
        out->u[1] = s->u0;
    }
}

static const struct reference *find_reference(double reynolds)
{
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++)
        if (fabs(references[i].reynolds - reynolds) < 1e-9) return &references[i];
    return NULL;
}

static double convective_time(const struct cavity *s)
{
    return (double)s->length / s->u0;
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct cavity *s = state;
    if (c->lattice->dimensions != 3)
        return lb_fail(err, LB_STATUS_USAGE, "cavity needs a 3D lattice, not %s", c->lattice->name);
    s->length = (uint32_t)lb_values_count(v, "length");
    s->reynolds = lb_values_number(v, "re");
    s->u0 = lb_values_number(v, "u0");
    s->steady = lb_values_number(v, "steady");
    s->viscosity = (double)s->length * s->u0 / s->reynolds;
    s->reference = find_reference(s->reynolds);
    c->size[0] = c->size[1] = c->size[2] = s->length;
    c->viscosity = s->viscosity;
    c->cell_kinds = LB_CELL_SOLID | LB_CELL_MOVING;
    c->start = start_cavity;
    c->start_state = s;
    s->field = malloc(12 * (size_t)s->length * sizeof *s->field);
    for (int i = 0; i < LINES; i++)
        s->profiles[i] = calloc(2 * (size_t)s->length, sizeof *s->profiles[i]);
    if (s->field == NULL || s->profiles[LINE_Z] == NULL || s->profiles[LINE_Y] == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for profiles of %u nodes",
                       (unsigned)s->length);

    /* The paper's 100000 steps at L = 128, u0 = 0.1, and as many convective times at any other. */
    plan->steps = (uint64_t)ceil(1e5 / 1280.0 * convective_time(s));
    plan->observe_every = (uint64_t)round(convective_time(s));
    plan->deviation = s->u0 / c->lattice->sound_speed_squared;
    plan->picture = (struct lb_picture){"speed", 0, 0, 0.0, s->u0, NULL};
    plan->has_field = true;
    return LB_STATUS_OK;
}

/* Reads one centre line and returns the sum of its squared changes.  Where the centre lies between
 * nodes, it is the mean of the four around it. */
static enum lb_status read_line(struct cavity *s, struct lb_run *run, int which, double *change,
                                struct lb_error *err)
{
    const struct line *line = &lines[which];
    const uint32_t count = s->length, width = count % 2 == 0 ? 2 : 1, middle = (count - width) / 2;
    struct lb_region region;
    for (int axis = 0; axis < 3; axis++) {
        region.begin[axis] = axis == line->axis ? 0 : middle;
        region.end[axis] = axis == line->axis ? count : middle + width;
    }
    const enum lb_status st = lb_solver_read(lb_run_solver(run), &region, NULL, s->field, err);
    if (st != LB_STATUS_OK) return st;

    const size_t columns = (size_t)width * width;
    for (uint32_t k = 0; k < count; k++) {
        double sum = 0.0;
        for (size_t i = 0; i < columns; i++) { /* x is fastest, then y, then z */
            const size_t cell =
                line->axis == 2 ? k * columns + i : (i / width * count + k) * width + i % width;
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

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    struct cavity *s = state;
    enum lb_status st = LB_STATUS_OK;
    double change = 0.0;
    for (int i = 0; i < LINES; i++)
        LB_TRY(read_line(s, run, i, &change, err));
    s->change = sqrt(change / (LINES * (double)s->length));
    s->last_step = lb_run_step(run);
    lb_run_progress(run, "change %.1e u0", s->change);
    if (s->last_step > 0 && s->change <= s->steady) lb_run_stop(run);
cleanup:
    return st;
}

struct comparison {
    double rms[LINES], max; /* in u0 */
    bool has_extrema;
    struct lb_extremum extrema[EXTREMA];
};

static struct lb_profile profile_of(const struct cavity *s, int which)
{
    return (struct lb_profile){s->profiles[which], s->length};
}

static struct comparison compare(const struct cavity *s)
{
    struct comparison c = {0};
    for (int i = 0; s->reference != NULL && i < LINES; i++) {
        const struct lb_profile p = profile_of(s, i);
        double squares = 0.0;
        for (int n = 0; n < REFERENCE_POINTS; n++) {
            const double *point = s->reference->lines[i] + 2 * n;
            const double deviation = lb_profile_at(&p, point[0]) - point[1];
            squares += deviation * deviation;
            c.max = fmax(c.max, fabs(deviation));
        }
        c.rms[i] = sqrt(squares / REFERENCE_POINTS);
    }
    const struct lb_profile u_y = profile_of(s, LINE_Z), u_z = profile_of(s, LINE_Y);
    c.has_extrema = lb_profile_min(&u_y, &c.extrema[U_Y_MIN]) &&
                    lb_profile_min(&u_z, &c.extrema[U_Z_MIN]) &&
                    lb_profile_max(&u_z, &c.extrema[U_Z_MAX]);
    return c;
}

static void report(const struct cavity *s, struct lb_run *run, const struct comparison *c)
{
    static const char *const names[EXTREMA][2] = {
        {"u_y_least", "u_y_least_at"}, {"u_z_least", "u_z_least_at"}, {"u_z_most", "u_z_most_at"}};
    if (s->reference != NULL) {
        lb_run_result(run, "max_deviation_from_reference", c->max, "u0");
        lb_run_result(run, "rms_u_y_line", c->rms[LINE_Z], "u0");
        lb_run_result(run, "rms_u_z_line", c->rms[LINE_Y], "u0");
    }
    for (int i = 0; c->has_extrema && i < EXTREMA; i++) {
        lb_run_result(run, names[i][0], c->extrema[i].value, "u0");
        lb_run_result(run, names[i][1], c->extrema[i].position, "L");
    }
    lb_run_result(run, "change", s->change, "u0");
    lb_run_result(run, "convective_times", (double)lb_run_step(run) / convective_time(s), "1");
    lb_run_result(run, "re_between_walls", (double)(s->length - 2) * s->u0 / s->viscosity, "1");
}

/* Coarser grids get wider gates, as the error of a second-order scheme grows. */
static double coarseness(const struct cavity *s)
{
    const double ratio = (double)s->reference->length / (double)s->length;
    return fmax(1.0, ratio * ratio);
}

static void give_verdicts(const struct cavity *s, struct lb_run *run, const struct comparison *c)
{
    static const char *const names[LINES] = {"rms of u_y along z", "rms of u_z along y"};
    static const char *const extrema_names[EXTREMA] = {"least u_y", "least u_z", "most u_z"};
    const struct reference *r = s->reference;
    const double wider = coarseness(s);
    for (int i = 0; i < LINES; i++)
        lb_run_verdict(run, names[i], c->rms[i], 0.0, wider * r->rms_tolerance,
                       c->rms[i] <= wider * r->rms_tolerance);
    if (s->change > settled_change)
        lb_run_verdict(run, "not settled; change", s->change, 0.0, settled_change, false);
    for (int i = 0; c->has_extrema && i < EXTREMA; i++) {
        const double excess = c->extrema[i].value / r->extrema[i] - 1.0;
        lb_run_verdict(run, extrema_names[i], c->extrema[i].value, r->extrema[i],
                       wider * r->weak_tolerance * fabs(r->extrema[i]),
                       excess >= -wider * r->weak_tolerance && excess <= wider * r->deep_tolerance);
    }
}

/* Says why where there is none. */
static bool deserves_verdict(const struct cavity *s, struct lb_run *run)
{
    static const char what[] = "centre lines";
    const double times = (double)lb_run_step(run) / convective_time(s);
    if (lb_run_is_stopped_early(run)) return false;
    if (s->reference == NULL)
        lb_run_not_judged(run, "%s: there are references for re=100 and re=1000", what);
    else if (s->length < s->reference->min_length)
        lb_run_not_judged(run, "%s: length=%u is too coarse at this Reynolds number; %u is needed",
                          what, s->length, s->reference->min_length);
    else if (s->change > settled_change && times < settled_times)
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
    double *numbers = malloc(LINES * count * sizeof *numbers);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "no memory for %zu numbers", LINES * count);
    for (size_t i = 0; i < LINES * count; i++)
        numbers[i] = s->profiles[i / count][2 * (i % count) + 1];
    LB_TRY(lb_run_curve(run, numbers, LINES * count, err));
cleanup:
    free(numbers);
    return st;
}

static enum lb_status write_line(const struct cavity *s, struct lb_run *run, int which,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct line *line = &lines[which];
    const double *rows = s->profiles[which];
    LB_TRY(lb_run_write_csv(run, line->csv, line->columns, rows, s->length, 2, err));
    struct lb_chart_series series[] = {
        {"simulated", rows, rows + 1, s->length, 2, false, false},
        {"", NULL, NULL, REFERENCE_POINTS, 2, true, false},
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
    double rows[REFERENCE_POINTS * 6];
    for (int n = 0; n < REFERENCE_POINTS; n++) {
        for (int i = 0; i < LINES; i++) {
            const struct lb_profile p = profile_of(s, i);
            const double *point = s->reference->lines[i] + 2 * n;
            double *row = rows + 6 * n + 3 * i;
            row[0] = point[0];
            row[1] = lb_profile_at(&p, point[0]);
            row[2] = point[1];
        }
    }
    return lb_run_write_csv(run, "reference.csv", "z,u_y,u_y_reference,y,u_z,u_z_reference", rows,
                            REFERENCE_POINTS, 6, err);
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct cavity *s = state;
    enum lb_status st = LB_STATUS_OK;
    if (lb_run_step(run) != s->last_step) {
        const double change =
            s->change; /* over a whole convective time, not over the rest of one */
        LB_TRY(observe(s, run, err));
        s->change = change;
    }
    const struct comparison c = compare(s);
    report(s, run, &c);
    if (deserves_verdict(s, run)) give_verdicts(s, run, &c);
    LB_TRY(give_curve(s, run, err));
    for (int i = 0; i < LINES; i++)
        LB_TRY(write_line(s, run, i, err));
    if (s->reference != NULL) LB_TRY(write_reference(s, run, err));
cleanup:
    return st;
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct cavity *s = state;
    for (int i = 0; i < LINES; i++) {
        char name[32];
        snprintf(name, sizeof name, "cavity-line-%d", i);
        LB_OK(lb_archive_numbers(a, name, s->profiles[i], 2 * (uint64_t)s->length, err));
    }
    LB_OK(lb_archive_number(a, "cavity.change", &s->change, err));
    return lb_archive_count(a, "cavity.last_step", &s->last_step, err);
}

static void destroy(void *state)
{
    struct cavity *s = state;
    free(s->field);
    for (int i = 0; i < LINES; i++)
        free(s->profiles[i]);
}

static const struct lb_parameter parameters[] = {
    {"length", LB_PARAMETER_COUNT, "cells", "128", "32", 16, 4096,
     "edge L of the cube, with a layer of wall on each side"},
    {"re", LB_PARAMETER_NUMBER, "1", "1000", "100", 1, 1e5, "length u0 / viscosity"},
    {"u0", LB_PARAMETER_NUMBER, "cells/step", "0.1", NULL, 1e-4, 0.3, "velocity of the lid"},
    {"steady", LB_PARAMETER_NUMBER, "u0", "0", "1e-4", 0, 1,
     "ends where the centre lines change by less in length / u0 steps (RMS); 0: never"},
    {0},
};

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
    .reference = "a spectral solution of the cube at Re 1000, finite differences at Re 100",
    .lattice = "d3q19",
    .collision = "srt",
    .parameters = parameters,
    .state_size = sizeof(struct cavity),
    .key_results = key_results,
    .curve = {"centre_lines", "u0"},
    .prepare = prepare,
    .observe = observe,
    .finish = finish,
    .archive = archive,
    .destroy = destroy,
};
