/* sweep.c - one run for each point of a grid of lists, and the table of their results.
 * SPDX-License-Identifier: MIT */
#include "study/studies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "io/json.h"
#include "study/study_grid.h"

struct sweep {
    struct lb_study study;
    FILE *out;
};

/* Which run, and its verdict; the table follows, and summaries are in each run's log.txt. */
static enum lb_status show(void *context, struct lb_study_run *r, const struct lb_run *run,
                           struct lb_error *err)
{
    const struct sweep *s = context;
    const struct lb_reporting *reporting = &s->study.request->run.reporting;
    char label[LB_STUDY_LABEL_SIZE];
    (void)err;
    if (run == NULL || reporting->form == LB_OUTPUT_JSON) return LB_STATUS_OK;
    lb_grid_label(&s->study, r, label);
    fprintf(s->out, "%s\n", label);
    if (reporting->verbose)
        lb_run_print_summary(run, s->out);
    else
        lb_run_print_verdicts(run, s->out);
    fflush(s->out);
    return LB_STATUS_OK;
}

static bool is_done(const struct lb_study_run *r)
{
    return r->state == LB_STUDY_RAN;
}

static const char *verdict_of(const struct lb_study_run *r)
{
    if (r->outcome.end != LB_RUN_DONE) return lb_run_end_name(r->outcome.end);
    if (!r->outcome.has_verdict) return "none";
    return r->outcome.verdict.pass ? "passed" : "FAILED";
}

/* --- table ----------------------------------------------------------------------------------- */

/* The names of all results, in the order in which they first appear: a run that diverged has none,
 * and some runs have more than others. */
static size_t collect_columns(const struct lb_study *s, const char **columns)
{
    size_t count = 0;
    for (size_t n = 0; n < s->count; n++)
        for (int i = 0; is_done(&s->runs[n]) && i < s->runs[n].outcome.result_count; i++) {
            const char *name = s->runs[n].outcome.results[i].name;
            bool is_known = false;
            for (size_t k = 0; k < s->axis_count && !is_known; k++) /* the first columns */
                is_known = strcmp(s->axes[k], name) == 0;
            for (size_t k = 0; k < count && !is_known; k++)
                is_known = strcmp(columns[k], name) == 0;
            if (!is_known) columns[count++] = name;
        }
    return count;
}

struct columns {
    const struct lb_study *study;
    const char **names;
    size_t count;
    struct lb_key_result keys[LB_STUDY_MAX_KEYS]; /* those whose order of convergence is told */
    int key_count;
};

/* What `compare` would set side by side; those with an order of convergence, or all. */
static int find_keys(const struct lb_study *s, bool with_order, struct lb_key_result *keys)
{
    const int all = lb_study_keys(s->request, keys, LB_STUDY_MAX_KEYS);
    int count = 0;
    for (int k = 0; k < all; k++)
        if (!with_order || lb_order_is_told(s, keys[k].name)) keys[count++] = keys[k];
    return count;
}

/* "expect.mean" has "expect.mean.order" behind all results. */
static void print_orders(const struct columns *c, size_t n, FILE *out)
{
    for (int k = 0; k < c->key_count; k++) {
        const double order = lb_order_observed(c->study, n, c->keys[k].name);
        fputc(',', out);
        if (!isnan(order)) fprintf(out, "%.4g", order);
    }
}

static void print_csv(const void *context, FILE *out)
{
    const struct columns *c = context;
    const struct lb_study *s = c->study;
    for (size_t i = 0; i < s->axis_count; i++)
        fprintf(out, "%s,", s->axes[i]);
    fputs("verdict", out);
    for (size_t k = 0; k < c->count; k++)
        fprintf(out, ",%s", c->names[k]);
    for (int k = 0; k < c->key_count; k++)
        fprintf(out, ",%s.order", c->keys[k].name);
    fputc('\n', out);
    for (size_t n = 0; n < s->count; n++) {
        if (!is_done(&s->runs[n])) continue;
        for (size_t i = 0; i < s->axis_count; i++)
            fprintf(out, "%s,", s->runs[n].words[i]);
        fputs(verdict_of(&s->runs[n]), out);
        for (size_t k = 0; k < c->count; k++) {
            const double value = lb_run_outcome_result(&s->runs[n].outcome, c->names[k]);
            fputc(',', out);
            if (!isnan(value)) fprintf(out, "%.9g", value);
        }
        print_orders(c, n, out);
        fputc('\n', out);
    }
}

static enum lb_status make_csv(const struct lb_study *s, char **out, struct lb_error *err)
{
    struct columns c = {.study = s};
    c.names = calloc(s->count * LB_RUN_MAX_RESULTS, sizeof *c.names);
    if (c.names == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the columns");
    c.count = collect_columns(s, c.names);
    c.key_count = find_keys(s, true, c.keys);
    const enum lb_status st = lb_study_print(print_csv, &c, out, err);
    free(c.names);
    return st;
}

/* Of an axis' column: its name and all its words, and two blanks. */
static int width_of(const struct lb_study *s, size_t axis)
{
    size_t most = strlen(s->axes[axis]);
    for (size_t n = 0; n < s->count; n++) {
        const size_t length = strlen(s->runs[n].words[axis]);
        if (length > most) most = length;
    }
    return (int)most + 2;
}

static void print_number(double value, int width, int digits, FILE *out)
{
    if (isnan(value))
        fprintf(out, " %*s", width, "-");
    else
        fprintf(out, " %*.*g", width, digits, value);
}

/* In columns; the order of convergence is that from the run before. */
static void print_table(const struct lb_study *s, FILE *out)
{
    struct lb_key_result keys[LB_STUDY_MAX_KEYS];
    const int key_count = find_keys(s, false, keys);
    fputc('\n', out);
    for (size_t i = 0; i < s->axis_count; i++)
        fprintf(out, "%-*s", width_of(s, i), s->axes[i]);
    for (const struct lb_key_result *k = keys; k < keys + key_count; k++)
        fprintf(out, " %20s%s", k->name, lb_order_is_told(s, k->name) ? "  order" : "");
    fprintf(out, "  verdict\n");
    for (size_t n = 0; n < s->count; n++) {
        if (!is_done(&s->runs[n])) continue;
        for (size_t i = 0; i < s->axis_count; i++)
            fprintf(out, "%-*s", width_of(s, i), s->runs[n].words[i]);
        for (const struct lb_key_result *k = keys; k < keys + key_count; k++) {
            print_number(lb_run_outcome_result(&s->runs[n].outcome, k->name), 20, 6, out);
            if (lb_order_is_told(s, k->name))
                print_number(lb_order_observed(s, n, k->name), 6, 3, out);
        }
        fprintf(out, "  %s\n", verdict_of(&s->runs[n]));
    }
    fprintf(out, "folder %s\n", s->folder);
}

static enum lb_status make_json(const struct lb_study *s, char **out, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.sweep/1");
    lb_json_text(&w, "setup", s->request->run.setup->name);
    lb_json_text(&w, "parameter", s->request->list_count > 0 ? s->request->lists[0].key : NULL);
    lb_json_item(&w, "axes", cJSON_CreateStringArray(s->axes, (int)s->axis_count));
    lb_json_text(&w, "folder", s->folder);
    struct lb_json runs = lb_json_list(&w, "runs");
    for (size_t n = 0; n < s->count; n++)
        if (is_done(&s->runs[n]))
            lb_json_item(&runs, NULL, cJSON_CreateRaw(s->runs[n].outcome.json));
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}

static enum lb_status report(const struct lb_study *s, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *csv = NULL, *json = NULL;
    bool has_some = false;
    for (size_t n = 0; n < s->count; n++)
        has_some = has_some || is_done(&s->runs[n]);
    if (!has_some) return LB_STATUS_OK;
    LB_TRY(make_csv(s, &csv, err));
    LB_TRY(make_json(s, &json, err));
    LB_TRY(lb_study_write(s, "sweep.csv", csv, err));
    LB_TRY(lb_study_write(s, "sweep.json", json, err));
    if (s->request->run.reporting.form == LB_OUTPUT_JSON)
        fputs(json, out);
    else
        print_table(s, out);
cleanup:
    free(csv);
    free(json);
    return st;
}

/* --- all ------------------------------------------------------------------------------------- */

static enum lb_status outcome(const struct lb_study *s, struct lb_error *err)
{
    const struct lb_study_run *first = &s->runs[0];
    if (s->signal != 0 && is_done(first)) return lb_study_fail_stopped(s, err);
    if (s->signal != 0 && first->status != LB_STATUS_OK)
        return lb_fail(err, first->status, "%s", first->why);
    for (size_t n = 0; n < s->count; n++) {
        char label[LB_STUDY_LABEL_SIZE];
        if (s->runs[n].status == LB_STATUS_OK) continue;
        lb_grid_label(s, &s->runs[n], label);
        return lb_fail(err, s->runs[n].status, "%s: %s; the files are in %s", label, s->runs[n].why,
                       s->folder);
    }
    return LB_STATUS_OK;
}

static enum lb_status sweep(struct sweep *sweep, const struct lb_study_request *request,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_study *s = &sweep->study;
    struct lb_error second = {0};
    LB_TRY(lb_grid_plan(s, request, true, err));
    if (request->mode == LB_STUDY_ALONE || request->mode == LB_STUDY_PLAN) {
        LB_TRY(lb_grid_check_cases(s, err));
        lb_grid_tell(s, "runs");
    }
    LB_TRY(lb_study_enter_folder(s, "sweep", err));
    lb_signals_remove_if_empty(s->folder);
    enum lb_status runs = lb_study_run_all(s, err);
    lb_signals_forget_folder();
    if (!lb_study_concludes(s, &runs, err)) return runs;
    /* after a failure, the runs before it are still worth their table */
    LB_TRY(report(s, sweep->out, runs == LB_STATUS_OK ? err : &second));
    if (request->mode == LB_STUDY_TELL && !lb_study_is_complete(s))
        return lb_study_fail_unended(s, err);
    st = runs == LB_STATUS_OK ? outcome(s, err) : runs;
cleanup:
    return err->status != LB_STATUS_OK ? err->status : st;
}

enum lb_status lb_sweep(const struct lb_study_request *request, FILE *out, struct lb_error *err)
{
    struct sweep s = {.study = {.after = show, .tells_parts = true, .lock = -1}, .out = out};
    s.study.context = &s;
    const enum lb_status st = sweep(&s, request, err);
    lb_study_leave_folder(&s.study, st);
    lb_study_free(&s.study);
    return st;
}
