/* ensemble.c - many runs of one case that differ in their seeds, and in their number format.
 * SPDX-License-Identifier: MIT */
#include "base/signals.h"
#include "study/studies.h"

#include <stdlib.h>
#include <string.h>

#include "io/json.h"
#include "study/ensemble_internal.h"

static const double max_seed = 4294967295.0; /* as of the parameter */

/* --- planning --------------------------------------------------------------------------------- */

/* Whether the case is possible in this format; the first one says what the ensemble is. */
static enum lb_status add_format(struct lb_ensemble *e, const struct lb_precision *precision,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    struct lb_run_request request = e->study.request->run;
    request.precision = *precision;
    LB_TRY(lb_run_create(&request, &run, err));
    e->precisions[e->format_count] = *precision;
    lb_precision_name(precision, e->formats[e->format_count++], LB_PRECISION_NAME_SIZE);
    if (e->identity == NULL) e->identity = lb_run_identity(run);
    LB_REQUIRE(e->identity != NULL, LB_STATUS_FAILED, "no memory for the JSON of the ensemble");
cleanup:
    lb_run_destroy(run);
    return st;
}

static enum lb_status plan(struct lb_ensemble *e, const struct lb_study_request *request,
                           struct lb_error *err)
{
    const struct lb_values *values = request->run.values;
    e->study.request = request;
    e->setup = request->run.setup;
    e->seed = lb_values_count(values, "seed");
    e->wanted = lb_values_count(values, "runs");
    e->study.max_wall = lb_values_number(values, "max-wall");
    e->study.is_over_seeds = true;
    for (size_t n = 0; n < request->format_count; n++)
        LB_OK(add_format(e, &request->formats[n], err));
    LB_NEED((double)e->seed + (double)e->wanted - 1.0 <= max_seed, LB_STATUS_USAGE,
            "seed=%llu runs=%llu: seeds end at %.0f", (unsigned long long)e->seed,
            (unsigned long long)e->wanted, max_seed);
    return LB_STATUS_OK;
}

/* --- runs ------------------------------------------------------------------------------------- */

size_t lb_ensemble_finished(const struct lb_ensemble *e)
{
    size_t count = 0;
    for (size_t n = 0; n < e->study.count; n++)
        count += e->runs[n].json != NULL ? 1 : 0;
    return count;
}

const char *lb_ensemble_status_of(const struct lb_ensemble_run *r)
{
    return lb_json_text_of(r->json, "status");
}

static bool is_silent(const struct lb_ensemble *e)
{
    const struct lb_reporting *r = &e->study.request->run.reporting;
    return r->quiet || r->form == LB_OUTPUT_JSON;
}

static enum lb_status after(void *context, struct lb_study_run *r, const struct lb_run *run,
                            struct lb_error *err)
{
    struct lb_ensemble *e = context;
    const size_t n = (size_t)(r - e->study.runs);
    const struct lb_ensemble_run *own = &e->runs[n];
    (void)run;
    lb_run_outcome_free(&r->outcome); /* what counts is in the folder */
    const enum lb_status st = lb_ensemble_look_at(e, n, err);
    if (st != LB_STATUS_OK || own->json == NULL) return st;
    if (!is_silent(e))
        fprintf(stderr, "%zu of %zu: seed %llu in %s %s after %.1f s\n", lb_ensemble_finished(e),
                e->study.count, (unsigned long long)r->seed, e->formats[own->format],
                lb_ensemble_status_of(own), lb_json_number_of(own->json, "time_s"));
    return lb_ensemble_write_json(e, err);
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
    for (size_t n = 0; n < e->study.count; n++) {
        const char *name = failed_verdict(&e->runs[n]);
        if (name == NULL || failed++ >= NAMED || used >= size) continue;
        used += (size_t)snprintf(out + used, size - used, "; seed %llu in %s: %s",
                                 (unsigned long long)e->study.runs[n].seed,
                                 e->formats[e->runs[n].format], name);
    }
    if (failed > NAMED && used < size)
        snprintf(out + used, size - used, "; and %zu more", failed - NAMED);
}

static enum lb_status outcome(const struct lb_ensemble *e, struct lb_error *err)
{
    size_t diverged = 0, failed = 0;
    const size_t finished = lb_ensemble_finished(e);
    for (size_t n = 0; n < e->study.count; n++) {
        if (e->runs[n].json == NULL) continue;
        diverged += strcmp(lb_ensemble_status_of(&e->runs[n]), "diverged") == 0 ? 1 : 0;
        failed += failed_verdict(&e->runs[n]) != NULL ? 1 : 0;
    }
    if (e->study.signal != 0)
        return lb_fail(err, lb_signals_status(e->study.signal),
                       "stopped by a signal with %zu of %zu runs finished; the same command with "
                       "-o %s goes on",
                       finished, e->study.count, e->study.folder);
    if (finished < e->study.count && !e->study.request->run.reporting.quiet)
        fprintf(stderr,
                "stopped by max-wall with %zu of %zu runs finished; the same command with -o %s "
                "goes on\n",
                finished, e->study.count, e->study.folder);
    if (diverged > 0)
        return lb_fail(err, LB_STATUS_DIVERGED, "%zu of %zu runs diverged; their files are in %s",
                       diverged, finished, e->study.folder);
    if (failed == 0) return LB_STATUS_OK;
    char which[512];
    name_failed(e, which, sizeof which);
    return lb_fail(err, LB_STATUS_VERDICT, "%zu of %zu runs failed their verdict%s; see %s", failed,
                   finished, which, e->study.folder);
}

static enum lb_status ensemble(struct lb_ensemble *e, const struct lb_study_request *request,
                               FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_error second = {0};
    LB_TRY(plan(e, request, err));
    LB_TRY(lb_ensemble_open_folder(e, err));
    LB_TRY(lb_ensemble_list_runs(e, err));
    const size_t there = lb_ensemble_finished(e);
    if (there > 0 && !is_silent(e) && request->mode != LB_STUDY_TELL)
        fprintf(stderr, "%zu of %zu runs are in %s already\n", there, e->study.count,
                e->study.folder);
    if (e->is_new) LB_TRY(lb_study_write_plan(&e->study, err));
    LB_TRY(lb_ensemble_write_json(e, err));
    enum lb_status runs = lb_study_run_all(&e->study, err);
    if (!lb_study_concludes(&e->study, &runs, err)) return runs;
    /* after a failure, the runs before it are still worth their table */
    if (lb_ensemble_finished(e) > 0 ||
        (runs == LB_STATUS_OK && request->run.reporting.form == LB_OUTPUT_JSON))
        LB_TRY(lb_ensemble_report(e, out, runs == LB_STATUS_OK ? err : &second));
    if (runs == LB_STATUS_OK) LB_TRY(lb_stream_flush(out, err));
    if (request->mode == LB_STUDY_TELL && !lb_study_is_complete(&e->study))
        return lb_study_fail_unended(&e->study, err);
    st = runs == LB_STATUS_OK ? outcome(e, err) : runs;
cleanup:
    return err->status != LB_STATUS_OK ? err->status : st;
}

enum lb_status lb_ensemble(const struct lb_study_request *request, FILE *out, struct lb_error *err)
{
    struct lb_ensemble e = {.study = {.after = after, .tells_parts = true, .lock = -1}};
    e.study.context = &e;
    const enum lb_status st = ensemble(&e, request, out, err);
    lb_ensemble_close_folder(&e, st);
    for (size_t n = 0; n < e.study.count; n++)
        cJSON_Delete(e.runs[n].json);
    free(e.runs);
    lb_study_free(&e.study);
    cJSON_Delete(e.identity);
    return st;
}
