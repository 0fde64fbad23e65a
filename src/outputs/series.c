/* series.c - the time series of the setup: samples them, keeps their rows, writes them.
 * SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/output_files.h"
#include "outputs/outputs.h"
#include "output/row_file.h"
#include "output/schedule.h"

enum { KEY_SIZE = 96 };

/* The rows of one.  To go on later: queues are fetched, then rows and `next` of each are all
 * there is to keep. */
struct rows {
    struct lb_table rows;
    struct lb_row_file file;
    uint64_t next; /* step from which on the next row is due */
    bool has_last;
    uint64_t last; /* step of the last sample */
};

/* Records that wait on the device: of which series, and from which step. */
struct queue {
    struct {
        int series;
        uint64_t step;
    } pending[LB_PROBE_CAPACITY];
    size_t count;
};

/* Records of forces that wait on the device, and of which series they make rows: bit n of `due`;
 * and the last one that was fetched.  Nothing of it is kept in a checkpoint: what is missing is
 * recorded again. */
struct forces {
    struct {
        uint64_t step;
        unsigned due;
    } pending[LB_FORCE_CAPACITY];
    size_t count;
    bool has_last;
    uint64_t last_step;
    struct lb_link_force *last, *mean; /* of all groups; with the step before where `is_mean` */
    struct lb_wall_force last_walls, mean_walls;
    bool is_mean;
};

struct series {
    struct lb_output_services *s;
    struct rows of[LB_MAX_SERIES]; /* of setup->series */
    int count;
    struct queue probes;
    struct forces forces;
    double clock; /* when rows were last appended to their files */
};

static const char *columns_of(const struct lb_output_services *s, int n)
{
    const char *planned = s->plan->series[n].columns;
    return planned != NULL ? planned : s->setup->series[n].columns;
}

static size_t column_count(const char *columns)
{
    size_t count = 1;
    for (; *columns != '\0'; columns++)
        if (*columns == ',') count++;
    return count;
}

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    const uint64_t probe = lb_values_count(s->values, "probe");
    const struct lb_series *series = s->setup->series;
    LB_NEED(probe == 0 || series != NULL, LB_STATUS_USAGE,
            "probe=%llu: %s writes no time series; probe is for setups that do",
            (unsigned long long)probe, s->setup->name);
    if (series == NULL) return LB_STATUS_OK;
    struct series *q = calloc(1, sizeof *q);
    LB_NEED(q != NULL, LB_STATUS_FAILED, "no memory for the time series");
    *output = q;
    q->s = s;
    for (; series->file != NULL; series++) {
        assert(q->count < LB_MAX_SERIES && "raise LB_MAX_SERIES");
        LB_OK(lb_file_names_claim(&s->names, series->file, "the time series", err));
        q->of[q->count].rows.folder = s->folder;
        q->of[q->count].rows.columns = column_count(columns_of(s, q->count));
        q->count++;
    }
    return LB_STATUS_OK;
}

static uint64_t due(const void *output, uint64_t step)
{
    const struct series *q = output;
    return lb_next_multiple(q->s->plan->observe_every, step);
}

enum lb_status lb_series_add_row(struct lb_outputs *o, int n, const double *row,
                                 struct lb_error *err)
{
    struct series *q = lb_outputs_find(o, &lb_output_series);
    return lb_table_add(&q->of[n].rows, row, err);
}

const struct lb_table *lb_series_rows(const struct lb_outputs *o, int n)
{
    const struct series *q = lb_outputs_find(o, &lb_output_series);
    return &q->of[n].rows;
}

static uint64_t step_of(const struct series *q)
{
    return q->s->step(q->s->run);
}

static bool has_diverged(const struct series *q)
{
    return q->s->end(q->s->run) == LB_RUN_DIVERGED;
}

/* The setup adds the row of the record. */
static enum lb_status call(const struct series *q, int n, const struct lb_record *record,
                           struct lb_error *err)
{
    return q->s->setup->series[n].sample(q->s->state, q->s->run, record, err);
}

/* Hands over what was recorded, in order, with the step at which it was. */
static enum lb_status hand_over(struct series *q, struct queue *queue,
                                const struct lb_record *records, uint64_t count,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (uint64_t n = 0; n < count; n++) {
        struct lb_record record = records[n];
        record.step = queue->pending[n].step;
        LB_TRY(call(q, queue->pending[n].series, &record, err));
    }
cleanup:
    queue->count = 0;
    return st;
}

static enum lb_status fetch_probes(struct series *q, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint64_t count = 0;
    if (q->probes.count == 0) return LB_STATUS_OK;
    double *numbers = malloc(4 * (size_t)LB_PROBE_CAPACITY * sizeof *numbers);
    struct lb_record *records = calloc(q->probes.count, sizeof *records);
    LB_REQUIRE(numbers != NULL && records != NULL, LB_STATUS_FAILED,
               "no memory for %d probe records", LB_PROBE_CAPACITY);
    LB_TRY(lb_solver_read_probes(q->s->solver, numbers, LB_PROBE_CAPACITY, &count, err));
    for (uint64_t n = 0; n < count; n++) {
        const double *number = numbers + 4 * n;
        records[n].rho = number[0];
        for (int axis = 0; axis < 3; axis++)
            records[n].u[axis] = number[1 + axis];
    }
    LB_TRY(hand_over(q, &q->probes, records, count, err));
cleanup:
    free(numbers);
    free(records);
    return st;
}

static void append(struct queue *queue, int series, uint64_t step)
{
    queue->pending[queue->count].series = series;
    queue->pending[queue->count++].step = step;
}

/* Device and queue agree: both hold what was recorded since the last fetch. */
static enum lb_status record_probe(struct series *q, int series, struct lb_error *err)
{
    if (q->probes.count == LB_PROBE_CAPACITY) LB_OK(fetch_probes(q, err));
    LB_OK(lb_solver_probe(q->s->solver, q->s->plan->series[series].cell, err));
    append(&q->probes, series, step_of(q));
    return LB_STATUS_OK;
}

/* --- forces ----------------------------------------------------------------------------------- */

/* Each record of a row is the mean of two successive steps, so that the mode which half-way
 * walls keep, and which changes its sign in each step, is not in it. */

static bool wants_forces(const void *output, uint64_t step)
{
    const struct series *q = output;
    const uint64_t look = q->s->plan->observe_every;
    for (int n = 0; n < q->count; n++) {
        const struct lb_series *series = &q->s->setup->series[n];
        if (series->source != LB_SERIES_WALL_FORCE || q->s->plan->series[n].every == 0) continue;
        const bool may_be_last = series->at_end || look == 0;
        if (may_be_last || (step % look == 0 && step >= q->of[n].next)) return true;
    }
    return false;
}

static enum lb_status make_force_room(struct series *q, struct lb_error *err)
{
    struct forces *f = &q->forces;
    const uint32_t groups = lb_case_force_groups(q->s->c);
    if (f->last != NULL) return LB_STATUS_OK;
    f->last = calloc(groups, sizeof *f->last);
    f->mean = calloc(groups, sizeof *f->mean);
    LB_NEED(f->last != NULL && f->mean != NULL, LB_STATUS_FAILED, "no memory for forces");
    return LB_STATUS_OK;
}

/* The mean of the newest record and the one of the step before; at step 0 there is none before. */
static void take_forces(struct series *q, uint64_t step, const struct lb_link_force *groups,
                        const struct lb_wall_force *walls)
{
    struct forces *f = &q->forces;
    const bool follows = f->has_last && f->last_step + 1 == step;
    const double share = follows ? 0.5 : 1.0, before = follows ? 0.5 : 0.0;
    for (int a = 0; a < 3; a++) {
        f->mean_walls.resting[a] = share * walls->resting[a] + before * f->last_walls.resting[a];
        f->mean_walls.moving[a] = share * walls->moving[a] + before * f->last_walls.moving[a];
    }
    for (uint32_t g = 0; g < lb_case_force_groups(q->s->c); g++) {
        for (int a = 0; a < 3; a++) {
            f->mean[g].force[a] = share * groups[g].force[a] + before * f->last[g].force[a];
            f->mean[g].moment[a] = share * groups[g].moment[a] + before * f->last[g].moment[a];
        }
        f->mean[g].mass = share * groups[g].mass + before * f->last[g].mass;
        f->mean[g].excess = share * groups[g].excess + before * f->last[g].excess;
        f->last[g] = groups[g];
    }
    f->last_walls = *walls;
    f->has_last = true;
    f->last_step = step;
    f->is_mean = follows;
}

/* The rows of the step whose record was taken last. */
static enum lb_status add_force_rows(struct series *q, unsigned due, struct lb_error *err)
{
    const struct forces *f = &q->forces;
    const struct lb_record record = {.step = f->last_step,
                                     .force = f->mean_walls,
                                     .walls = f->mean,
                                     .bodies = f->mean + 1,
                                     .boundaries = f->mean + 1 + q->s->c->body_count};
    if (due == 0) return LB_STATUS_OK;
    LB_NEED(f->is_mean || record.step == 0, LB_STATUS_FAILED,
            "the forces before step %llu were not recorded", (unsigned long long)record.step);
    for (int n = 0; n < q->count; n++)
        if ((due >> n & 1u) != 0) LB_OK(call(q, n, &record, err));
    return LB_STATUS_OK;
}

static enum lb_status fetch_forces(struct series *q, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct forces *f = &q->forces;
    const size_t groups = lb_case_force_groups(q->s->c);
    struct lb_wall_force walls[LB_FORCE_CAPACITY];
    uint64_t count = 0;
    if (f->count == 0) return st;
    struct lb_link_force *records = malloc(f->count * groups * sizeof *records);
    LB_REQUIRE(records != NULL, LB_STATUS_FAILED, "no memory for %zu records of forces", f->count);
    LB_TRY(make_force_room(q, err));
    LB_TRY(lb_solver_read_forces(q->s->solver, records, walls, f->count, &count, err));
    f->count = 0;
    for (uint64_t n = 0; n < count; n++) {
        take_forces(q, f->pending[n].step, records + n * groups, &walls[n]);
        LB_TRY(add_force_rows(q, f->pending[n].due, err));
    }
cleanup:
    free(records);
    return st;
}

/* Device and queue agree: both hold what was recorded since the last fetch.  `due`: bit n where
 * series n has a row. */
static enum lb_status record_forces(struct series *q, unsigned due, struct lb_error *err)
{
    struct forces *f = &q->forces;
    const uint64_t step = step_of(q);
    if (f->count > 0 && f->pending[f->count - 1].step == step) {
        f->pending[f->count - 1].due |= due;
        return LB_STATUS_OK;
    }
    if (f->count == 0 && f->has_last && f->last_step == step) return add_force_rows(q, due, err);
    if (f->count == LB_FORCE_CAPACITY) LB_OK(fetch_forces(q, err));
    LB_OK(lb_solver_record_forces(q->s->solver, err));
    f->pending[f->count].step = step;
    f->pending[f->count++].due = due;
    return LB_STATUS_OK;
}

static enum lb_status record_before(void *output, struct lb_error *err)
{
    return record_forces(output, 0, err);
}

/* --- rows ------------------------------------------------------------------------------------- */

static enum lb_status sample(struct series *q, int n, struct lb_error *err)
{
    const struct lb_series *series = &q->s->setup->series[n];
    const struct lb_record now = {.step = step_of(q)};
    q->of[n].has_last = true;
    q->of[n].last = now.step;
    switch (series->source) {
    case LB_SERIES_PROBE: return record_probe(q, n, err);
    case LB_SERIES_WALL_FORCE: return record_forces(q, 1u << n, err);
    case LB_SERIES_COMPUTED: break;
    }
    return call(q, n, &now, err);
}

static enum lb_status sample_due(void *output, struct lb_error *err)
{
    struct series *q = output;
    const uint64_t step = step_of(q);
    for (int n = 0; n < q->count && !has_diverged(q); n++) {
        struct rows *series = &q->of[n];
        const uint64_t every = q->s->plan->series[n].every;
        if (every == 0 || step < series->next) continue;
        series->next = (step / every + 1) * every;
        const enum lb_status st = sample(q, n, err);
        if (st != LB_STATUS_OK) return st;
    }
    return LB_STATUS_OK;
}

static enum lb_status fetch(void *output, struct lb_error *err)
{
    LB_OK(fetch_probes(output, err));
    return fetch_forces(output, err);
}

static enum lb_status look_last(void *output, struct lb_error *err)
{
    const struct series *q = output;
    const bool is_new = q->s->plan->observe_every == 0 && step_of(q) > 0;
    return is_new ? sample_due(output, err) : LB_STATUS_OK;
}

/* Those that want a row at the end, whatever its step. */
static enum lb_status sample_last(void *output, struct lb_error *err)
{
    struct series *q = output;
    const uint64_t step = step_of(q);
    for (int n = 0; n < q->count && !has_diverged(q); n++) {
        const struct rows *series = &q->of[n];
        const bool is_wanted = q->s->setup->series[n].at_end && q->s->plan->series[n].every > 0;
        if (is_wanted && !(series->has_last && series->last == step)) LB_OK(sample(q, n, err));
    }
    return fetch(q, err);
}

/* --- files ------------------------------------------------------------------------------------ */

static enum lb_status begin(void *output, struct lb_error *err)
{
    struct series *q = output;
    (void)err;
    q->clock = q->s->clock();
    return LB_STATUS_OK;
}

static enum lb_status append_rows(void *output, struct lb_error *err)
{
    struct series *q = output;
    if (!lb_row_file_is_due(q->s, q->clock)) return LB_STATUS_OK;
    LB_OK(fetch(q, err));
    for (int n = 0; n < q->count; n++)
        lb_row_file_append(&q->of[n].file, q->s, q->s->setup->series[n].file, columns_of(q->s, n),
                           &q->of[n].rows);
    return begin(q, err);
}

static enum lb_status write_files(void *output, struct lb_error *err)
{
    struct series *q = output;
    LB_OK(fetch(q, err)); /* a flow that diverged left some */
    for (int n = 0; n < q->count; n++) {
        const struct lb_series *series = &q->s->setup->series[n];
        const struct lb_table *t = &q->of[n].rows;
        if (q->s->plan->series[n].every == 0) continue;
        LB_OK(lb_output_write_csv(q->s, series->file, columns_of(q->s, n), t->numbers, t->rows,
                                  t->columns, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status archive_one(struct rows *series, const char *file, struct lb_archive *a,
                                  struct lb_error *err)
{
    char key[KEY_SIZE];
    const int stem = (int)strcspn(file, ".");
    snprintf(key, sizeof key, "rows-%.*s", stem, file);
    LB_OK(lb_archive_table(a, key, &series->rows, err));
    snprintf(key, sizeof key, "%.*s.next", stem, file);
    LB_OK(lb_archive_count(a, key, &series->next, err));
    snprintf(key, sizeof key, "%.*s.has_last", stem, file);
    LB_OK(lb_archive_flag(a, key, &series->has_last, err));
    snprintf(key, sizeof key, "%.*s.last", stem, file);
    return lb_archive_count(a, key, &series->last, err);
}

static enum lb_status archive(void *output, struct lb_archive *a, struct lb_error *err)
{
    struct series *q = output;
    for (int n = 0; n < q->count; n++)
        LB_OK(archive_one(&q->of[n], q->s->setup->series[n].file, a, err));
    return LB_STATUS_OK;
}

static void close_series(void *output)
{
    struct series *q = output;
    for (int n = 0; n < q->count; n++) {
        lb_row_file_close(&q->of[n].file);
        lb_table_clear(&q->of[n].rows);
    }
    free(q->forces.last);
    free(q->forces.mean);
    free(q);
}

static const struct lb_parameter parameters[] = {
    {"probe", LB_PARAMETER_COUNT, "steps", NULL, NULL, 0, 1e15,
     "steps between rows of the time series; 0, the default: the setup's own"},
    {0}};

const struct lb_output lb_output_series = {
    .name = "series",
    .parameters = parameters,
    .place = 70,
    .choose = choose,
    .due = due,
    .wants_before = wants_forces,
    .at = {[LB_OUTPUT_BEGIN] = begin,
           [LB_OUTPUT_START] = sample_due,
           [LB_OUTPUT_BEFORE] = record_before,
           [LB_OUTPUT_STEP] = sample_due,
           [LB_OUTPUT_IDLE] = append_rows,
           [LB_OUTPUT_FETCH] = fetch,
           [LB_OUTPUT_LAST_LOOK] = look_last,
           [LB_OUTPUT_LAST] = sample_last,
           [LB_OUTPUT_END] = write_files,
           [LB_OUTPUT_DIVERGED] = write_files},
    .archive = archive,
    .close = close_series,
};
