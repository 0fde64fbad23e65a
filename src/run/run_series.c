/* run_series.c - the time series of a run: samples them, keeps their rows, writes them.
 * SPDX-License-Identifier: MIT */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/run_internal.h"

static const double seconds_between_rows = 1.0; /* that are appended to their files */

static size_t column_count(const char *columns)
{
    size_t count = 1;
    for (; *columns != '\0'; columns++)
        if (*columns == ',') count++;
    return count;
}

void lb_run_open_series(struct lb_run *run)
{
    const struct lb_series *series = run->setup->series;
    for (; series != NULL && series->file != NULL; series++) {
        assert(run->series_count < LB_MAX_SERIES && "raise LB_MOST_SERIES");
        run->series[run->series_count++].rows.columns = column_count(series->columns);
    }
}

enum lb_status lb_run_add_row(struct lb_run *run, int n, const double *row, struct lb_error *err)
{
    return lb_table_add(&run->series[n].rows, row, err);
}

const struct lb_table *lb_run_rows(const struct lb_run *run, int n)
{
    return &run->series[n].rows;
}

/* Hands over what was recorded, in order, with the step at which it was. */
static enum lb_status hand_over(struct lb_run *run, struct lb_run_queue *queue,
                                const struct lb_record *records, uint64_t count,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (uint64_t n = 0; n < count; n++) {
        const struct lb_run_pending *p = &queue->pending[n];
        struct lb_record record = records[n];
        record.step = p->step;
        LB_TRY(run->setup->series[p->series].sample(run->state, run, &record, err));
    }
cleanup:
    queue->count = 0;
    return st;
}

static enum lb_status fetch_probes(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint64_t count = 0;
    if (run->probes.count == 0) return LB_STATUS_OK;
    double *numbers = malloc(4 * (size_t)LB_PROBE_CAPACITY * sizeof *numbers);
    struct lb_record *records = calloc(run->probes.count, sizeof *records);
    LB_REQUIRE(numbers != NULL && records != NULL, LB_STATUS_FAILED,
               "no memory for %d probe records", LB_PROBE_CAPACITY);
    LB_TRY(lb_solver_read_probes(run->solver, numbers, LB_PROBE_CAPACITY, &count, err));
    for (uint64_t n = 0; n < count; n++) {
        const double *number = numbers + 4 * n;
        records[n].rho = number[0];
        for (int axis = 0; axis < 3; axis++)
            records[n].u[axis] = number[1 + axis];
    }
    LB_TRY(hand_over(run, &run->probes, records, count, err));
cleanup:
    free(numbers);
    free(records);
    return st;
}

static void append(struct lb_run_queue *queue, int series, uint64_t step)
{
    queue->pending[queue->count++] = (struct lb_run_pending){series, step};
}

/* Device and queue agree: both hold what was recorded since the last fetch. */
static enum lb_status record_probe(struct lb_run *run, int series, struct lb_error *err)
{
    if (run->probes.count == LB_PROBE_CAPACITY) LB_OK(fetch_probes(run, err));
    LB_OK(lb_solver_probe(run->solver, run->plan.series[series].cell, err));
    append(&run->probes, series, lb_run_step(run));
    return LB_STATUS_OK;
}

/* --- forces ----------------------------------------------------------------------------------- */

/* Each record of a row is the mean of two successive steps, so that the mode which half-way walls keep, and
 * which changes its sign in each step, is not in it. */

static bool wants_forces(const struct lb_run *run, uint64_t step)
{
    const uint64_t look = run->plan.observe_every;
    for (int n = 0; n < run->series_count; n++) {
        const struct lb_series *series = &run->setup->series[n];
        if (series->source != LB_SERIES_WALL_FORCE || run->plan.series[n].every == 0) continue;
        const bool may_be_last = series->at_end || look == 0;
        if (may_be_last || (step % look == 0 && step >= run->series[n].next)) return true;
    }
    return false;
}

static enum lb_status make_force_room(struct lb_run *run, struct lb_error *err)
{
    struct lb_run_forces *f = &run->forces;
    const uint32_t groups = lb_case_force_groups(&run->c);
    if (f->last != NULL) return LB_STATUS_OK;
    f->last = calloc(groups, sizeof *f->last);
    f->mean = calloc(groups, sizeof *f->mean);
    LB_NEED(f->last != NULL && f->mean != NULL, LB_STATUS_FAILED, "no memory for forces");
    return LB_STATUS_OK;
}

/* The mean of the newest record and the one of the step before; at step 0 there is none before. */
static void take_forces(struct lb_run *run, uint64_t step, const struct lb_link_force *groups,
                        const struct lb_wall_force *walls)
{
    struct lb_run_forces *f = &run->forces;
    const bool follows = f->has_last && f->last_step + 1 == step;
    const double share = follows ? 0.5 : 1.0, before = follows ? 0.5 : 0.0;
    for (int a = 0; a < 3; a++) {
        f->mean_walls.resting[a] = share * walls->resting[a] + before * f->last_walls.resting[a];
        f->mean_walls.moving[a] = share * walls->moving[a] + before * f->last_walls.moving[a];
    }
    for (uint32_t g = 0; g < lb_case_force_groups(&run->c); g++) {
        for (int a = 0; a < 3; a++) {
            f->mean[g].force[a] = share * groups[g].force[a] + before * f->last[g].force[a];
            f->mean[g].moment[a] = share * groups[g].moment[a] + before * f->last[g].moment[a];
        }
        f->last[g] = groups[g];
    }
    f->last_walls = *walls;
    f->has_last = true;
    f->last_step = step;
    f->is_mean = follows;
}

/* The rows of the step whose record was taken last. */
static enum lb_status add_force_rows(struct lb_run *run, unsigned due, struct lb_error *err)
{
    const struct lb_run_forces *f = &run->forces;
    const struct lb_record record = {.step = f->last_step,
                                     .force = f->mean_walls,
                                     .walls = f->mean,
                                     .bodies = f->mean + 1,
                                     .boundaries = f->mean + 1 + run->c.body_count};
    if (due == 0) return LB_STATUS_OK;
    LB_NEED(f->is_mean || record.step == 0, LB_STATUS_FAILED,
            "the forces before step %llu were not recorded", (unsigned long long)record.step);
    for (int n = 0; n < run->series_count; n++)
        if ((due >> n & 1u) != 0)
            LB_OK(run->setup->series[n].sample(run->state, run, &record, err));
    return LB_STATUS_OK;
}

static enum lb_status fetch_forces(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run_forces *f = &run->forces;
    const size_t groups = lb_case_force_groups(&run->c);
    struct lb_wall_force walls[LB_FORCE_CAPACITY];
    uint64_t count = 0;
    if (f->count == 0) return st;
    struct lb_link_force *records = malloc(f->count * groups * sizeof *records);
    LB_REQUIRE(records != NULL, LB_STATUS_FAILED, "no memory for %zu records of forces", f->count);
    LB_TRY(make_force_room(run, err));
    LB_TRY(lb_solver_read_forces(run->solver, records, walls, f->count, &count, err));
    f->count = 0;
    for (uint64_t n = 0; n < count; n++) {
        take_forces(run, f->pending[n].step, records + n * groups, &walls[n]);
        LB_TRY(add_force_rows(run, f->pending[n].due, err));
    }
cleanup:
    free(records);
    return st;
}

/* Device and queue agree: both hold what was recorded since the last fetch.  `due`: bit n where series
 * n has a row. */
static enum lb_status record_forces(struct lb_run *run, unsigned due, struct lb_error *err)
{
    struct lb_run_forces *f = &run->forces;
    const uint64_t step = lb_run_step(run);
    if (f->count > 0 && f->pending[f->count - 1].step == step) {
        f->pending[f->count - 1].due |= due;
        return LB_STATUS_OK;
    }
    if (f->count == 0 && f->has_last && f->last_step == step) return add_force_rows(run, due, err);
    if (f->count == LB_FORCE_CAPACITY) LB_OK(fetch_forces(run, err));
    LB_OK(lb_solver_record_forces(run->solver, err));
    f->pending[f->count].step = step;
    f->pending[f->count++].due = due;
    return LB_STATUS_OK;
}

static enum lb_status record_force(struct lb_run *run, int series, struct lb_error *err)
{
    return record_forces(run, 1u << series, err);
}

enum lb_status lb_run_advance(struct lb_run *run, uint64_t steps, struct lb_error *err)
{
    if (!wants_forces(run, lb_run_step(run) + steps))
        return lb_solver_advance(run->solver, steps, err);
    LB_OK(lb_solver_advance(run->solver, steps - 1, err));
    LB_OK(record_forces(run, 0, err));
    return lb_solver_advance(run->solver, 1, err);
}

static void free_forces(struct lb_run *run)
{
    free(run->forces.last);
    free(run->forces.mean);
    run->forces.last = run->forces.mean = NULL;
}

/* --- rows ------------------------------------------------------------------------------------- */

static enum lb_status sample(struct lb_run *run, int n, struct lb_error *err)
{
    const struct lb_series *series = &run->setup->series[n];
    const struct lb_record now = {.step = lb_run_step(run)};
    run->series[n].has_last = true;
    run->series[n].last = now.step;
    switch (series->source) {
    case LB_SERIES_PROBE: return record_probe(run, n, err);
    case LB_SERIES_WALL_FORCE: return record_force(run, n, err);
    case LB_SERIES_COMPUTED: break;
    }
    return series->sample(run->state, run, &now, err);
}

enum lb_status lb_run_sample_due(struct lb_run *run, struct lb_error *err)
{
    const uint64_t step = lb_run_step(run);
    for (int n = 0; n < run->series_count && run->end != LB_RUN_DIVERGED; n++) {
        struct lb_run_rows *series = &run->series[n];
        const uint64_t every = run->plan.series[n].every;
        if (every == 0 || step < series->next) continue;
        series->next = (step / every + 1) * every;
        const enum lb_status st = sample(run, n, err);
        if (st != LB_STATUS_OK) return st;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_run_sample_last(struct lb_run *run, struct lb_error *err)
{
    const uint64_t step = lb_run_step(run);
    for (int n = 0; n < run->series_count && run->end != LB_RUN_DIVERGED; n++) {
        const struct lb_run_rows *series = &run->series[n];
        const bool is_wanted = run->setup->series[n].at_end && run->plan.series[n].every > 0;
        if (is_wanted && !(series->has_last && series->last == step)) LB_OK(sample(run, n, err));
    }
    return lb_run_fetch_records(run, err);
}

enum lb_status lb_run_fetch_records(struct lb_run *run, struct lb_error *err)
{
    const enum lb_status st = fetch_probes(run, err);
    return st == LB_STATUS_OK ? fetch_forces(run, err) : st;
}

/* --- rows on the disk as they come ------------------------------------------------------------ */

static void close_rows(struct lb_run_row_file *file)
{
    if (file->stream != NULL) fclose(file->stream);
    file->stream = NULL;
}

/* Their loss does not end the run. */
static void give_rows_up(struct lb_run *run, struct lb_run_row_file *file, const char *name)
{
    lb_progress_end(&run->progress);
    fprintf(stderr, "sluice: warning: cannot append to '%s/%s': %s; it is written in the end\n",
            run->folder, name, strerror(errno));
    close_rows(file);
    file->failed = true;
}

/* A new file: what an earlier part of the run left here, or others laid, is removed and not followed. */
static bool open_rows(const struct lb_run *run, struct lb_run_row_file *file, const char *name,
                      const char *columns)
{
    char path[LB_PATH_SIZE];
    if (lb_run_path(run, name, path, NULL) != LB_STATUS_OK) return false;
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    unlink(path);
    const int number = open(path, flags, 0666);
    file->stream = number >= 0 ? fdopen(number, "wb") : NULL;
    if (file->stream == NULL && number >= 0) close(number);
    return file->stream != NULL && fprintf(file->stream, "%s\n", columns) > 0;
}

static void append_rows(struct lb_run *run, struct lb_run_row_file *file, const char *name,
                        const char *columns, const struct lb_table *t)
{
    if (file->failed || t->rows == file->written || lb_files_are_left()) return;
    errno = 0;
    bool fine = file->stream != NULL || open_rows(run, file, name, columns);
    if (fine) {
        lb_csv_print_rows(file->stream, t->numbers + file->written * t->columns,
                          t->rows - file->written, t->columns, lb_run_digits(run));
        fine = fflush(file->stream) == 0 && !ferror(file->stream);
        if (fine) fsync(fileno(file->stream)); /* as far as this file system can */
        file->written = t->rows;
    }
    if (!fine) give_rows_up(run, file, name);
}

enum lb_status lb_run_append_rows(struct lb_run *run, struct lb_error *err)
{
    char *header = NULL;
    if (lb_run_clock() - run->rows_clock < seconds_between_rows) return LB_STATUS_OK;
    LB_OK(lb_run_fetch_records(run, err));
    for (int n = 0; n < run->series_count; n++)
        append_rows(run, &run->series[n].file, run->setup->series[n].file,
                    run->setup->series[n].columns, &run->series[n].rows);
    if (run->watch.count > 0) {
        LB_OK(lb_run_watch_header(run, &header, err));
        append_rows(run, &run->watch.file, lb_run_watch_file, header, &run->watch.rows);
        free(header);
    }
    run->rows_clock = lb_run_clock();
    return LB_STATUS_OK;
}

enum lb_status lb_run_write_series(struct lb_run *run, struct lb_error *err)
{
    LB_OK(lb_run_fetch_records(run, err)); /* a flow that diverged left some */
    for (int n = 0; n < run->series_count; n++) {
        const struct lb_series *series = &run->setup->series[n];
        const struct lb_table *t = &run->series[n].rows;
        if (run->plan.series[n].every == 0) continue;
        LB_OK(lb_run_write_csv(run, series->file, series->columns, t->numbers, t->rows, t->columns,
                               err));
    }
    return lb_run_write_watched(run, err);
}

void lb_run_free_series(struct lb_run *run)
{
    for (int n = 0; n < run->series_count; n++) {
        close_rows(&run->series[n].file);
        lb_table_clear(&run->series[n].rows);
    }
    free_forces(run);
    close_rows(&run->watch.file);
    lb_table_clear(&run->watch.rows);
}

struct lb_chart_series lb_run_line(const struct lb_run *run, int n, const char *label, size_t x,
                                   size_t y)
{
    const struct lb_table *t = lb_run_rows(run, n);
    return (struct lb_chart_series){.label = label,
                                    .x = t->numbers != NULL ? t->numbers + x : NULL,
                                    .y = t->numbers != NULL ? t->numbers + y : NULL,
                                    .count = t->rows,
                                    .stride = t->columns};
}
