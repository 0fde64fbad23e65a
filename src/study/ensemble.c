/* ensemble.c - many runs of one case that differ in their seeds, and in their number format.
 * SPDX-License-Identifier: MIT */
#include "study/ensemble.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "run/case_file.h"
#include "study/ensemble_internal.h"
#include "io/json_read.h"
#include "run/named_setup.h"
#include "run/run.h"
#include "base/signals.h"
#include "study/sweep.h"

static const double most_seed = 4294967295.0; /* as of the parameter */

/* --- what is asked ---------------------------------------------------------------------------- */

/* 1 where that cannot be told: the run itself says why. */
static uint64_t runs_of(const struct lb_options *o, const struct lb_setup *setup)
{
    struct lb_error ignored = {0};
    struct lb_case_file *file = NULL;
    struct lb_values *values = NULL;
    enum lb_status st = LB_STATUS_OK;
    uint64_t runs = 1;
    if (o->case_file != NULL) st = lb_case_file_read(o->case_file, &file, &ignored);
    if (st == LB_STATUS_OK)
        st = lb_values_create(setup->parameters, lb_common_parameters, &values, &ignored);
    if (st == LB_STATUS_OK) st = lb_case_file_apply(file, values, &ignored);
    for (size_t i = 0; i < o->value_count && st == LB_STATUS_OK; i++) {
        char key[LB_RUN_NAME_SIZE];
        const char *text;
        st = lb_options_split(o->values[i], key, sizeof key, &text, &ignored);
        if (st == LB_STATUS_OK && strcmp(key, "runs") == 0)
            st = lb_values_set(values, key, text, "command line", &ignored);
    }
    if (st == LB_STATUS_OK) runs = lb_values_count(values, "runs");
    lb_values_destroy(values);
    lb_case_file_destroy(file);
    return runs;
}

bool lb_ensemble_has_runs(const struct lb_options *o)
{
    const struct lb_setup *setup = lb_named_setup(o);
    return setup != NULL && setup->ensemble != NULL && runs_of(o, setup) > 1;
}

bool lb_ensemble_is_asked(const struct lb_options *o)
{
    const struct lb_setup *setup = lb_named_setup(o);
    if (setup == NULL || setup->ensemble == NULL || o->print_case) return false;
    return (o->precision != NULL && strchr(o->precision, ',') != NULL) || lb_ensemble_has_runs(o);
}

/* --- one run's options ------------------------------------------------------------------------ */

enum { PAIRS = 3, PAIR_SIZE = 64 };

/* Options, values and texts of one run; they must not move. */
struct run_options {
    struct lb_options o;
    const char **values;
    char pairs[PAIRS][PAIR_SIZE];
    char folder[LB_PATH_SIZE];
};

/* `rest`: seconds that are left; 0: no limit. */
static enum lb_status make_options(const struct lb_ensemble *e, const struct lb_ensemble_run *r,
                                   double rest, struct run_options *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t given = e->options->value_count;
    out->o = *e->options;
    out->values = malloc((given + PAIRS) * sizeof *out->values);
    LB_REQUIRE(out->values != NULL, LB_STATUS_FAILED, "no memory for the ensemble");
    memcpy(out->values, e->options->values, given * sizeof *out->values);
    snprintf(out->pairs[0], PAIR_SIZE, "runs=1");
    snprintf(out->pairs[1], PAIR_SIZE, "seed=%llu", (unsigned long long)r->seed);
    snprintf(out->pairs[2], PAIR_SIZE, "max-wall=%.3f", rest);
    for (size_t n = 0; n < PAIRS; n++) /* later ones count */
        out->values[given + n] = out->pairs[n];
    out->o.values = out->values;
    out->o.value_count = given + PAIRS;
    out->o.precision = e->formats[r->format];
    LB_TRY(lb_path_join(e->folder, r->name, out->folder, sizeof out->folder, err));
    out->o.output = out->folder;
cleanup:
    return st;
}

/* --- planning --------------------------------------------------------------------------------- */

/* What says how a case is run and written, not what it is. */
static void strip(cJSON *json)
{
    static const char *const keys[] = {"schema",           "version",     "commit",
                                       "precision",        "lanes",       "bytes_per_cell",
                                       "bytes_per_update", "bytes_needed"};
    static const char *const parameters[] = {"runs", "vtk", "png", "histogram", "max-wall"};
    for (size_t n = 0; n < sizeof keys / sizeof *keys; n++)
        cJSON_DeleteItemFromObjectCaseSensitive(json, keys[n]);
    cJSON *values = cJSON_GetObjectItemCaseSensitive(json, "parameters");
    for (size_t n = 0; n < sizeof parameters / sizeof *parameters; n++)
        cJSON_DeleteItemFromObjectCaseSensitive(values, parameters[n]);
    const cJSON *probe = cJSON_GetObjectItemCaseSensitive(values, "probe");
    if (cJSON_IsNumber(probe) && cJSON_GetNumberValue(probe) == 0.0) /* as without it */
        cJSON_DeleteItemFromObjectCaseSensitive(values, "probe");
}

static enum lb_status identify(struct lb_ensemble *e, const struct lb_run *run,
                               struct lb_error *err)
{
    char *text = NULL;
    enum lb_status st = lb_run_case_json(run, &text, err);
    if (st != LB_STATUS_OK) return st;
    e->identity = cJSON_Parse(text);
    free(text);
    if (e->identity == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON of the ensemble");
    strip(e->identity);
    e->setup = run->setup;
    e->seed = lb_values_count(run->values, "seed");
    e->wanted = lb_values_count(run->values, "runs");
    e->max_wall = run->max_wall;
    return LB_STATUS_OK;
}

/* Whether the case is possible in this format; the first one says what the ensemble is. */
static enum lb_status add_format(struct lb_ensemble *e, const char *precision, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    struct lb_options o = *e->options;
    o.precision = precision;
    LB_TRY(lb_run_create(&o, &run, err));
    LB_REQUIRE(e->format_count < LB_ENSEMBLE_FORMATS, LB_STATUS_USAGE,
               "--precision %s: more than %d formats", e->options->precision,
               (int)LB_ENSEMBLE_FORMATS);
    char *name = e->formats[e->format_count];
    lb_case_precision_name(&run->c, name, LB_ENSEMBLE_FORMAT_SIZE);
    for (size_t n = 0; n < e->format_count; n++)
        LB_REQUIRE(strcmp(e->formats[n], name) != 0, LB_STATUS_USAGE,
                   "--precision %s: %s is there twice", e->options->precision, name);
    e->format_count++;
    if (e->identity == NULL) LB_TRY(identify(e, run, err));
cleanup:
    lb_run_destroy(run);
    return st;
}

static enum lb_status plan(struct lb_ensemble *e, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_options *o = e->options;
    LB_REQUIRE(!lb_sweep_is_asked(o), LB_STATUS_USAGE,
               "a list of values and an ensemble (runs, several formats) do not go together; one "
               "ensemble for each value does");
    if (o->precision == NULL) {
        LB_TRY(add_format(e, NULL, err));
    } else {
        for (const char *part = o->precision;;) {
            char format[LB_ENSEMBLE_FORMAT_SIZE];
            const size_t length = strcspn(part, ",");
            LB_REQUIRE(length > 0 && length < sizeof format, LB_STATUS_USAGE,
                       "--precision %s: format %zu is %s", o->precision, e->format_count + 1,
                       length == 0 ? "missing" : "too long");
            snprintf(format, sizeof format, "%.*s", (int)length, part);
            LB_TRY(add_format(e, format, err));
            if (part[length] == '\0') break;
            part += length + 1;
        }
    }
    LB_REQUIRE((double)e->seed + (double)e->wanted - 1.0 <= most_seed, LB_STATUS_USAGE,
               "seed=%llu runs=%llu: seeds end at %.0f", (unsigned long long)e->seed,
               (unsigned long long)e->wanted, most_seed);
cleanup:
    return st;
}

/* --- runs ------------------------------------------------------------------------------------- */

size_t lb_ensemble_finished(const struct lb_ensemble *e)
{
    size_t count = 0;
    for (size_t n = 0; n < e->run_count; n++)
        count += e->runs[n].json != NULL ? 1 : 0;
    return count;
}

const char *lb_ensemble_status_of(const struct lb_ensemble_run *r)
{
    return lb_json_text_of(r->json, "status");
}

static enum lb_status run_one(const struct lb_ensemble *e, struct lb_ensemble_run *r, double rest,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    struct run_options options = {.values = NULL};
    LB_TRY(lb_ensemble_set_aside(e, r, err));
    LB_TRY(make_options(e, r, rest, &options, err));
    LB_TRY(lb_run_create(&options.o, &run, err));
    LB_TRY(lb_run_execute(run, err));
    LB_TRY(lb_ensemble_look_at(e, r, err));
cleanup:
    lb_run_destroy(run);
    free(options.values);
    return st;
}

static void tell(const struct lb_ensemble *e, const struct lb_ensemble_run *r)
{
    if (e->options->quiet || e->options->json || r->json == NULL) return;
    const double seconds = lb_json_number_of(r->json, "time_s");
    fprintf(stderr, "%zu of %zu: seed %llu in %s %s after %.1f s\n", lb_ensemble_finished(e),
            e->run_count, (unsigned long long)r->seed, e->formats[r->format],
            lb_ensemble_status_of(r), seconds);
}

/* `signal` gets what came, if anything; a run that it cut short is no failure. */
static enum lb_status run_all(struct lb_ensemble *e, int *signal, struct lb_error *err)
{
    enum lb_status st = lb_signals_watch(err);
    if (st != LB_STATUS_OK) return st;
    const double started = lb_clock();
    for (size_t n = 0; n < e->run_count && st == LB_STATUS_OK && *signal == 0; n++) {
        struct lb_ensemble_run *r = &e->runs[n];
        const double rest = e->max_wall > 0.0 ? e->max_wall - (lb_clock() - started) : 0.0;
        if (r->json != NULL) continue;
        if (e->max_wall > 0.0 && rest < 1e-3) break;
        st = run_one(e, r, rest, err);
        *signal = lb_signals_received();
        if (st == LB_STATUS_OK) tell(e, r);
        if (r->json != NULL) st = lb_ensemble_write_json(e, err);
    }
    lb_signals_unwatch();
    /* the signal is the whole story only where nothing else failed */
    if (!lb_status_is_stop(st)) return st;
    *err = (struct lb_error){0};
    return LB_STATUS_OK;
}

/* --- all -------------------------------------------------------------------------------------- */

/* The name of the verdict that failed, or NULL. */
static const char *failed_verdict(const struct lb_ensemble_run *r)
{
    const cJSON *verdict = cJSON_GetObjectItemCaseSensitive(r->json, "verdict");
    if (!cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(verdict, "pass"))) return NULL;
    return lb_json_text_of(verdict, "name");
}

/* "; seed 1 in fp32/fp32: mass kept; ..." of the first few. */
static void name_failed(const struct lb_ensemble *e, char *out, size_t size)
{
    enum { NAMED = 4 };
    size_t used = 0, failed = 0;
    out[0] = '\0';
    for (size_t n = 0; n < e->run_count; n++) {
        const char *name = failed_verdict(&e->runs[n]);
        if (name == NULL || failed++ >= NAMED || used >= size) continue;
        used += (size_t)snprintf(out + used, size - used, "; seed %llu in %s: %s",
                                 (unsigned long long)e->runs[n].seed, e->formats[e->runs[n].format],
                                 name);
    }
    if (failed > NAMED && used < size)
        snprintf(out + used, size - used, "; and %zu more", failed - NAMED);
}

static enum lb_status outcome(const struct lb_ensemble *e, int signal, struct lb_error *err)
{
    size_t diverged = 0, failed = 0;
    const size_t finished = lb_ensemble_finished(e);
    for (size_t n = 0; n < e->run_count; n++) {
        if (e->runs[n].json == NULL) continue;
        diverged += strcmp(lb_ensemble_status_of(&e->runs[n]), "diverged") == 0 ? 1 : 0;
        failed += failed_verdict(&e->runs[n]) != NULL ? 1 : 0;
    }
    if (signal != 0)
        return lb_fail(err, signal == SIGTERM ? LB_STATUS_TERMINATED : LB_STATUS_INTERRUPTED,
                       "stopped by a signal with %zu of %zu runs finished; the same command with "
                       "-o %s goes on",
                       finished, e->run_count, e->folder);
    if (finished < e->run_count && !e->options->quiet)
        fprintf(stderr,
                "stopped by max-wall with %zu of %zu runs finished; the same command with -o %s "
                "goes on\n",
                finished, e->run_count, e->folder);
    if (diverged > 0)
        return lb_fail(err, LB_STATUS_DIVERGED, "%zu of %zu runs diverged; their files are in %s",
                       diverged, finished, e->folder);
    if (failed == 0) return LB_STATUS_OK;
    char which[512];
    name_failed(e, which, sizeof which);
    return lb_fail(err, LB_STATUS_VERDICT, "%zu of %zu runs failed their verdict%s; see %s", failed,
                   finished, which, e->folder);
}

static enum lb_status ensemble(struct lb_ensemble *e, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_error second = {0};
    int signal = 0;
    LB_TRY(plan(e, err));
    LB_TRY(lb_ensemble_open_folder(e, err));
    LB_TRY(lb_ensemble_list_runs(e, err));
    const size_t before = lb_ensemble_finished(e);
    if (before > 0 && !e->options->quiet && !e->options->json)
        fprintf(stderr, "%zu of %zu runs are in %s already\n", before, e->run_count, e->folder);
    LB_TRY(lb_ensemble_write_json(e, err));
    const enum lb_status runs = run_all(e, &signal, err);
    /* after a failure, the runs before it are still worth their table */
    if (lb_ensemble_finished(e) > 0 || (runs == LB_STATUS_OK && e->options->json))
        LB_TRY(lb_ensemble_report(e, out, runs == LB_STATUS_OK ? err : &second));
    if (runs == LB_STATUS_OK) LB_TRY(lb_stream_flush(out, err));
    st = runs == LB_STATUS_OK ? outcome(e, signal, err) : runs;
cleanup:
    return err->status != LB_STATUS_OK ? err->status : st;
}

enum lb_status lb_ensemble_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    struct lb_ensemble e = {.options = o, .lock = -1};
    const enum lb_status st = ensemble(&e, out, err);
    lb_ensemble_close_folder(&e);
    for (size_t n = 0; n < e.run_count; n++)
        cJSON_Delete(e.runs[n].json);
    free(e.runs);
    cJSON_Delete(e.identity);
    return st;
}
