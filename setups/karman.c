/* karman.c - vortices shed by a cylinder in a uniform stream; how often is the Strouhal number.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 4.3.  docs/setups/karman.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/table.h"
#include "analysis/signal.h"
#include "run/setup.h"

enum { COLUMN_STEP, COLUMN_UX, COLUMN_UY, COLUMNS };
enum { FORCE_STEP, FORCE_DRAG, FORCE_LIFT, FORCE_COLUMNS };
enum {
    MOST_RISES = 65536,
    SAMPLES_PER_PERIOD = 200,
    LEAST_SAMPLES = 10, /* the same, with probe= */
    FORCES_PER_PERIOD = 50,
    LEAST_PERIODS = 5 /* behind the transient, for a verdict */
};
/* Periods until the street has filled the box and the start from half a stream is washed out. */
static const double transient_periods = 12.0;
static const double strouhal_expected = 0.215, strouhal_tolerance = 0.01;

/* Mean drag coefficients of D2Q9 SRT at Re 250 in a box of 16 R x 32 R.  R = 8 and 16: an independent program
 * in the same box, which this one repeats to 0.03 %.  R = 32: around that of R = 16, down to a
 * cylinder in a wider stream. */
struct drag_reference {
    double radius, mean, tolerance;
};
static const struct drag_reference drag_references[] = {
    {8.0, 1.701, 0.017}, {16.0, 1.627, 0.016}, {32.0, 1.625, 0.075}};
static const double scatter_tolerance = 0.02; /* of the period: more is no regular street */

struct street {
    double radius, reynolds, speed;
    uint32_t size[2];
    uint32_t probe[3];
    double period_expected;
    uint64_t planned_steps; /* unless the user says otherwise */
    uint64_t probes_pending;
    uint64_t probe_every;
    uint64_t next_fetched; /* step of the next record to fetch */
    struct lb_table samples;
    uint64_t forces_pending;
    uint64_t force_every; /* a multiple of probe_every */
    uint64_t next_force;  /* step of the next force to fetch */
    struct lb_table forces;
};

static bool is_edge(const struct street *s, uint32_t x, uint32_t y)
{
    return x == 0 || y == 0 || x == s->size[0] - 1 || y == s->size[1] - 1;
}

/* The axis is a corner of cells, at Nx/2 and Ny/4 from the box's own corner: the cylinder is 2 R
 * cells wide. */
static void start_street(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct street *s = state;
    const double dx = (double)x + 0.5 - 0.5 * (double)s->size[0];
    const double dy = (double)y + 0.5 - 0.25 * (double)s->size[1];
    (void)z;
    if (dx * dx + dy * dy <= s->radius * s->radius) {
        out->flags = LB_CELL_SOLID;
        return;
    }
    if (is_edge(s, x, y)) out->flags = LB_CELL_EQUILIBRIUM;
    /* Half a stream at the start breaks the mirror symmetry, so that the street does not wait for
     * round-off. */
    if (is_edge(s, x, y) || dx < 0.0) out->u[1] = s->speed;
}

/* 16 R x 32 R unless the user gives a size. */
static enum lb_status choose_size(struct street *s, const struct lb_values *v, struct lb_error *err)
{
    uint32_t size[3] = {0};
    if (!lb_values_is_set(v, "size")) {
        s->size[0] = (uint32_t)(16.0 * s->radius);
        s->size[1] = (uint32_t)(32.0 * s->radius);
        return LB_STATUS_OK;
    }
    const int given = lb_values_size(v, "size", size);
    if (given < 2 || (given == 3 && size[2] != 1))
        return lb_fail(err, LB_STATUS_USAGE, "size=%s is not a flat box; karman takes size=NX,NY",
                       lb_values_text(v, "size"));
    if ((double)size[0] < 4.0 * s->radius || (double)size[1] < 8.0 * s->radius)
        return lb_fail(err, LB_STATUS_USAGE,
                       "size=%s is too small for radius=%g; at least %g,%g is needed",
                       lb_values_text(v, "size"), s->radius, 4.0 * s->radius, 8.0 * s->radius);
    s->size[0] = size[0];
    s->size[1] = size[1];
    return LB_STATUS_OK;
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct street *s = state;
    s->radius = (double)lb_values_count(v, "radius");
    s->reynolds = lb_values_number(v, "re");
    s->speed = lb_values_number(v, "u");
    enum lb_status st = choose_size(s, v, err);
    if (st != LB_STATUS_OK) return st;
    s->probe[0] = s->size[0] / 2;
    s->probe[1] = s->size[1] / 2;
    s->period_expected = 2.0 * s->radius / (strouhal_expected * s->speed);
    st = lb_setup_probe(v, s->period_expected / SAMPLES_PER_PERIOD,
                        s->period_expected / LEAST_SAMPLES, &s->probe_every, err);
    if (st != LB_STATUS_OK) return st;
    s->samples.columns = COLUMNS;
    const double between_forces = s->period_expected / FORCES_PER_PERIOD;
    s->force_every =
        s->probe_every * (uint64_t)fmax(1.0, floor(between_forces / (double)s->probe_every));
    s->forces.columns = FORCE_COLUMNS;

    c->size[0] = s->size[0];
    c->size[1] = s->size[1];
    c->size[2] = 1;
    c->viscosity = 2.0 * s->radius * s->speed / s->reynolds;
    c->cell_kinds = LB_CELL_SOLID | LB_CELL_EQUILIBRIUM;
    c->start = start_street;
    c->start_state = s;

    /* The paper's 100000 steps at R = 32, u = 0.15, and as many periods at any other. */
    plan->steps = (uint64_t)ceil(1e5 * (s->radius / 32.0) * (0.15 / s->speed));
    s->planned_steps = plan->steps;
    plan->observe_every = s->probe_every;
    const double range = 2.0 * s->speed / s->radius;
    plan->picture = (struct lb_picture){LB_PICTURE_VORTICITY, 2, -range, range, NULL};
    plan->has_field = true;
    return LB_STATUS_OK;
}

/* Fetches the records that wait on the device and gives them their steps. */
static enum lb_status fetch_probes(struct street *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint64_t count = 0;
    double *records = malloc(4 * (size_t)LB_PROBE_CAPACITY * sizeof *records);
    LB_REQUIRE(records != NULL, LB_STATUS_FAILED, "no memory for %d probe records",
               LB_PROBE_CAPACITY);
    LB_TRY(lb_solver_read_probes(lb_run_solver(run), records, LB_PROBE_CAPACITY, &count, err));
    for (uint64_t i = 0; i < count; i++) {
        const double row[COLUMNS] = {(double)s->next_fetched, records[4 * i + 1],
                                     records[4 * i + 2]};
        LB_TRY(lb_table_add(&s->samples, row, err));
        s->next_fetched += s->probe_every;
    }
    s->probes_pending = 0;
    if (count > 0)
        lb_run_progress(run, "u_x at the centre %+.4f",
                        s->samples.numbers[(s->samples.rows - 1) * COLUMNS + COLUMN_UX]);
cleanup:
    free(records);
    return st;
}

/* As coefficients: over rho u^2 / 2 and the diameter, density 1. */
static enum lb_status fetch_forces(struct street *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint64_t count = 0;
    struct lb_wall_force records[LB_WALL_FORCE_CAPACITY];
    const double scale = 1.0 / (0.5 * s->speed * s->speed * 2.0 * s->radius);
    LB_TRY(lb_solver_read_wall_forces(lb_run_solver(run), records, LB_WALL_FORCE_CAPACITY, &count,
                                      err));
    for (uint64_t i = 0; i < count; i++) {
        const double row[FORCE_COLUMNS] = {(double)s->next_force, scale * records[i].resting[1],
                                           scale * records[i].resting[0]};
        LB_TRY(lb_table_add(&s->forces, row, err));
        s->next_force += s->force_every;
    }
    s->forces_pending = 0;
cleanup:
    return st;
}

static enum lb_status observe_force(struct street *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (lb_run_step(run) % s->force_every != 0) return LB_STATUS_OK;
    if (s->forces_pending == LB_WALL_FORCE_CAPACITY) LB_TRY(fetch_forces(s, run, err));
    if (s->forces_pending == 0) s->next_force = lb_run_step(run);
    LB_TRY(lb_solver_record_wall_force(lb_run_solver(run), err));
    s->forces_pending++;
cleanup:
    return st;
}

static enum lb_status observe(void *state, struct lb_run *run, struct lb_error *err)
{
    struct street *s = state;
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(observe_force(s, run, err));
    if (s->probes_pending == LB_PROBE_CAPACITY) LB_TRY(fetch_probes(s, run, err));
    if (s->probes_pending == 0) s->next_fetched = lb_run_step(run);
    LB_TRY(lb_solver_probe(lb_run_solver(run), s->probe, err));
    s->probes_pending++;
cleanup:
    return st;
}

struct shedding {
    struct lb_period period;
    double amplitude;                        /* of u_x */
    double last_rise;                        /* step at which u_x last rose through its mean */
    double drag_mean, drag_least, drag_most; /* of its coefficient */
    double lift_amplitude;
};

/* Over the whole periods between the first and the last of `count` rises. */
static void analyse_forces(const struct street *s, const double *rises, size_t count,
                           struct shedding *out)
{
    const double *rows = s->forces.numbers;
    const struct lb_signal drag = {rows + FORCE_STEP, rows + FORCE_DRAG, s->forces.rows,
                                   FORCE_COLUMNS};
    const struct lb_signal lift = {rows + FORCE_STEP, rows + FORCE_LIFT, s->forces.rows,
                                   FORCE_COLUMNS};
    out->drag_mean = lb_signal_mean_between(&drag, rises[0], rises[count - 1]);
    out->drag_least = HUGE_VAL;
    out->drag_most = -HUGE_VAL;
    for (size_t i = 0; i < s->forces.rows; i++) {
        const double *row = rows + i * FORCE_COLUMNS;
        if (row[FORCE_STEP] < rises[0] || row[FORCE_STEP] > rises[count - 1]) continue;
        out->drag_least = fmin(out->drag_least, row[FORCE_DRAG]);
        out->drag_most = fmax(out->drag_most, row[FORCE_DRAG]);
    }
    out->lift_amplitude = lb_signal_amplitude(&lift, rises, count);
}

/* From the samples behind the transient; false where they hold no period. */
static enum lb_status analyse(const struct street *s, bool *is_known, struct shedding *out,
                              struct lb_error *err)
{
    const struct lb_table *t = &s->samples;
    size_t first = 0;
    *is_known = false;
    while (first < t->rows &&
           t->numbers[first * COLUMNS + COLUMN_STEP] < transient_periods * s->period_expected)
        first++;
    if (first == t->rows) return LB_STATUS_OK;
    const double *row = t->numbers + first * COLUMNS;
    const struct lb_signal u_x = {row + COLUMN_STEP, row + COLUMN_UX, t->rows - first, COLUMNS};
    double *rises = malloc(MOST_RISES * sizeof *rises);
    if (rises == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for %d vortices", MOST_RISES);
    /* A quarter of the amplitude as band: noise of 16-bit populations is far below, the
     * oscillation above. */
    const double band = 0.25 * lb_signal_half_range(&u_x);
    const size_t count = lb_signal_rises(&u_x, lb_signal_mean(&u_x), band, rises, MOST_RISES);
    *is_known = lb_signal_period(rises, count, &out->period);
    if (*is_known) {
        out->amplitude = lb_signal_amplitude(&u_x, rises, count);
        out->last_rise = rises[count - 1];
        analyse_forces(s, rises, count, out);
    }
    free(rises);
    return LB_STATUS_OK;
}

/* The reference is for this Reynolds number, and for a stream that is not narrower. */
static bool has_reference(const struct street *s)
{
    return fabs(s->reynolds - 250.0) < 1e-9 && (double)s->size[0] >= 16.0 * s->radius &&
           (double)s->size[1] >= 32.0 * s->radius;
}

static const struct drag_reference *find_drag_reference(const struct street *s,
                                                        const struct lb_case *c)
{
    const size_t count = sizeof drag_references / sizeof drag_references[0];
    if (strcmp(c->lattice->name, "d2q9") != 0 || strcmp(c->collision->name, "srt") != 0)
        return NULL;
    if (fabs(s->reynolds - 250.0) > 1e-9 || fabs(s->speed - 0.15) > 1e-9) return NULL;
    if (fabs((double)s->size[0] - 16.0 * s->radius) > 0.0 ||
        fabs((double)s->size[1] - 32.0 * s->radius) > 0.0)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (fabs(drag_references[i].radius - s->radius) < 1e-9) return &drag_references[i];
    return NULL;
}

static void report(const struct street *s, struct lb_run *run, const struct shedding *shedding)
{
    const struct lb_period *p = &shedding->period;
    const double diameters =
        2.0 * s->radius / s->speed; /* steps the stream takes for one diameter */
    const double strouhal = diameters / p->mean;
    const double scatter = p->scatter / p->mean;
    lb_run_result(run, "strouhal", strouhal, "1");
    lb_run_result(run, "strouhal_scatter", strouhal * scatter, "1");
    lb_run_result(run, "u_x_amplitude", shedding->amplitude, "cells/step");
    lb_run_result(run, "period_steps", p->mean, "steps");
    lb_run_result(run, "periods", (double)p->count, "1");
    lb_run_result(run, "last_rise", shedding->last_rise, "steps");
    lb_run_result(run, "drag_mean", shedding->drag_mean, "1");
    lb_run_result(run, "drag_min", shedding->drag_least, "1");
    lb_run_result(run, "drag_max", shedding->drag_most, "1");
    lb_run_result(run, "lift_amplitude", shedding->lift_amplitude, "1");
}

/* Fewer steps than planned may show too few periods; all of them must show a street. */
static void give_verdicts(const struct street *s, struct lb_run *run,
                          const struct shedding *shedding)
{
    const struct lb_period *p = &shedding->period;
    if (lb_run_is_stopped_early(run)) return;
    if (!has_reference(s)) {
        lb_run_not_judged(
            run, "strouhal, drag: the references are for re=250 and a box of at least 16 by "
                 "32 radii");
        return;
    }
    if (p->count < LEAST_PERIODS) {
        const double periods = (double)s->planned_steps / s->period_expected - transient_periods;
        if (lb_run_step(run) >= s->planned_steps)
            lb_run_verdict(run, "no regular vortex street; periods", (double)p->count, periods,
                           periods - LEAST_PERIODS, false);
        else
            lb_run_not_judged(run, "strouhal, drag: %zu periods were seen, and %d are needed",
                              (size_t)p->count, (int)LEAST_PERIODS);
        return;
    }
    const double strouhal = 2.0 * s->radius / (s->speed * p->mean);
    const double scatter = p->scatter / p->mean;
    lb_run_verdict(run, "strouhal", strouhal, strouhal_expected, strouhal_tolerance,
                   fabs(strouhal - strouhal_expected) <= strouhal_tolerance);
    const struct drag_reference *drag = find_drag_reference(s, lb_run_case(run));
    if (drag != NULL)
        lb_run_verdict(run, "drag", shedding->drag_mean, drag->mean, drag->tolerance,
                       fabs(shedding->drag_mean - drag->mean) <= drag->tolerance);
    if (scatter > scatter_tolerance)
        lb_run_verdict(run, "scatter of the period", scatter, 0.0, scatter_tolerance, false);
}

static enum lb_status write_forces(const struct street *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double *rows = s->forces.numbers;
    const size_t count = s->forces.rows;
    const struct lb_chart_series series[] = {
        {"drag", rows + FORCE_STEP, rows + FORCE_DRAG, count, FORCE_COLUMNS, false, false},
        {"lift", rows + FORCE_STEP, rows + FORCE_LIFT, count, FORCE_COLUMNS, false, false},
    };
    const struct lb_chart chart = {.title = "Force on the cylinder",
                                   .x_label = "step",
                                   .y_label = "coefficient",
                                   .series = series,
                                   .series_count = 2};
    LB_TRY(lb_run_write_chart(run, "forces.png", &chart, err));
cleanup:
    return st;
}

static enum lb_status write_files(const struct street *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const double *rows = s->samples.numbers;
    const size_t count = s->samples.rows;
    const struct lb_chart_series series = {
        "u_x", rows + COLUMN_STEP, rows + COLUMN_UX, count, COLUMNS, false, false};
    const struct lb_chart chart = {.title = "Velocity across the stream at the centre",
                                   .x_label = "step",
                                   .y_label = "u_x [cells/step]",
                                   .series = &series,
                                   .series_count = 1};
    LB_TRY(lb_run_write_chart(run, "probe.png", &chart, err));
    LB_TRY(write_forces(s, run, err));
    /* The narrow range shows the noise that a storage format leaves in the quiet parts. */
    const struct lb_picture quiet = {LB_PICTURE_VORTICITY, 2, -0.001, 0.001, NULL};
    LB_TRY(lb_run_write_picture(run, "vorticity-quiet.png", &quiet, err));
cleanup:
    return st;
}

static enum lb_status finish(void *state, struct lb_run *run, struct lb_error *err)
{
    struct street *s = state;
    enum lb_status st = LB_STATUS_OK;
    bool is_known = false;
    struct shedding shedding = {0};
    LB_TRY(fetch_probes(s, run, err));
    LB_TRY(fetch_forces(s, run, err));
    LB_TRY(analyse(s, &is_known, &shedding, err));
    if (is_known) report(s, run, &shedding);
    give_verdicts(s, run, &shedding);
    LB_TRY(write_files(s, run, err));
cleanup:
    return st;
}

static enum lb_status write_series(void *state, struct lb_run *run, struct lb_error *err)
{
    struct street *s = state;
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(fetch_probes(s, run, err)); /* a flow that diverged was not finished */
    LB_TRY(fetch_forces(s, run, err));
    LB_TRY(lb_run_write_csv(run, "probe.csv", "step,ux,uy", s->samples.numbers, s->samples.rows,
                            COLUMNS, err));
    LB_TRY(lb_run_write_csv(run, "forces.csv", "step,cd,cl", s->forces.numbers, s->forces.rows,
                            FORCE_COLUMNS, err));
cleanup:
    return st;
}

static void destroy(void *state)
{
    struct street *s = state;
    lb_table_clear(&s->samples);
    lb_table_clear(&s->forces);
}

static const struct lb_parameter parameters[] = {
    {"radius", LB_PARAMETER_COUNT, "cells", "32", "8", 2, 2048, "radius of the cylinder"},
    {"re", LB_PARAMETER_NUMBER, "1", "250", NULL, 1, 1e5, "2 radius u / viscosity"},
    {"u", LB_PARAMETER_NUMBER, "cells/step", "0.15", NULL, 1e-4, 0.3, "velocity of the stream"},
    {"size", LB_PARAMETER_SIZE, "cells", NULL, NULL, 1, 65536,
     "box; without it 16 x 32 radii: 512,1024 by default"},
    {0},
};

static const struct lb_key_result key_results[] = {
    {"strouhal", LB_KEY_VALUE, NULL},
    {"u_x_amplitude", LB_KEY_VALUE, NULL},
    {"drag_mean", LB_KEY_VALUE, NULL},
    {"lift_amplitude", LB_KEY_VALUE, NULL},
    {0},
};

const struct lb_setup lb_setup_karman = {
    .name = "karman",
    .summary = "vortex street behind a cylinder in a uniform stream",
    .reference = "Strouhal number 0.205 to 0.225 and mean drag in this box at Re 250",
    .lattice = "d2q9",
    .collision = "srt",
    .parameters = parameters,
    .state_size = sizeof(struct street),
    .key_results = key_results,
    .phase = {"last_rise", "period_steps"},
    .time_series = "probe.csv",
    .prepare = prepare,
    .observe = observe,
    .finish = finish,
    .write_series = write_series,
    .destroy = destroy,
};
