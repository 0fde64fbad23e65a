/* compare.c - plans the runs of a comparison, makes them one after the other, and writes what came
 * out.
 * SPDX-License-Identifier: MIT */
#include "study/studies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/signals.h"
#include "study/compare_internal.h"
#include "study/study_grid.h"

/* --- which runs ------------------------------------------------------------------------------ */

static void plan_row(struct lb_comparison *c, size_t n, const struct lb_precision *precision,
                     bool shift)
{
    struct lb_study_run *r = &c->study.runs[n];
    struct lb_compare_row *row = &c->rows[n];
    *row = (struct lb_compare_row){.run = r,
                                   .deviation = nan(""),
                                   .phase_shift = nan(""),
                                   .curve_deviation = {nan(""), nan("")}};
    for (int i = 0; i < LB_STUDY_MAX_KEYS; i++)
        row->values[i] = row->exact[i] = row->deviations[i] = nan("");
    r->precision = *precision;
    r->shift = shift;
    lb_precision_name(precision, row->precision, sizeof row->precision);
    lb_grid_format_name(precision, shift, r->name, sizeof r->name);
}

enum lb_status lb_compare_plan(struct lb_comparison *c, const struct lb_study_request *request,
                               struct lb_error *err)
{
    const size_t shifts = request->shift_count;
    const enum lb_status st =
        lb_study_plan(&c->study, request, request->format_count * shifts, err);
    if (st != LB_STATUS_OK) return st;
    c->setup = request->run.setup;
    c->reference = c->choice = -1;
    c->study.is_over_formats = true;
    for (size_t n = 0; n < c->study.count; n++)
        plan_row(c, n, &request->formats[n / shifts], request->shifts[n % shifts]);
    return LB_STATUS_OK;
}

/* Formats that the device cannot compute may leave one run alone. */
static enum lb_status check_device(const struct lb_comparison *c, struct lb_error *err)
{
    const char *only = NULL;
    size_t possible = 0;
    for (size_t n = 0; n < c->study.count; n++) {
        if (c->study.runs[n].precision.arithmetic == LB_ARITHMETIC_FP64 && !c->device.fp64)
            continue;
        only = c->rows[n].precision;
        possible++;
    }
    if (possible != 1 || c->study.count == 1 || c->study.request->goes_on) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "%s has no 64-bit arithmetic, so there is nothing to compare %s with; "
                   "--precision fp32,fp16s compares with FP32",
                   c->device.name, only);
}

/* Assembles a case, so that whatever is wrong with it is said before a folder is made. */
static enum lb_status look_at_case(struct lb_comparison *c, struct lb_error *err)
{
    struct lb_study_case first;
    LB_OK(lb_study_open_first(&c->study, &first, err));
    memcpy(c->size, lb_run_case(first.run)->size, sizeof c->size);
    c->is_quick = lb_values_flag(c->study.request->run.values, "quick");
    lb_study_close(&first);
    c->key_count = lb_study_keys(c->study.request, c->keys, LB_STUDY_MAX_KEYS);
    return LB_STATUS_OK;
}

/* Which is needed neither to plan nor to tell how far it is. */
static enum lb_status look_at_device(struct lb_comparison *c, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_device *device = NULL;
    LB_TRY(lb_device_open(c->study.request->run.device, &device, err));
    c->device = *lb_device_get_info(device);
    c->study.has_device = true;
    LB_TRY(check_device(c, err));
cleanup:
    lb_device_close(device);
    return st;
}

/* --- one run --------------------------------------------------------------------------------- */

static enum lb_status before(void *context, struct lb_study_run *r, struct lb_error *err)
{
    const struct lb_comparison *c = context;
    const size_t n = (size_t)(r - c->study.runs);
    (void)err;
    if (c->study.request->run.reporting.announces)
        fprintf(stderr, "%s, run %zu of %zu: %s%s%s\n", c->study.request->name, n + 1,
                c->study.count, c->rows[n].precision, r->shift ? "" : ", no shift",
                lb_precision_rounding(&r->precision)->suffix);
    if (r->precision.arithmetic != LB_ARITHMETIC_FP64 || c->device.fp64) return LB_STATUS_OK;
    r->state = LB_STUDY_SKIPPED;
    snprintf(r->why, sizeof r->why, "this device has no 64-bit arithmetic");
    return LB_STATUS_OK;
}

static enum lb_status after(void *context, struct lb_study_run *r, const struct lb_run *run,
                            struct lb_error *err)
{
    const struct lb_comparison *c = context;
    const struct lb_setup *setup = c->setup;
    const struct lb_key_result *keys = c->keys;
    struct lb_compare_row *row = &((struct lb_comparison *)context)->rows[r - c->study.runs];
    (void)run, (void)err;
    for (int i = 0; i < c->key_count; i++) {
        row->values[i] = lb_run_outcome_result(&r->outcome, keys[i].name);
        row->exact[i] = lb_run_outcome_result(&r->outcome, keys[i].exact);
    }
    row->phase_time = lb_run_outcome_result(&r->outcome, setup->phase.time);
    row->phase_period = lb_run_outcome_result(&r->outcome, setup->phase.period);
    return LB_STATUS_OK;
}

/* --- all of them ----------------------------------------------------------------------------- */

static enum lb_status print(const struct lb_comparison *c, const char *csv, const char *json,
                            FILE *out, struct lb_error *err)
{
    const struct lb_reporting *r = &c->study.request->run.reporting;
    if (r->form == LB_OUTPUT_JSON)
        fputs(json, out);
    else if (r->form == LB_OUTPUT_CSV)
        fputs(csv, out);
    else if (r->quiet)
        fprintf(out, "%s\n", c->sentence);
    else
        lb_compare_print_table(c, out);
    return lb_stream_flush(out, err);
}

static enum lb_status report(const struct lb_comparison *c, FILE *out,
                             struct lb_compare_texts *texts, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *csv = NULL, *json = NULL;
    LB_TRY(lb_study_print(lb_compare_print_csv, c, &csv, err));
    LB_TRY(lb_compare_json(c, &json, err));
    LB_TRY(lb_study_write(&c->study, "compare.csv", csv, err));
    LB_TRY(lb_study_write(&c->study, "compare.json", json, err));
    if (out != NULL) LB_TRY(print(c, csv, json, out, err));
    if (texts == NULL) goto cleanup;
    snprintf(texts->sentence, sizeof texts->sentence, "%s", c->sentence);
    texts->csv = csv;
    texts->json = json;
    csv = json = NULL;
cleanup:
    free(csv);
    free(json);
    return st;
}

static enum lb_status outcome(const struct lb_comparison *c, struct lb_error *err)
{
    if (c->study.signal != 0) return lb_study_fail_stopped(&c->study, err);
    if (c->choice >= 0) return LB_STATUS_OK;
    if (c->reference < 0)
        return lb_fail(err, LB_STATUS_DEVICE, "no format could run: %s", c->study.runs[0].why);
    const struct lb_compare_row *reference = &c->rows[c->reference];
    if (reference->run->outcome.end == LB_RUN_DIVERGED)
        return lb_fail(err, LB_STATUS_DIVERGED, "%s: %s", reference->precision,
                       lb_compare_note(reference));
    return lb_fail(err, LB_STATUS_VERDICT, "no format can be named");
}

/* Of the runs that are there; which format to take, and how fast they are, is told once all are. */
static void tell_so_far(struct lb_comparison *c, FILE *out)
{
    const struct lb_reporting *r = &c->study.request->run.reporting;
    if (out == NULL || r->form != LB_OUTPUT_TEXT || r->quiet) return;
    lb_compare_judge(c);
    if (c->reference >= 0) lb_compare_print_table(c, out);
}

static enum lb_status compare(struct lb_comparison *c, const struct lb_study_request *request,
                              FILE *out, struct lb_compare_texts *texts, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_error second = {0};
    LB_TRY(lb_compare_plan(c, request, err));
    LB_TRY(look_at_case(c, err));
    const bool runs_here = request->mode == LB_STUDY_ALONE || request->mode == LB_STUDY_WORK;
    if (runs_here) LB_TRY(look_at_device(c, err));
    LB_TRY(lb_study_enter_folder(&c->study, "compare", err));
    if (request->run.reporting.announces && runs_here)
        fprintf(stderr, "%s on %s, %zu runs, files in %s\n", request->name, c->device.name,
                c->study.count, c->study.folder);
    lb_signals_remove_if_empty(c->study.folder);
    enum lb_status runs = lb_study_run_all(&c->study, err);
    lb_signals_forget_folder();
    const bool is_over = lb_study_concludes(&c->study, &runs, err);
    if (!is_over && request->mode == LB_STUDY_TELL) tell_so_far(c, out);
    if (!is_over) return runs;
    if (!runs_here) LB_TRY(look_at_device(c, err));
    lb_compare_judge(c);
    if (runs == LB_STATUS_OK) LB_TRY(lb_compare_measure(c, err));
    lb_compare_conclude(c);
    /* after a failure, the runs that went well before it are still worth their table */
    lb_compare_draw(c);
    LB_TRY(report(c, out, texts, runs == LB_STATUS_OK ? err : &second));
    st = runs == LB_STATUS_OK ? outcome(c, err) : runs;
cleanup:
    return err->status != LB_STATUS_OK ? err->status : st;
}

enum lb_status lb_compare_once(const struct lb_study_request *request, FILE *out,
                               struct lb_compare_texts *texts, struct lb_error *err)
{
    struct lb_comparison *c = calloc(1, sizeof *c);
    if (c == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the comparison");
    c->study = (struct lb_study){.before = before, .after = after, .context = c, .lock = -1};
    const enum lb_status st = compare(c, request, out, texts, err);
    lb_study_leave_folder(&c->study, st);
    lb_study_free(&c->study);
    free(c);
    return st;
}

enum lb_status lb_compare(const struct lb_study_request *request, FILE *out, struct lb_error *err)
{
    return lb_study_has_grid(request) ? lb_compare_grid(request, out, err)
                                      : lb_compare_once(request, out, NULL, err);
}
