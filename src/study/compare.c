/* compare.c - plans the runs of a comparison, makes them one after the other, and writes what came
 * out.
 * SPDX-License-Identifier: MIT */
#include "study/compare.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "case/lookup.h"
#include "study/compare_internal.h"
#include "study/ensemble.h"
#include "base/number_text.h"
#include "run/run.h"
#include "base/signals.h"
#include "base/word_list.h"

static const double default_tolerance = 0.01;

static enum lb_status read_tolerance(struct lb_comparison *c, struct lb_error *err)
{
    const char *text = c->options->tolerance;
    c->tolerance = default_tolerance;
    if (text == NULL) return LB_STATUS_OK;
    if (lb_number_parse(text, strlen(text), &c->tolerance) && c->tolerance > 0.0 &&
        c->tolerance <= 1.0)
        return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE, "--tolerance: '%s' is no number above 0 and up to 1",
                   text);
}

/* --- which runs ------------------------------------------------------------------------------ */

static enum lb_status add_row(struct lb_comparison *c, const char *word, bool shift,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_compare_row row = {.shift = shift,
                                 .deviation = nan(""),
                                 .phase_shift = nan(""),
                                 .curve_deviation = {nan(""), nan("")}};
    LB_TRY(lb_lookup_precision(word, "--precision", &row.arithmetic, &row.storage, err));
    const struct lb_case named = {.arithmetic = row.arithmetic, .storage = row.storage};
    lb_case_precision_name(&named, row.precision, sizeof row.precision);
    for (size_t i = 0; i < c->row_count; i++)
        if (strcmp(c->rows[i].precision, row.precision) == 0 && c->rows[i].shift == shift)
            return lb_fail(err, LB_STATUS_USAGE, "--precision: %s is there twice", row.precision);
    LB_REQUIRE(c->row_count < LB_COMPARE_MAX_ROWS, LB_STATUS_USAGE,
               "--precision: more than %d runs", LB_COMPARE_MAX_ROWS);
    snprintf(row.folder, sizeof row.folder, "%s%s", row.precision, shift ? "" : "-no-shift");
    *strchr(row.folder, '/') = '-';
    for (int i = 0; i < LB_COMPARE_MAX_KEYS; i++)
        row.values[i] = row.exact[i] = row.deviations[i] = nan("");
    c->rows[c->row_count++] = row;
cleanup:
    return st;
}

static enum lb_status plan_rows(struct lb_comparison *c, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char known[1024], word[64];
    const int shift = c->options->shift;
    const char *rest = c->options->precision;
    if (rest != NULL) LB_TRY(lb_word_list_check(rest, "--precision", err));
    if (rest == NULL) rest = lb_lookup_known_precisions(known, sizeof known);
    while (*rest != '\0') {
        const size_t length = strcspn(rest, ", ");
        snprintf(word, sizeof word, "%.*s", (int)length, rest);
        if (shift != 0) LB_TRY(add_row(c, word, true, err));
        if (shift == 0 || shift == 2) LB_TRY(add_row(c, word, false, err));
        rest += length;
        rest += strspn(rest, ", ");
    }
    LB_REQUIRE(c->row_count > 0, LB_STATUS_USAGE, "--precision: '%s' names no format",
               c->options->precision);
cleanup:
    return st;
}

struct lb_options lb_compare_options(const struct lb_comparison *c,
                                     const struct lb_compare_row *row, const char *folder)
{
    struct lb_options o = *c->options;
    o.precision = row->precision;
    o.shift = row->shift;
    o.output = folder;
    o.quiet = o.quiet || (o.progress < 0 && o.json);
    o.json = true; /* leaves the announcements to us */
    if (o.progress < 0) o.progress = o.quiet ? LB_PROGRESS_NEVER : LB_PROGRESS_AUTO;
    return o;
}

/* Assembles the first case, so that whatever is wrong with it is said before a folder is made. */
static enum lb_status look_at_case(struct lb_comparison *c, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    struct lb_device *device = NULL;
    const struct lb_options o = lb_compare_options(c, &c->rows[0], NULL);
    LB_TRY(lb_run_create(&o, &run, err));
    c->setup = run->setup;
    c->lattice = run->c.lattice;
    c->collision = run->c.collision;
    memcpy(c->size, run->c.size, sizeof c->size);
    while (c->setup->key_results != NULL && c->setup->key_results[c->key_count].name != NULL &&
           c->key_count < LB_COMPARE_MAX_KEYS)
        c->key_count++;
    LB_TRY(lb_device_open(run->device_spec, &device, err));
    c->device = *lb_device_get_info(device);
cleanup:
    lb_device_close(device);
    lb_run_destroy(run);
    return st;
}

/* --- one run --------------------------------------------------------------------------------- */

static double result_of(const struct lb_run *run, const char *name)
{
    for (int i = 0; name != NULL && i < run->result_count; i++)
        if (strcmp(run->results[i].name, name) == 0) return run->results[i].value;
    return nan("");
}

static enum lb_status take_down(const struct lb_comparison *c, struct lb_run *run,
                                struct lb_compare_row *row, struct lb_error *err)
{
    const struct lb_run_check *verdict = lb_run_worst_verdict(run);
    row->state = LB_COMPARE_RAN;
    row->end = run->end;
    snprintf(row->note, sizeof row->note, "%s", run->failure);
    for (int i = 0; i < c->key_count; i++) {
        row->values[i] = result_of(run, c->setup->key_results[i].name);
        row->exact[i] = result_of(run, c->setup->key_results[i].exact);
    }
    row->phase_time = result_of(run, c->setup->phase.time);
    row->phase_period = result_of(run, c->setup->phase.period);
    row->steps = lb_run_step(run);
    row->mlups = lb_speed_summarise(&run->speed).median;
    row->bytes_per_cell = lb_case_bytes_per_cell(&run->c);
    row->device_bytes = lb_solver_device_bytes(run->solver);
    row->has_verdict = verdict != NULL;
    row->passes = verdict != NULL && verdict->pass;
    row->curve = run->curve;
    row->curve_count = run->curve_count;
    run->curve = NULL;
    return lb_run_json(run, &row->json, err);
}

/* A device that cannot do this one may do the next. */
static enum lb_status skip(struct lb_compare_row *row, const struct lb_error *why)
{
    row->state = LB_COMPARE_SKIPPED;
    snprintf(row->note, sizeof row->note, "%.*s", LB_COMPARE_TEXT_SIZE - 1, why->text);
    return LB_STATUS_OK;
}

static enum lb_status run_row(const struct lb_comparison *c, struct lb_compare_row *row,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    struct lb_error own = {0};
    char folder[LB_PATH_SIZE];
    if (row->arithmetic == LB_ARITHMETIC_FP64 && !c->device.fp64) {
        lb_fail(&own, LB_STATUS_DEVICE, "this device has no 64-bit arithmetic");
        return skip(row, &own);
    }
    LB_TRY(lb_path_join(c->folder, row->folder, folder, sizeof folder, err));
    const struct lb_options o = lb_compare_options(c, row, folder);
    LB_TRY(lb_run_create(&o, &run, err));
    st = lb_run_execute(run, &own);
    if (st == LB_STATUS_DEVICE)
        st = skip(row, &own);
    else if (lb_status_is_stop(st))
        st = LB_STATUS_OK; /* before its first step: not run */
    else if (st == LB_STATUS_OK)
        st = take_down(c, run, row, err);
    else
        st = lb_fail(err, st, "%s: %s", row->precision, own.text);
cleanup:
    lb_run_destroy(run);
    return st;
}

/* --- all of them ----------------------------------------------------------------------------- */

static bool is_silent(const struct lb_options *o)
{
    return o->quiet || (o->json && !o->verbose);
}

static void announce(const struct lb_comparison *c, size_t i)
{
    const struct lb_compare_row *row = &c->rows[i];
    if (is_silent(c->options)) return;
    fprintf(stderr, "%s, run %zu of %zu: %s%s\n", c->setup->name, i + 1, c->row_count,
            row->precision, row->shift ? "" : ", no shift");
}

static enum lb_status run_all(struct lb_comparison *c, struct lb_error *err)
{
    enum lb_status st = lb_signals_watch(err);
    if (st != LB_STATUS_OK) return st;
    for (size_t i = 0; i < c->row_count && st == LB_STATUS_OK && c->signal == 0; i++) {
        announce(c, i);
        st = run_row(c, &c->rows[i], err);
        c->signal = lb_signals_received();
    }
    lb_signals_unwatch();
    return st;
}

static enum lb_status write_text(const struct lb_comparison *c, const char *name, const char *text,
                                 struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    const enum lb_status st = lb_path_join(c->folder, name, path, sizeof path, err);
    return st != LB_STATUS_OK ? st : lb_text_write(path, text, err);
}

static enum lb_status make_csv(const struct lb_comparison *c, char **out, struct lb_error *err)
{
    size_t size = 0;
    FILE *stream = open_memstream(out, &size);
    if (stream != NULL) lb_compare_print_csv(c, stream);
    if (stream == NULL || fclose(stream) != 0)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the table of the comparison");
    return LB_STATUS_OK;
}

static enum lb_status report(const struct lb_comparison *c, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *csv = NULL, *json = NULL;
    LB_TRY(make_csv(c, &csv, err));
    LB_TRY(lb_compare_json(c, &json, err));
    LB_TRY(write_text(c, "compare.csv", csv, err));
    LB_TRY(write_text(c, "compare.json", json, err));
    if (c->options->json)
        fputs(json, out);
    else if (c->options->csv)
        fputs(csv, out);
    else if (c->options->quiet)
        fprintf(out, "%s\n", c->sentence);
    else
        lb_compare_print_table(c, out);
    LB_TRY(lb_stream_flush(out, err));
cleanup:
    free(csv);
    free(json);
    return st;
}

static enum lb_status outcome(const struct lb_comparison *c, struct lb_error *err)
{
    if (c->signal != 0)
        return lb_fail(err, c->signal == SIGTERM ? LB_STATUS_TERMINATED : LB_STATUS_INTERRUPTED,
                       "stopped by a signal; what is there is in %s", c->folder);
    if (c->choice >= 0) return LB_STATUS_OK;
    if (c->reference < 0)
        return lb_fail(err, LB_STATUS_DEVICE, "no format could run: %s", c->rows[0].note);
    const struct lb_compare_row *reference = &c->rows[c->reference];
    if (reference->end == LB_RUN_DIVERGED)
        return lb_fail(err, LB_STATUS_DIVERGED, "%s: %s", reference->precision, reference->note);
    return lb_fail(err, LB_STATUS_VERDICT, "no format can be named");
}

static enum lb_status compare(struct lb_comparison *c, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_error second = {0};
    char stem[LB_RUN_NAME_SIZE];
    LB_REQUIRE(!(c->options->csv && c->options->json), LB_STATUS_USAGE,
               "--csv and --json exclude each other");
    LB_REQUIRE(!(c->options->csv && c->options->print_case), LB_STATUS_USAGE,
               "--csv is the table of the results, and --print-case has none");
    LB_TRY(read_tolerance(c, err));
    LB_TRY(plan_rows(c, err));
    if (c->options->print_case) {
        LB_TRY(lb_compare_print_case(c, out, err));
        goto cleanup;
    }
    LB_TRY(look_at_case(c, err));
    snprintf(stem, sizeof stem, "%s-compare", c->setup->name);
    LB_TRY(lb_folder_create(c->options->output, stem, c->folder, sizeof c->folder, err));
    if (!is_silent(c->options))
        fprintf(stderr, "%s on %s, files in %s\n", c->setup->name, c->device.name, c->folder);
    lb_signals_remove_if_empty(c->folder);
    const enum lb_status runs = run_all(c, err);
    lb_signals_forget_folder();
    lb_compare_judge(c);
    /* after a failure, the runs that went well before it are still worth their table */
    LB_TRY(report(c, out, runs == LB_STATUS_OK ? err : &second));
    st = runs == LB_STATUS_OK ? outcome(c, err) : runs;
cleanup:
    return err->status != LB_STATUS_OK ? err->status : st;
}

enum lb_status lb_compare_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    if (lb_ensemble_has_runs(o))
        return lb_fail(err, LB_STATUS_USAGE,
                       "runs is for `sluice run`, which takes lists of formats, too: an ensemble");
    struct lb_comparison *c = calloc(1, sizeof *c);
    if (c == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the comparison");
    c->options = o;
    c->reference = c->choice = -1;
    const enum lb_status st = compare(c, out, err);
    for (size_t i = 0; i < c->row_count; i++) {
        free(c->rows[i].json);
        free(c->rows[i].curve);
    }
    free(c);
    return st;
}
