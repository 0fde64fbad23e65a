/* sweep.c - one run for each value of a parameter, and the table of their results.
 * SPDX-License-Identifier: MIT */
#include "study/studies.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "io/json.h"
#include "study/study.h"

/* --- what is asked --------------------------------------------------------------------------- */

static size_t count_values(const char *list)
{
    size_t count = 1;
    for (const char *c = list; *c != '\0'; c++)
        count += *c == ',' ? 1 : 0;
    return count;
}

/* 0,05 is one number with a decimal comma: nobody writes 0 and 05. */
static bool has_decimal_comma(const char *value, size_t n)
{
    return n > 0 && value[0] == '0' && isdigit((unsigned char)value[1]);
}

static enum lb_status plan(struct lb_study *s, const struct lb_study_request *request,
                           struct lb_error *err)
{
    const char *key = request->key, *part = request->list;
    const size_t count = count_values(part);
    LB_OK(lb_study_plan(s, request, count < LB_STUDY_VALUES ? count : LB_STUDY_VALUES, err));
    for (size_t n = 0; n < count; n++) {
        const size_t length = strcspn(part, ",");
        LB_NEED(length > 0 && length < LB_STUDY_WORD_SIZE, LB_STATUS_USAGE,
                "%s=%s: value %zu is %s", key, request->list, n + 1,
                length == 0 ? "missing" : "too long");
        LB_NEED(!has_decimal_comma(part, n), LB_STATUS_USAGE,
                "%s=%s: a comma is between the values of a list; numbers have a decimal point", key,
                request->list);
        LB_NEED(n < LB_STUDY_VALUES, LB_STATUS_USAGE, "%s=%s: more than %d values", key,
                request->list, (int)LB_STUDY_VALUES);
        struct lb_study_run *r = &s->runs[n];
        snprintf(r->value, sizeof r->value, "%.*s", (int)length, part);
        snprintf(r->name, sizeof r->name, "%.20s-%.40s", key, r->value);
        for (char *c = r->name; *c != '\0'; c++)
            if (*c == '/') *c = '_'; /* 1/3 */
        part += length + 1;
    }
    return LB_STATUS_OK;
}

/* Names are cut and know no '/', so that two values may come to the same folder. */
static enum lb_status check_names(const struct lb_study *s, struct lb_error *err)
{
    const char *key = s->request->key;
    for (size_t n = 1; n < s->count; n++)
        for (size_t m = 0; m < n; m++)
            if (strcmp(s->runs[m].name, s->runs[n].name) == 0)
                return lb_fail(err, LB_STATUS_USAGE,
                               "values %zu and %zu, %s=%s and %s=%s, would share the folder %s; "
                               "write one of them otherwise or leave it out",
                               m + 1, n + 1, key, s->runs[m].value, key, s->runs[n].value,
                               s->runs[n].name);
    return LB_STATUS_OK;
}

/* Whether the values are possible, before the first run. */
static enum lb_status check_cases(const struct lb_study *s, struct lb_error *err)
{
    for (size_t n = 0; n < s->count; n++) {
        struct lb_study_case one;
        const enum lb_status st = lb_study_open(s, &s->runs[n], &one, err);
        if (st != LB_STATUS_OK)
            lb_error_note(err, "%s=%s is a list of %zu values; numbers have a decimal point.",
                          s->request->key, s->request->list, s->count);
        LB_OK(st);
        lb_study_close(&one);
    }
    return LB_STATUS_OK;
}

struct sweep {
    struct lb_study study;
    FILE *out;
};

static enum lb_status show(void *context, struct lb_study_run *r, const struct lb_run *run,
                           struct lb_error *err)
{
    const struct sweep *s = context;
    (void)r, (void)err;
    const bool is_shown = run != NULL && s->study.request->run.reporting.form != LB_OUTPUT_JSON;
    if (is_shown) lb_run_print_summary(run, s->out);
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
    for (size_t n = 0; n < s->count && is_done(&s->runs[n]); n++)
        for (int i = 0; i < s->runs[n].outcome.result_count; i++) {
            const char *name = s->runs[n].outcome.results[i].name;
            bool is_known = strcmp(name, s->request->key) == 0; /* the first column */
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
};

static void print_csv(const void *context, FILE *out)
{
    const struct columns *c = context;
    const struct lb_study *s = c->study;
    fprintf(out, "%s,verdict", s->request->key);
    for (size_t k = 0; k < c->count; k++)
        fprintf(out, ",%s", c->names[k]);
    fputc('\n', out);
    for (size_t n = 0; n < s->count && is_done(&s->runs[n]); n++) {
        fprintf(out, "%s,%s", s->runs[n].value, verdict_of(&s->runs[n]));
        for (size_t k = 0; k < c->count; k++) {
            const double value = lb_run_outcome_result(&s->runs[n].outcome, c->names[k]);
            fputc(',', out);
            if (!isnan(value)) fprintf(out, "%.9g", value);
        }
        fputc('\n', out);
    }
}

static enum lb_status make_csv(const struct lb_study *s, char **out, struct lb_error *err)
{
    struct columns c = {.study = s};
    c.names = calloc(s->count * LB_RUN_MAX_RESULTS, sizeof *c.names);
    if (c.names == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the columns");
    c.count = collect_columns(s, c.names);
    const enum lb_status st = lb_study_print(print_csv, &c, out, err);
    free(c.names);
    return st;
}

/* What `compare` would set side by side, or all, in columns. */
static void print_table(const struct lb_study *s, FILE *out)
{
    const struct lb_key_result *keys = s->request->run.setup->key_results;
    fprintf(out, "\n%-16s", s->request->key);
    for (const struct lb_key_result *k = keys; k != NULL && k->name != NULL; k++)
        fprintf(out, " %20s", k->name);
    fprintf(out, "  verdict\n");
    for (size_t n = 0; n < s->count && is_done(&s->runs[n]); n++) {
        fprintf(out, "%-16s", s->runs[n].value);
        for (const struct lb_key_result *k = keys; k != NULL && k->name != NULL; k++) {
            const double value = lb_run_outcome_result(&s->runs[n].outcome, k->name);
            if (isnan(value))
                fprintf(out, " %20s", "-");
            else
                fprintf(out, " %20.6g", value);
        }
        fprintf(out, "  %s\n", verdict_of(&s->runs[n]));
    }
    fprintf(out, "folder %s\n", s->folder);
}

static enum lb_status make_json(const struct lb_study *s, char **out, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.sweep/1");
    lb_json_text(&w, "setup", s->request->run.setup->name);
    lb_json_text(&w, "parameter", s->request->key);
    lb_json_text(&w, "folder", s->folder);
    struct lb_json runs = lb_json_list(&w, "runs");
    for (size_t n = 0; n < s->count && is_done(&s->runs[n]); n++)
        lb_json_item(&runs, NULL, cJSON_CreateRaw(s->runs[n].outcome.json));
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}

static enum lb_status report(const struct lb_study *s, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *csv = NULL, *json = NULL;
    if (!is_done(&s->runs[0])) return LB_STATUS_OK;
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
    for (size_t n = 0; n < s->count; n++)
        if (s->runs[n].status != LB_STATUS_OK)
            return lb_fail(err, s->runs[n].status, "%s=%s: %s; the files are in %s",
                           s->request->key, s->runs[n].value, s->runs[n].why, s->folder);
    return LB_STATUS_OK;
}

static enum lb_status sweep(struct sweep *sweep, const struct lb_study_request *request,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_study *s = &sweep->study;
    struct lb_error second = {0};
    LB_TRY(plan(s, request, err));
    LB_TRY(check_names(s, err));
    LB_TRY(check_cases(s, err));
    LB_TRY(lb_study_enter_folder(s, "sweep", err));
    lb_signals_remove_if_empty(s->folder);
    const enum lb_status runs = lb_study_run_all(s, err);
    lb_signals_forget_folder();
    /* after a failure, the runs before it are still worth their table */
    LB_TRY(report(s, sweep->out, runs == LB_STATUS_OK ? err : &second));
    st = runs == LB_STATUS_OK ? outcome(s, err) : runs;
cleanup:
    return err->status != LB_STATUS_OK ? err->status : st;
}

enum lb_status lb_sweep(const struct lb_study_request *request, FILE *out, struct lb_error *err)
{
    struct sweep s = {.study = {.after = show, .lock = -1}, .out = out};
    s.study.context = &s;
    const enum lb_status st = sweep(&s, request, err);
    lb_study_leave_folder(&s.study);
    lb_study_free(&s.study);
    return st;
}
