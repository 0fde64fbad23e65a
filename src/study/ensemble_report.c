/* ensemble_report.c - what an ensemble leaves: JSON, tables, charts with error bars.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "study/ensemble_counts.h"
#include "study/ensemble_internal.h"
#include "io/json.h"

/* A result of the runs of one format. */
struct result {
    const char *name; /* borrowed from the JSON of a run */
    struct lb_mean mean;
};

/* What there is to say of one format. */
struct format_statistics {
    size_t runs; /* that came to their end */
    struct lb_ensemble_counts counts;
    struct result results[LB_RUN_MAX_RESULTS];
    size_t result_count;
};

struct statistics {
    const struct lb_ensemble *e;
    struct format_statistics *formats;
};

/* --- counting --------------------------------------------------------------------------------- */

static void add_results(struct format_statistics *f, const cJSON *json)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "results"))
    {
        size_t n = 0;
        if (!cJSON_IsNumber(item)) continue; /* null: not a number in that run */
        while (n < f->result_count && strcmp(f->results[n].name, item->string) != 0)
            n++;
        if (n == LB_RUN_MAX_RESULTS) continue;
        if (n == f->result_count) f->results[f->result_count++].name = item->string;
        lb_mean_add(&f->results[n].mean, item->valuedouble);
    }
}

static enum lb_status add_run(struct statistics *s, size_t n, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_ensemble_run *r = &s->e->runs[n];
    struct format_statistics *f = &s->formats[r->format];
    char folder[LB_PATH_SIZE], path[LB_PATH_SIZE];
    if (r->json == NULL || strcmp(lb_ensemble_status_of(r), "done") != 0) return LB_STATUS_OK;
    LB_TRY(lb_path_join(s->e->study.folder, s->e->study.runs[n].name, folder, sizeof folder, err));
    LB_TRY(lb_path_join(folder, s->e->setup->ensemble->file, path, sizeof path, err));
    LB_TRY(lb_ensemble_counts_read(&f->counts, path, err));
    add_results(f, r->json);
    f->runs++;
cleanup:
    if (st != LB_STATUS_OK) lb_ensemble_note_damage(s->e, n, err);
    return st;
}

static void destroy_statistics(struct statistics *s)
{
    for (size_t n = 0; s->formats != NULL && n < s->e->format_count; n++)
        lb_ensemble_counts_destroy(&s->formats[n].counts);
    free(s->formats);
}

static enum lb_status count(struct statistics *s, struct lb_error *err)
{
    s->formats = calloc(s->e->format_count, sizeof *s->formats);
    LB_NEED(s->formats != NULL, LB_STATUS_FAILED, "no memory for the statistics");
    for (size_t n = 0; n < s->e->format_count; n++)
        LB_OK(lb_ensemble_counts_create(&s->formats[n].counts, s->e->setup->ensemble, err));
    for (size_t n = 0; n < s->e->study.count; n++)
        LB_OK(add_run(s, n, err));
    return LB_STATUS_OK;
}

static const struct lb_mean *total(const struct format_statistics *f, size_t quantity)
{
    return lb_ensemble_mean(&f->counts, quantity, f->counts.places - 1);
}

/* How far a format's mean is from the first one's, in standard errors of the difference. */
static double distance(const struct statistics *s, size_t format, size_t quantity)
{
    const struct lb_mean *first = total(&s->formats[0], quantity),
                         *own = total(&s->formats[format], quantity);
    return (lb_mean_of(own) - lb_mean_of(first)) /
           hypot(lb_mean_error_of(own), lb_mean_error_of(first));
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void add_run_item(struct lb_json *runs, const struct lb_ensemble *e, size_t n)
{
    static const char *const copied[] = {"status", "steps",   "time_s", "device",
                                         "commit", "verdict", "results"};
    const struct lb_ensemble_run *r = &e->runs[n];
    struct lb_json w = lb_json_object(runs, NULL);
    lb_json_number(&w, "seed", (double)e->study.runs[n].seed);
    lb_json_text(&w, "precision", e->formats[r->format]);
    lb_json_text(&w, "folder", e->study.runs[n].name);
    for (size_t k = 0; k < sizeof copied / sizeof copied[0]; k++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(r->json, copied[k]);
        if (item != NULL) lb_json_item(&w, copied[k], cJSON_Duplicate(item, 1));
    }
}

static struct lb_json add_mean(struct lb_json *w, const char *name, const struct lb_mean *m)
{
    struct lb_json own = lb_json_object(w, name);
    lb_json_number(&own, "mean", lb_mean_of(m));
    lb_json_number(&own, "error", lb_mean_error_of(m));
    return own;
}

static void add_format(struct lb_json *all, const struct statistics *s, size_t format)
{
    const struct format_statistics *f = &s->formats[format];
    struct lb_json w = lb_json_object(all, NULL);
    lb_json_text(&w, "precision", s->e->formats[format]);
    lb_json_number(&w, "runs", (double)f->runs);
    for (size_t q = 0; q < f->counts.quantities; q++) {
        struct lb_json own = add_mean(&w, lb_ensemble_quantity(f->counts.plan, q), total(f, q));
        if (format > 0) lb_json_number(&own, "difference", distance(s, format, q));
    }
    struct lb_json results = lb_json_object(&w, "results");
    for (size_t n = 0; n < f->result_count; n++)
        add_mean(&results, f->results[n].name, &f->results[n].mean);
}

/* `s` NULL: without statistics. */
static enum lb_status make_json(const struct lb_ensemble *e, const struct statistics *s, char **out,
                                struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.ensemble/1");
    lb_json_text(&w, "setup", e->setup->name);
    lb_json_text(&w, "version", LB_VERSION);
    lb_json_text(&w, "folder", e->study.folder);
    lb_json_item(&w, "case", cJSON_Duplicate(e->identity, 1));
    lb_json_number(&w, "seed", (double)e->seed);
    lb_json_number(&w, "runs_wanted", (double)e->wanted);
    lb_json_number(&w, "runs_finished", (double)lb_ensemble_finished(e));
    struct lb_json formats = lb_json_list(&w, "formats");
    for (size_t n = 0; n < e->format_count; n++)
        lb_json_text(&formats, NULL, e->formats[n]);
    if (s != NULL) {
        struct lb_json all = lb_json_list(&w, "statistics");
        for (size_t n = 0; n < e->format_count; n++)
            add_format(&all, s, n);
    }
    struct lb_json runs = lb_json_list(&w, "runs");
    for (size_t n = 0; n < e->study.count; n++)
        if (e->runs[n].json != NULL) add_run_item(&runs, e, n);
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}

enum lb_status lb_ensemble_write_json(const struct lb_ensemble *e, struct lb_error *err)
{
    char *json = NULL;
    enum lb_status st = make_json(e, NULL, &json, err);
    if (st == LB_STATUS_OK) st = lb_study_write(&e->study, "ensemble.json", json, err);
    free(json);
    return st;
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Mean and error, empty where there is none. */
static void print_mean(FILE *out, const struct lb_mean *m)
{
    const double numbers[2] = {lb_mean_of(m), lb_mean_error_of(m)};
    for (size_t n = 0; n < 2; n++) {
        fputc(',', out);
        if (!isnan(numbers[n])) fprintf(out, "%.9g", numbers[n]);
    }
}

static void print_histogram(const void *context, FILE *out)
{
    const struct statistics *s = context;
    const struct lb_ensemble_plan *plan = s->e->setup->ensemble;
    fprintf(out, "precision,runs,%s_low,%s_high", plan->by, plan->by);
    for (size_t q = 0; q < s->formats[0].counts.quantities; q++)
        fprintf(out, ",%s_mean,%s_error", lb_ensemble_quantity(plan, q),
                lb_ensemble_quantity(plan, q));
    fputc('\n', out);
    for (size_t n = 0; n < s->e->format_count; n++)
        for (size_t place = 0; place <= plan->bins + 1; place++) {
            double low, high;
            lb_ensemble_limits(plan, place, &low, &high);
            fprintf(out, "%s,%zu,%.9g,%.9g", s->e->formats[n], s->formats[n].runs, low, high);
            for (size_t q = 0; q < s->formats[n].counts.quantities; q++)
                print_mean(out, lb_ensemble_mean(&s->formats[n].counts, q, place));
            fputc('\n', out);
        }
}

static void print_results(const void *context, FILE *out)
{
    const struct statistics *s = context;
    fprintf(out, "precision,runs,result,mean,error\n");
    for (size_t n = 0; n < s->e->format_count; n++) {
        const struct format_statistics *f = &s->formats[n];
        for (size_t q = 0; q < f->counts.quantities; q++) {
            fprintf(out, "%s,%zu,all_%s", s->e->formats[n], f->runs,
                    lb_ensemble_quantity(f->counts.plan, q));
            print_mean(out, total(f, q));
            fputc('\n', out);
        }
        for (size_t k = 0; k < f->result_count; k++) {
            fprintf(out, "%s,%zu,%s", s->e->formats[n], f->results[k].mean.count,
                    f->results[k].name);
            print_mean(out, &f->results[k].mean);
            fputc('\n', out);
        }
    }
}

static enum lb_status write_printed(const struct statistics *s, const char *name,
                                    lb_study_printer *print, struct lb_error *err)
{
    char *text = NULL;
    enum lb_status st = lb_study_print(print, s, &text, err);
    if (st == LB_STATUS_OK) st = lb_study_write(&s->e->study, name, text, err);
    free(text);
    return st;
}

static void print_table(const struct statistics *s, FILE *out)
{
    const struct lb_ensemble *e = s->e;
    const struct lb_ensemble_plan *plan = e->setup->ensemble;
    fprintf(out, "%s: %zu of %zu runs finished, mean and standard error of one run\n\n%-14s %5s",
            e->setup->name, lb_ensemble_finished(e), e->study.count, "precision", "runs");
    for (size_t q = 0; q < s->formats[0].counts.quantities; q++)
        fprintf(out, " %30s", lb_ensemble_quantity(plan, q));
    fputc('\n', out);
    for (size_t n = 0; n < e->format_count; n++) {
        fprintf(out, "%-14s %5zu", e->formats[n], s->formats[n].runs);
        for (size_t q = 0; q < s->formats[n].counts.quantities; q++) {
            char text[64] = "-", error[24] = "", sigma[24] = "";
            const struct lb_mean *m = total(&s->formats[n], q);
            const double far = n > 0 ? distance(s, n, q) : nan("");
            if (m->count > 1) snprintf(error, sizeof error, " +- %.2g", lb_mean_error_of(m));
            if (isfinite(far)) snprintf(sigma, sizeof sigma, " (%+.1f s.e.)", far);
            if (m->count > 0) snprintf(text, sizeof text, "%.4g%s%s", lb_mean_of(m), error, sigma);
            fprintf(out, " %30s", text);
        }
        fputc('\n', out);
    }
    if (e->format_count > 1)
        fprintf(out, "in brackets: distance from the first format in standard errors\n");
    fprintf(out, "folder %s\n", e->study.folder);
}

/* --- all --------------------------------------------------------------------------------------- */

enum lb_status lb_ensemble_report(const struct lb_ensemble *e, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct statistics s = {.e = e};
    char *json = NULL;
    LB_TRY(count(&s, err));
    LB_TRY(make_json(e, &s, &json, err));
    LB_TRY(lb_study_write(&e->study, "ensemble.json", json, err));
    LB_TRY(write_printed(&s, "histogram.csv", print_histogram, err));
    LB_TRY(write_printed(&s, "results.csv", print_results, err));
    if (!e->study.is_read_only) lb_ensemble_draw(e, s.formats[0].counts.quantities);
    if (e->study.request->run.reporting.form == LB_OUTPUT_JSON)
        fputs(json, out);
    else
        print_table(&s, out);
cleanup:
    destroy_statistics(&s);
    free(json);
    return st;
}
