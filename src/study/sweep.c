/* sweep.c - one run for each value of a parameter, and the table of their results.
 * SPDX-License-Identifier: MIT */
#include "study/sweep.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/json_writer.h"
#include "run/named_setup.h"
#include "run/run.h"
#include "run/run_internal.h"
#include "base/signals.h"

enum { MOST_RUNS = 64, WORD_SIZE = 64 };

struct sweep_row {
    char value[WORD_SIZE];
    char name[LB_RUN_NAME_SIZE]; /* of the folder */
    bool is_done;
    enum lb_status status;        /* OK, or a verdict or a flow that failed */
    char why[LB_ERROR_TEXT_SIZE]; /* where it is not OK */
    struct lb_run_value results[LB_RUN_MAX_RESULTS];
    int result_count;
    char verdict[LB_RUN_NAME_SIZE];
    char *json;
};

struct sweep {
    const struct lb_options *options;
    const struct lb_setup *setup;
    size_t place; /* of the list in options->values */
    char key[LB_RUN_NAME_SIZE];
    char folder[LB_PATH_SIZE];
    size_t count;
    struct sweep_row *rows;
};

/* --- what is asked --------------------------------------------------------------------------- */

static const struct lb_parameter *find_parameter(const struct lb_setup *setup, const char *key)
{
    for (const struct lb_parameter *p = setup->parameters; p->name != NULL; p++)
        if (strcmp(p->name, key) == 0) return p;
    for (const struct lb_parameter *p = lb_common_parameters; p->name != NULL; p++)
        if (strcmp(p->name, key) == 0) return p;
    return NULL;
}

static bool is_list(const struct lb_setup *setup, const char *pair)
{
    struct lb_error ignored = {0};
    char key[LB_RUN_NAME_SIZE];
    const char *text;
    if (lb_options_split(pair, key, sizeof key, &text, &ignored) != LB_STATUS_OK) return false;
    if (strchr(text, ',') == NULL) return false;
    const struct lb_parameter *p = find_parameter(setup, key);
    return p != NULL && (p->kind == LB_PARAMETER_NUMBER || p->kind == LB_PARAMETER_COUNT);
}

bool lb_sweep_is_asked(const struct lb_options *o)
{
    const struct lb_setup *setup = lb_named_setup(o);
    for (size_t i = 0; setup != NULL && i < o->value_count; i++)
        if (is_list(setup, o->values[i])) return true;
    return false;
}

static enum lb_status find_list(struct sweep *s, const char **list, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_options *o = s->options;
    *list = NULL;
    s->setup = lb_named_setup(o);
    LB_REQUIRE(s->setup != NULL, LB_STATUS_FAILED, "the setup of the sweep is gone");
    for (size_t i = 0; i < o->value_count; i++) {
        if (!is_list(s->setup, o->values[i])) continue;
        LB_REQUIRE(*list == NULL, LB_STATUS_USAGE,
                   "'%s' and '%s' are both lists; a sweep goes along one parameter",
                   o->values[s->place], o->values[i]);
        s->place = i;
        LB_TRY(lb_options_split(o->values[i], s->key, sizeof s->key, list, err));
    }
    LB_REQUIRE(*list != NULL, LB_STATUS_FAILED, "the list of the sweep is gone");
    LB_REQUIRE(!o->print_case, LB_STATUS_USAGE, "--print-case shows one case, and %s has many",
               o->values[s->place]);
cleanup:
    return st;
}

static enum lb_status plan_rows(struct sweep *s, const char *list, struct lb_error *err)
{
    for (const char *part = list;;) {
        const size_t length = strcspn(part, ",");
        if (length == 0 || length >= WORD_SIZE)
            return lb_fail(err, LB_STATUS_USAGE, "%s=%s: value %zu is %s", s->key, list,
                           s->count + 1, length == 0 ? "missing" : "too long");
        if (s->count == MOST_RUNS)
            return lb_fail(err, LB_STATUS_USAGE, "%s=%s: more than %d values", s->key, list,
                           (int)MOST_RUNS);
        struct sweep_row *row = &s->rows[s->count++];
        snprintf(row->value, sizeof row->value, "%.*s", (int)length, part);
        snprintf(row->name, sizeof row->name, "%.20s-%.40s", s->key, row->value);
        for (char *c = row->name; *c != '\0'; c++)
            if (*c == '/') *c = '_'; /* 1/3 */
        if (part[length] == '\0') return LB_STATUS_OK;
        part += length + 1;
    }
}

/* Names are cut and know no '/', so that two values may come to the same folder. */
static enum lb_status check_names(const struct sweep *s, struct lb_error *err)
{
    for (size_t n = 1; n < s->count; n++)
        for (size_t m = 0; m < n; m++)
            if (strcmp(s->rows[m].name, s->rows[n].name) == 0)
                return lb_fail(err, LB_STATUS_USAGE,
                               "values %zu and %zu, %s=%s and %s=%s, would share the folder %s; "
                               "write one of them otherwise or leave it out",
                               m + 1, n + 1, s->key, s->rows[m].value, s->key, s->rows[n].value,
                               s->rows[n].name);
    return LB_STATUS_OK;
}

/* --- runs ------------------------------------------------------------------------------------ */

/* Options, values and the pair of one run; they must not move. */
struct row_options {
    struct lb_options o;
    const char **values;
    char pair[LB_RUN_NAME_SIZE + WORD_SIZE + 2];
    char folder[LB_PATH_SIZE];
};

static enum lb_status make_options(const struct sweep *s, const struct sweep_row *row,
                                   struct row_options *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    out->o = *s->options;
    out->values = malloc(s->options->value_count * sizeof *out->values);
    LB_REQUIRE(out->values != NULL, LB_STATUS_FAILED, "no memory for the sweep");
    memcpy(out->values, s->options->values, s->options->value_count * sizeof *out->values);
    snprintf(out->pair, sizeof out->pair, "%s=%s", s->key, row->value);
    out->values[s->place] = out->pair;
    out->o.values = out->values;
    out->o.output = NULL;
    if (s->folder[0] == '\0') return LB_STATUS_OK;
    LB_TRY(lb_path_join(s->folder, row->name, out->folder, sizeof out->folder, err));
    out->o.output = out->folder;
cleanup:
    return st;
}

static enum lb_status take_down(const struct lb_run *run, struct sweep_row *row,
                                struct lb_error *err)
{
    const struct lb_run_check *verdict = lb_run_worst_verdict(run);
    row->is_done = true;
    row->result_count = run->result_count;
    memcpy(row->results, run->results, sizeof row->results);
    snprintf(row->verdict, sizeof row->verdict, "%s",
             verdict == NULL ? lb_run_end_name(run->end)
             : verdict->pass ? "passed"
                             : "FAILED");
    return lb_run_json(run, &row->json, err);
}

/* `assemble_only`: whether the values are possible, before the first run. */
static enum lb_status run_row(const struct sweep *s, struct sweep_row *row, bool assemble_only,
                              FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    struct lb_error own = {0};
    struct row_options options = {.values = NULL};
    LB_TRY(make_options(s, row, &options, err));
    LB_TRY(lb_run_create(&options.o, &run, err));
    if (assemble_only) goto cleanup;
    LB_TRY(lb_run_execute(run, err));
    LB_TRY(take_down(run, row, err));
    row->status = lb_run_outcome(run, &own);
    snprintf(row->why, sizeof row->why, "%s",
             row->status == LB_STATUS_DIVERGED ? run->failure : own.text);
    if (!s->options->json) lb_run_print_summary(run, out);
    fflush(out);
cleanup:
    lb_run_destroy(run);
    free(options.values);
    return st;
}

static enum lb_status run_all(struct sweep *s, FILE *out, int *signal, struct lb_error *err)
{
    enum lb_status st = lb_signals_watch(err);
    if (st != LB_STATUS_OK) return st;
    for (size_t i = 0; i < s->count && st == LB_STATUS_OK && *signal == 0; i++) {
        st = run_row(s, &s->rows[i], false, out, err);
        *signal = lb_signals_received();
    }
    lb_signals_unwatch();
    return st;
}

/* --- table ----------------------------------------------------------------------------------- */

static double result_of(const struct sweep_row *row, const char *name)
{
    for (int i = 0; i < row->result_count; i++)
        if (strcmp(row->results[i].name, name) == 0) return row->results[i].value;
    return nan("");
}

/* The names of all results, in the order in which they first appear: a run that diverged has none,
 * and some runs have more than others. */
static size_t collect_columns(const struct sweep *s, const char **columns)
{
    size_t count = 0;
    for (size_t n = 0; n < s->count && s->rows[n].is_done; n++)
        for (int i = 0; i < s->rows[n].result_count; i++) {
            const char *name = s->rows[n].results[i].name;
            bool is_known = strcmp(name, s->key) == 0; /* the first column */
            for (size_t k = 0; k < count && !is_known; k++)
                is_known = strcmp(columns[k], name) == 0;
            if (!is_known) columns[count++] = name;
        }
    return count;
}

static void print_csv(const struct sweep *s, const char *const *columns, size_t count, FILE *out)
{
    fprintf(out, "%s,verdict", s->key);
    for (size_t k = 0; k < count; k++)
        fprintf(out, ",%s", columns[k]);
    fputc('\n', out);
    for (size_t n = 0; n < s->count && s->rows[n].is_done; n++) {
        fprintf(out, "%s,%s", s->rows[n].value, s->rows[n].verdict);
        for (size_t k = 0; k < count; k++) {
            const double value = result_of(&s->rows[n], columns[k]);
            fputc(',', out);
            if (!isnan(value)) fprintf(out, "%.9g", value);
        }
        fputc('\n', out);
    }
}

/* What `compare` would set side by side, or all, in columns. */
static void print_table(const struct sweep *s, FILE *out)
{
    const struct lb_key_result *keys = s->setup->key_results;
    fprintf(out, "\n%-16s", s->key);
    for (const struct lb_key_result *k = keys; k != NULL && k->name != NULL; k++)
        fprintf(out, " %20s", k->name);
    fprintf(out, "  verdict\n");
    for (size_t n = 0; n < s->count && s->rows[n].is_done; n++) {
        fprintf(out, "%-16s", s->rows[n].value);
        for (const struct lb_key_result *k = keys; k != NULL && k->name != NULL; k++) {
            const double value = result_of(&s->rows[n], k->name);
            if (isnan(value))
                fprintf(out, " %20s", "-");
            else
                fprintf(out, " %20.6g", value);
        }
        fprintf(out, "  %s\n", s->rows[n].verdict);
    }
    fprintf(out, "folder %s\n", s->folder);
}

static enum lb_status make_json(const struct sweep *s, char **out, struct lb_error *err)
{
    struct lb_json w = {cJSON_CreateObject(), true};
    *out = NULL;
    if (w.object != NULL) {
        lb_json_text(&w, "schema", "sluice.sweep/1");
        lb_json_text(&w, "setup", s->setup->name);
        lb_json_text(&w, "parameter", s->key);
        lb_json_text(&w, "folder", s->folder);
        cJSON *runs = cJSON_AddArrayToObject(w.object, "runs");
        for (size_t n = 0; runs != NULL && n < s->count && s->rows[n].is_done; n++)
            w.ok = cJSON_AddItemToArray(runs, cJSON_Parse(s->rows[n].json)) && w.ok;
        w.ok = w.ok && runs != NULL;
    }
    if (w.object != NULL && w.ok) *out = cJSON_Print(w.object);
    cJSON_Delete(w.object);
    if (*out == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON of the sweep");
    return LB_STATUS_OK;
}

static enum lb_status make_csv(const struct sweep *s, char **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t size = 0;
    const char **columns = calloc(s->count * LB_RUN_MAX_RESULTS, sizeof *columns);
    LB_REQUIRE(columns != NULL, LB_STATUS_FAILED, "no memory for the table of the sweep");
    FILE *stream = open_memstream(out, &size);
    if (stream != NULL) print_csv(s, columns, collect_columns(s, columns), stream);
    LB_REQUIRE(stream != NULL && fclose(stream) == 0, LB_STATUS_FAILED,
               "no memory for the table of the sweep");
cleanup:
    free(columns);
    return st;
}

static enum lb_status report(const struct sweep *s, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *csv = NULL, *json = NULL;
    char path[LB_PATH_SIZE];
    if (!s->rows[0].is_done) return LB_STATUS_OK;
    LB_TRY(make_csv(s, &csv, err));
    LB_TRY(make_json(s, &json, err));
    LB_TRY(lb_path_join(s->folder, "sweep.csv", path, sizeof path, err));
    LB_TRY(lb_text_write(path, csv, err));
    LB_TRY(lb_path_join(s->folder, "sweep.json", path, sizeof path, err));
    LB_TRY(lb_text_write(path, json, err));
    if (s->options->json)
        fprintf(out, "%s\n", json);
    else
        print_table(s, out);
cleanup:
    free(csv);
    free(json);
    return st;
}

/* --- all ------------------------------------------------------------------------------------- */

static enum lb_status outcome(const struct sweep *s, int signal, struct lb_error *err)
{
    if (signal != 0)
        return lb_fail(err, signal == SIGTERM ? LB_STATUS_TERMINATED : LB_STATUS_INTERRUPTED,
                       "stopped by a signal; what is there is in %s", s->folder);
    for (size_t n = 0; n < s->count; n++)
        if (s->rows[n].status != LB_STATUS_OK)
            return lb_fail(err, s->rows[n].status, "%s=%s: %s; the files are in %s", s->key,
                           s->rows[n].value, s->rows[n].why, s->folder);
    return LB_STATUS_OK;
}

static enum lb_status sweep(struct sweep *s, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const char *list;
    char stem[LB_RUN_NAME_SIZE];
    struct lb_error second = {0};
    int signal = 0;
    LB_TRY(find_list(s, &list, err));
    LB_TRY(plan_rows(s, list, err));
    LB_TRY(check_names(s, err));
    for (size_t n = 0; n < s->count; n++)
        LB_TRY(run_row(s, &s->rows[n], true, out, err));
    snprintf(stem, sizeof stem, "%s-sweep", s->setup->name);
    LB_TRY(lb_folder_create(s->options->output, stem, s->folder, sizeof s->folder, err));
    lb_signals_remove_if_empty(s->folder);
    enum lb_status runs = run_all(s, out, &signal, err);
    lb_signals_forget_folder();
    if (!s->rows[0].is_done) rmdir(s->folder); /* unless the first run left something in it */
    if (signal != 0 && s->rows[0].is_done) {
        *err = (struct lb_error){0}; /* of a run before its first step, not of the sweep */
        runs = LB_STATUS_OK;
    }
    /* after a failure, the runs before it are still worth their table */
    LB_TRY(report(s, out, runs == LB_STATUS_OK ? err : &second));
    st = runs == LB_STATUS_OK ? outcome(s, signal, err) : runs;
cleanup:
    return err->status != LB_STATUS_OK ? err->status : st;
}

enum lb_status lb_sweep_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    struct sweep s = {.options = o};
    s.rows = calloc(MOST_RUNS, sizeof *s.rows);
    if (s.rows == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the sweep");
    const enum lb_status st = sweep(&s, out, err);
    for (size_t n = 0; n < s.count; n++)
        free(s.rows[n].json);
    free(s.rows);
    return st;
}
