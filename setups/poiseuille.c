/* poiseuille.c - force-driven flow through a cylindrical channel with staircase walls, or with walls where the
 * cylinder is; the exact profile is a parabola, or the integral of a law of viscosity.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 4.1.  docs/setups/poiseuille.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "domain/wall_links.h"
#include "poiseuille_law.h"
#include "poiseuille_reference.h"
#include "run/setup.h"

enum {
    MIN_MODE_TIMES = 16, /* e^-16 of the start is left of the slowest mode then */
    MAX_MODE_TIMES = 96,
    LEVEL_SPAN = 4 /* observations whose mean error is compared with that of as many before */
};
static const double bessel_zero =
    2.404825557695773; /* first zero of J0: the slowest mode's shape */
static const double level_tolerance = 1e-3;
static const double resolved = 0.1; /* most error of a flow that the channel's cells resolve */
/* Walls between cells may leave next to no error: what is as in double precision, or level, is told by this one. */
static const double between_cells = 0.01;
/* e^-6 of a format's error is left in double precision then.  It starts without stress, to which a law answers as to a
 * fluid at rest: as much of that is left as of the start of a run. */
enum { TWIN_MODE_TIMES = 6, TWIN_MODE_TIMES_OF_LAW = MIN_MODE_TIMES };

enum { COLUMN_R, COLUMN_U, COLUMN_EXACT, COLUMNS };
enum { EXACT_POINTS = 101 }; /* of the line in the chart */

struct channel {
    double radius, reynolds, u_max, viscosity, tolerance;
    uint32_t width;                /* L, cells */
    double centre;                 /* of the channel, in cell indices */
    size_t nodes;                  /* nodes with r < R */
    double *field;                 /* u of the whole cross-section, as read */
    double *u;                     /* u_x of the nodes, in order of y, then z */
    double *before;                /* the same, one observation earlier */
    double errors[2 * LEVEL_SPAN]; /* of the last observations */
    size_t observations;
    double change; /* relative change of u since the last observation */
    double error, error_centre_row, u_centre;
    bool is_late; /* enough steps for a verdict */
    bool is_converged;
    uint64_t last_step; /* observed */
    struct lb_wall_surface cylinder;
    struct lb_wall_links walls; /* where they are between cells */
    bool has_law;
    struct lb_law_profile law;
};

static double radius_of(const struct channel *s, uint32_t y, uint32_t z)
{
    return hypot((double)y - s->centre, (double)z - s->centre);
}

static double exact_velocity(const struct channel *s, double r)
{
    if (s->has_law) return lb_law_velocity(&s->law, r);
    return s->u_max * (1.0 - r * r / (s->radius * s->radius));
}

static void start_channel(const void *state, uint32_t x, uint32_t y, uint32_t z,
                          struct lb_cell *out)
{
    const struct channel *s = state;
    (void)x;
    if (radius_of(s, y, z) > s->radius) out->flags = LB_CELL_SOLID;
}

static void wall_cell(const void *state, const uint32_t at[3], struct lb_wall_cell *out)
{
    const struct channel *s = state;
    out->members = radius_of(s, at[1], at[2]) <= s->radius;
    out->kind = out->members != 0 ? LB_WALL_FLUID : LB_WALL_CURVED;
}

static bool is_beyond_cylinder(const void *state, uint32_t members)
{
    (void)state;
    return members == 0;
}

static enum lb_status make_walls(struct channel *s, const char *text, struct lb_case *c,
                                 struct lb_error *err)
{
    struct lb_wall_search search = {.lattice = c->lattice,
                                    .size = {1, s->width, s->width},
                                    .end = {1, s->width, s->width},
                                    .surfaces = &s->cylinder,
                                    .count = 1,
                                    .cell = wall_cell,
                                    .is_solid = is_beyond_cylinder,
                                    .state = s};
    LB_OK(lb_wall_rule_choose("wall", text, &search.rule, err));
    if (search.rule == NULL) return LB_STATUS_OK;
    s->cylinder = (struct lb_wall_surface){.shape = LB_SURFACE_CYLINDER,
                                           .centre = {0.5, s->centre + 0.5, s->centre + 0.5},
                                           .axis = {1.0, 0.0, 0.0},
                                           .radius = s->radius};
    LB_OK(lb_wall_links_make(&search, &s->walls, err));
    c->curved = &s->walls.walls;
    return LB_STATUS_OK;
}

/* Calls `visit` for every node with r < R, in the order of s->u. */
static void visit_nodes(struct channel *s,
                        void (*visit)(struct channel *s, size_t node, uint32_t y, uint32_t z,
                                      void *context),
                        void *context)
{
    size_t node = 0;
    for (uint32_t z = 0; z < s->width; z++)
        for (uint32_t y = 0; y < s->width; y++)
            if (radius_of(s, y, z) < s->radius) visit(s, node++, y, z, context);
}

static void count_node(struct channel *s, size_t node, uint32_t y, uint32_t z, void *context)
{
    (void)y, (void)z, (void)context;
    s->nodes = node + 1;
}

/* Steps in which the slowest part of the start dies down by e: momentum diffuses over R^2 / (nu
 * j01^2), and its flux, which relaxes over tau, lags behind. */
static double mode_time(const struct channel *s, const struct lb_case *c)
{
    /* a law that thins has its slowest part at the wall */
    const double viscosity = s->viscosity * (s->has_law ? fmin(1.0, s->law.wall_change) : 1.0);
    return s->radius * s->radius / (viscosity * bessel_zero * bessel_zero) +
           lb_case_relaxation_time(c);
}

/* With a law, Re is formed with the viscosity at the shear rate umax/R. */
static enum lb_status choose_law(struct channel *s, const struct lb_values *v, struct lb_case *c,
                                 struct lb_error *err)
{
    LB_OK(lb_setup_law(c, v, "law-", lb_values_text(v, "law"), s->u_max / s->radius, err));
    s->has_law = c->viscosity_model != NULL;
    if (!s->has_law) return LB_STATUS_OK;
    lb_law_profile_find(c, s->radius, s->u_max, &s->law);
    c->force[0] = s->law.force;
    return LB_STATUS_OK;
}

/* Populations that relax over more steps than there are cells carry their stress past its place: below the shear rate at
 * which they do, fluid shears like that.  With one relaxation time momentum is carried so far, too.  As measured for
 * law-yield from 0.1 to 10 and umax up to 0.1: docs/accuracy/poiseuille.md */
static void warn_of_plug(const struct channel *s, const struct lb_case *c, struct lb_plan *plan)
{
    const double time = lb_case_relaxation_time(c) - 0.5, most = s->law.axis_factor * time;
    if (most <= s->radius) return;
    const double rate = lb_law_rate_above(c, s->radius / time), high = 25.0 * rate;
    const bool is_single = strcmp(c->collision->name, "srt") == 0;
    char than[64] = "";
    if (is_single) snprintf(than, sizeof than, " (with --collision trt %.2g %%)", high);
    snprintf(plan->warning, sizeof plan->warning,
             "fluid about the axis has a relaxation time of %.3g steps, more than the %g cells "
             "of the radius: it shears more than the law lets it, and the velocity is about %.2g "
             "%% too high%s; a smaller umax= or law-most= would help",
             most, s->radius, is_single ? 100.0 * fmin(0.99, rate * most / s->radius) : high, than);
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct channel *s = state;
    if (c->lattice->dimensions != 3)
        return lb_fail(err, LB_STATUS_USAGE, "poiseuille needs a 3D lattice, not %s",
                       c->lattice->name);
    s->radius = (double)lb_values_count(v, "radius");
    s->reynolds = lb_values_number(v, "re");
    s->u_max = lb_values_number(v, "umax");
    s->tolerance = lb_values_number(v, "tolerance");
    s->viscosity = 2.0 * s->radius * s->u_max / s->reynolds;
    s->width = 2 * ((uint32_t)s->radius + 1);
    s->centre = 0.5 * (double)s->width - 0.5;
    c->size[0] = 1;
    c->size[1] = c->size[2] = s->width;
    c->viscosity = s->viscosity;
    c->force[0] = 4.0 * s->viscosity * s->u_max / (s->radius * s->radius);
    LB_OK(choose_law(s, v, c, err));
    c->cell_kinds = LB_CELL_SOLID;
    c->start = start_channel;
    c->start_state = s;
    LB_OK(make_walls(s, lb_values_text(v, "wall"), c, err));
    visit_nodes(s, count_node, NULL);
    s->field = malloc(3 * (size_t)s->width * s->width * sizeof *s->field);
    s->u = calloc(s->nodes, sizeof *s->u);
    s->before = calloc(s->nodes, sizeof *s->before);
    if (s->field == NULL || s->u == NULL || s->before == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for a profile of %zu nodes", s->nodes);

    plan->observe_every = (uint64_t)fmax(1.0, round(mode_time(s, c)));
    plan->steps = MAX_MODE_TIMES * plan->observe_every;
    plan->deviation = s->u_max / c->lattice->sound_speed_squared;
    plan->picture = (struct lb_picture){.field = "velocity", .high = 1.1 * s->u_max};
    plan->length = s->radius;
    plan->length_name = "R";
    plan->has_field = true;
    lb_plan_add_law(plan, c);
    if (s->has_law) warn_of_plug(s, c, plan);
    return LB_STATUS_OK;
}

struct sums {
    double deviation, norm;         /* squares over the cross-section */
    double row_deviation, row_norm; /* over the row z = L/2 */
    double change, size;            /* squares of the change since the last observation, and of u */
    double fastest;
};

static void sum_node(struct channel *s, size_t node, uint32_t y, uint32_t z, void *context)
{
    struct sums *sums = context;
    const double u = s->field[3 * ((size_t)z * s->width + y)];
    const double exact = exact_velocity(s, radius_of(s, y, z));
    const double square = (u - exact) * (u - exact);
    sums->deviation += square;
    sums->norm += exact * exact;
    if (z == s->width / 2) {
        sums->row_deviation += square;
        sums->row_norm += exact * exact;
    }
    sums->change += (u - s->before[node]) * (u - s->before[node]);
    sums->size += u * u;
    sums->fastest = fmax(sums->fastest, u);
    s->u[node] = u;
}

static void keep_error(struct channel *s)
{
    memmove(s->errors, s->errors + 1, sizeof s->errors - sizeof *s->errors);
    s->errors[2 * LEVEL_SPAN - 1] = s->error;
    s->observations++;
}

static double mean_error(const struct channel *s, size_t first)
{
    double sum = 0.0;
    for (size_t i = 0; i < LEVEL_SPAN; i++)
        sum += s->errors[first + i];
    return sum / LEVEL_SPAN;
}

/* The error neither falls nor rises any more: 16-bit populations may never stop flickering, so
 * that the field's change alone cannot tell. */
static bool error_is_level(const struct channel *s)
{
    if (s->observations < 2 * LEVEL_SPAN) return false;
    const double now = mean_error(s, LEVEL_SPAN);
    const double of = s->walls.walls.rule != NULL ? fmax(now, between_cells) : now;
    return fabs(now - mean_error(s, 0)) <= level_tolerance * of;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    struct channel *s = state;
    enum lb_status st = LB_STATUS_OK;
    const struct lb_case *c = lb_run_case(run);
    const uint64_t step = lb_run_step(run);
    const struct lb_region all = {{0, 0, 0}, {1, s->width, s->width}};
    double *const swap = s->before;
    s->before = s->u;
    s->u = swap;
    LB_TRY(lb_solver_read(lb_run_solver(run), &all, NULL, s->field, err));

    struct sums sums = {0};
    visit_nodes(s, sum_node, &sums);
    s->error = sqrt(sums.deviation / sums.norm);
    s->error_centre_row = sqrt(sums.row_deviation / sums.row_norm);
    s->u_centre = sums.fastest;
    s->change = sums.size > 0.0 ? sqrt(sums.change / sums.size) : 1.0;
    keep_error(s);
    lb_run_progress(run, "error %.4e, change %.1e", s->error, s->change);

    s->is_late = (double)step >= MIN_MODE_TIMES * mode_time(s, c);
    s->is_converged = s->is_late && (s->change <= s->tolerance || error_is_level(s));
    s->last_step = step;
    if (s->is_converged) lb_run_stop(run);
cleanup:
    return st;
}

static void fill_row(struct channel *s, size_t node, uint32_t y, uint32_t z, void *context)
{
    double *row = (double *)context + COLUMNS * node;
    row[COLUMN_R] = radius_of(s, y, z);
    row[COLUMN_U] = s->u[node];
    row[COLUMN_EXACT] = exact_velocity(s, row[COLUMN_R]);
}

static int compare_rows(const void *left, const void *right)
{
    const double *a = left, *b = right;
    for (int i = 0; i < COLUMNS; i++)
        if (a[i] < b[i] || a[i] > b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static enum lb_status write_profile(struct channel *s, struct lb_run *run, const double *rows,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_run_write_csv(run, "profile.csv", "r,u,u_exact", rows, s->nodes, COLUMNS, err));
    double exact[EXACT_POINTS][2]; /* from the axis to the wall */
    for (int n = 0; n < EXACT_POINTS; n++) {
        exact[n][0] = s->radius * n / (EXACT_POINTS - 1.0);
        exact[n][1] = exact_velocity(s, exact[n][0]);
    }
    const struct lb_chart_series series[] = {
        {"exact", &exact[0][0], &exact[0][1], EXACT_POINTS, 2, false, false},
        {"simulated", rows + COLUMN_R, rows + COLUMN_U, s->nodes, COLUMNS, true, false},
    };
    const struct lb_chart chart = {.title = "Poiseuille flow through a cylinder",
                                   .x_label = "r [cells]",
                                   .y_label = "u [cells/step]",
                                   .series = series,
                                   .series_count = 2};
    LB_TRY(lb_run_write_chart(run, "profile.png", &chart, err));
cleanup:
    return st;
}

enum { RING_R, RING_NODES, RING_CONTRIBUTION, RING_DEVIATION, RING_COLUMNS };

/* One row for each ring of one cell's width; the square root of the sum of contributions is the
 * error. */
static void fill_rings(const struct channel *s, const double *rows, double *rings, size_t count)
{
    double norm = 0.0;
    for (size_t i = 0; i < count; i++)
        rings[i * RING_COLUMNS + RING_R] = (double)i + 0.5;
    for (size_t i = 0; i < s->nodes; i++) {
        const double *row = rows + COLUMNS * i;
        const double deviation = row[COLUMN_U] - row[COLUMN_EXACT];
        double *ring = rings + RING_COLUMNS * (size_t)row[COLUMN_R];
        ring[RING_NODES] += 1.0;
        ring[RING_CONTRIBUTION] += deviation * deviation;
        ring[RING_DEVIATION] += deviation / s->u_max;
        norm += row[COLUMN_EXACT] * row[COLUMN_EXACT];
    }
    for (size_t i = 0; i < count; i++) {
        double *ring = rings + i * RING_COLUMNS;
        ring[RING_CONTRIBUTION] /= norm;
        if (ring[RING_NODES] > 0.0) ring[RING_DEVIATION] /= ring[RING_NODES];
    }
}

static enum lb_status write_rings(struct channel *s, struct lb_run *run, const double *rows,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = (size_t)s->radius;
    double *rings = calloc(count * RING_COLUMNS, sizeof *rings);
    LB_REQUIRE(rings != NULL, LB_STATUS_FAILED, "no memory for %zu rings", count);
    fill_rings(s, rows, rings, count);
    LB_TRY(lb_run_write_csv(run, "error_profile.csv", "r,nodes,contribution,mean_deviation", rings,
                            count, RING_COLUMNS, err));
    const double *x = rings + RING_R, *y = rings + RING_CONTRIBUTION;
    const struct lb_chart_series series = {"one ring", x, y, count, RING_COLUMNS, false, false};
    const struct lb_chart chart = {.title = "Where the error comes from",
                                   .x_label = "r [cells]",
                                   .y_label = "contribution to the squared error",
                                   .series = &series,
                                   .series_count = 1};
    LB_TRY(lb_run_write_chart(run, "error_profile.png", &chart, err));
cleanup:
    free(rings);
    return st;
}

static enum lb_status write_files(struct channel *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *rows = malloc(s->nodes * COLUMNS * sizeof *rows);
    LB_REQUIRE(rows != NULL, LB_STATUS_FAILED, "no memory for a profile of %zu nodes", s->nodes);
    visit_nodes(s, fill_row, rows);
    qsort(rows, s->nodes, COLUMNS * sizeof *rows, compare_rows);
    LB_TRY(write_profile(s, run, rows, err));
    LB_TRY(write_rings(s, run, rows, err));
cleanup:
    free(rows);
    return st;
}

/* Of the run from double precision, and of that from the parabola, relative, over the cross-section. */
struct twin {
    bool is_known;
    double deviation, error;
};

static void compare_node(struct channel *s, size_t node, uint32_t y, uint32_t z, void *context)
{
    struct sums *sums = context;
    const double u = s->field[3 * ((size_t)z * s->width + y)];
    const double exact = exact_velocity(s, radius_of(s, y, z));
    sums->change += (s->u[node] - u) * (s->u[node] - u);
    sums->deviation += (u - exact) * (u - exact);
    sums->norm += exact * exact;
}

static enum lb_status compare_with_double(struct channel *s, struct lb_run *run, struct twin *out,
                                          struct lb_error *err)
{
    struct sums sums = {0};
    const double steps =
        (s->has_law ? TWIN_MODE_TIMES_OF_LAW : TWIN_MODE_TIMES) * mode_time(s, lb_run_case(run));
    *out = (struct twin){0};
    LB_OK(lb_run_in_double(run, (uint64_t)ceil(steps), s->field, &out->is_known, err));
    if (!out->is_known) return LB_STATUS_OK;
    visit_nodes(s, compare_node, &sums);
    out->deviation = sqrt(sums.change / sums.norm);
    out->error = sqrt(sums.deviation / sums.norm);
    return LB_STATUS_OK;
}

static void judge_error(const struct channel *s, struct lb_run *run)
{
    const struct lb_case *c = lb_run_case(run);
    struct lb_expected_error expected =
        s->has_law ? lb_poiseuille_law_bound(c, s->radius, s->law.wall_factor, s->law.steepness)
                   : lb_poiseuille_expected_error(c, s->radius, s->reynolds, s->u_max);
    if (s->has_law) expected.tolerance = fmin(expected.tolerance, resolved);
    if (!s->is_converged)
        lb_run_verdict(run, "error_l2 (not converged)", s->error, expected.value,
                       expected.tolerance, false);
    else
        lb_run_verdict_at_most(run,
                               !expected.is_bound  ? "error_l2 as in double precision"
                               : c->curved != NULL ? "error_l2 within the bound of half-way walls"
                                                   : "error_l2 within the staircase's bound",
                               s->error, expected.value, expected.tolerance);
    if (s->error > resolved)
        lb_run_verdict_at_most(run, "not resolved; error_l2", s->error, 0.0, resolved);
}

/* Errors may cancel in their sum of squares, and do not where velocities are compared one by one. */
static enum lb_status judge_format(struct channel *s, struct lb_run *run, struct lb_error *err)
{
    static const char what[] = "velocity as in double precision";
    const struct lb_case *c = lb_run_case(run);
    struct twin twin;
    if (c->arithmetic == LB_ARITHMETIC_FP64 && c->storage->bits == 64) return LB_STATUS_OK;
    LB_OK(compare_with_double(s, run, &twin, err));
    if (!twin.is_known) {
        lb_run_not_judged(run, "%s: it is computed on one device with FP64, and was not", what);
        return LB_STATUS_OK;
    }
    lb_run_result(run, "deviation_from_double", twin.deviation, "1");
    const double error = c->curved != NULL ? fmax(twin.error, between_cells) : twin.error;
    const double rounding = lb_poiseuille_rounding(c, s->radius, s->reynolds, s->u_max);
    lb_run_verdict_at_most(run, what, twin.deviation, 0.0,
                           fmax(lb_poiseuille_allowance(c) * error, rounding));
    return LB_STATUS_OK;
}

static enum lb_status give_verdict(struct channel *s, struct lb_run *run, struct lb_error *err)
{
    const struct lb_case *c = lb_run_case(run);
    struct lb_expected_error stored;
    judge_error(s, run);
    if (!s->has_law && lb_poiseuille_stored_run(c, s->radius, s->reynolds, s->u_max, &stored))
        lb_run_comparison(run,
                          c->storage->bits < 32 ? "error_l2 as the paper's format does"
                                                : "error_l2 as in the stored run",
                          s->error, stored.value, stored.tolerance);
    return s->is_converged ? judge_format(s, run, err) : LB_STATUS_OK;
}

/* Of all nodes. */
static enum lb_status give_curve(const struct channel *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *curve = malloc(s->nodes * sizeof *curve);
    LB_REQUIRE(curve != NULL, LB_STATUS_FAILED, "no memory for %zu velocities", s->nodes);
    for (size_t n = 0; n < s->nodes; n++)
        curve[n] = s->u[n] / s->u_max;
    LB_TRY(lb_run_curve(run, curve, s->nodes, err));
cleanup:
    free(curve);
    return st;
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct channel *s = state;
    if (lb_run_step(run) != s->last_step) {
        /* convergence is a matter of whole mode times, not of the rest of one */
        const bool is_converged = s->is_converged;
        const double change = s->change;
        const enum lb_status st = observe(s, run, err);
        if (st != LB_STATUS_OK) return st;
        s->is_converged = is_converged;
        s->change = change;
    }
    lb_run_result(run, "error_l2", s->error, "1");
    lb_run_result(run, "error_l2_centre_row", s->error_centre_row, "1");
    lb_run_result(run, "radius", s->radius, "cells");
    lb_run_result(run, "tau", lb_case_relaxation_time(lb_run_case(run)), "steps");
    lb_run_result(run, "u_max", s->u_max, "cells/step");
    lb_run_result(run, "u_centre", s->u_centre, "cells/step");
    lb_run_result(run, "steps_to_converge", s->is_converged ? (double)s->last_step : nan(""),
                  "steps");
    lb_run_result(run, "converged", s->is_converged ? 1.0 : 0.0, "1");
    lb_run_result(run, "change", s->change, "1");
    if (s->is_late && !lb_run_is_stopped_early(run))
        LB_OK(give_verdict(s, run, err));
    else
        lb_run_not_judged(run, "error_l2: the flow is still changing at step %llu",
                          (unsigned long long)lb_run_step(run));
    LB_OK(give_curve(s, run, err));
    return write_files(s, run, err);
}

static enum lb_status archive(void *state, struct lb_archive *a, struct lb_error *err)
{
    struct channel *s = state;
    uint64_t observations = s->observations;
    LB_OK(lb_archive_numbers(a, "poiseuille-u", s->u, s->nodes, err));
    LB_OK(lb_archive_numbers(a, "poiseuille-before", s->before, s->nodes, err));
    LB_OK(lb_archive_numbers(a, "poiseuille-errors", s->errors, 2 * LEVEL_SPAN, err));
    LB_OK(lb_archive_count(a, "poiseuille.observations", &observations, err));
    LB_OK(lb_archive_number(a, "poiseuille.change", &s->change, err));
    LB_OK(lb_archive_number(a, "poiseuille.error", &s->error, err));
    LB_OK(lb_archive_number(a, "poiseuille.error_centre_row", &s->error_centre_row, err));
    LB_OK(lb_archive_number(a, "poiseuille.u_centre", &s->u_centre, err));
    LB_OK(lb_archive_flag(a, "poiseuille.is_late", &s->is_late, err));
    LB_OK(lb_archive_flag(a, "poiseuille.is_converged", &s->is_converged, err));
    LB_OK(lb_archive_count(a, "poiseuille.last_step", &s->last_step, err));
    s->observations = (size_t)observations;
    return LB_STATUS_OK;
}

static void destroy(void *state)
{
    struct channel *s = state;
    free(s->field);
    free(s->u);
    free(s->before);
    lb_wall_links_free(&s->walls);
}

static const struct lb_parameter parameters[] = {
    {"radius", LB_PARAMETER_COUNT, "cells", "63", "15", 2, 4096, "radius of the channel"},
    {"re", LB_PARAMETER_NUMBER, "1", "10", NULL, 1e-3, 1e4,
     "Reynolds number 2 radius umax / viscosity"},
    {"umax", LB_PARAMETER_NUMBER, "cells/step", "0.1", NULL, 1e-8, 0.3,
     "velocity on the axis of the exact solution"},
    {"tolerance", LB_PARAMETER_NUMBER, "1", "1e-6", NULL, 0, 1,
     "converged where u changes by less over the slowest mode's decay time"},
    {"wall", LB_PARAMETER_WORD, "1", "halfway", NULL, 0, 0,
     "of the channel: halfway between cells; where it is: curved, or exact"},
    LB_LAW_PARAMETERS,
    {0},
};

static const struct lb_key_result key_results[] = {
    {"error_l2", LB_KEY_ERROR, NULL},
    {"u_centre", LB_KEY_VALUE, NULL},
    {0},
};

const struct lb_setup lb_setup_poiseuille = {
    .name = "poiseuille",
    .summary = "force-driven flow through a cylindrical channel; the exact profile is a parabola",
    .reference = "the exact parabola within the staircase's bound, and the velocity in double "
                 "precision",
    .lattice = "d3q19",
    .collision = "srt",
    .parameters = parameters,
    .state_size = sizeof(struct channel),
    .resolution = "radius",
    .key_results = key_results,
    .curve = {"profile", "umax"},
    .size_matters = "rounded to nearest, FP16C passes at radius=15, and neither it nor P16_0S from "
                    "radius=31 on",
    .prepare = prepare,
    .observe = observe,
    .finish = finish,
    .archive = archive,
    .destroy = destroy,
};
