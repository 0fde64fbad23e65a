/* compare_case.c - the cases of a comparison without running them.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "io/json.h"
#include "study/studies.h"
#include "study/compare_internal.h"

/* `run` NULL: the format is left out, `why`. */
static void print_row(const struct lb_compare_row *row, const struct lb_run *run, const char *why,
                      FILE *out)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s%s", row->precision, row->run->shift ? "" : ", no shift",
             lb_precision_rounding(&row->run->precision)->suffix);
    if (run == NULL)
        fprintf(out, "  %-32s skipped: %s\n", name, why);
    else
        fprintf(out, "  %-32s %13.4g %17.4g\n", name, lb_run_bytes_per_cell(run),
                lb_case_bytes_per_update(lb_run_case(run)));
}

static void print_first(const struct lb_run *run, FILE *out)
{
    lb_run_print_case(run, out);
    fputs("formats                           bytes per cell  bytes per update\n", out);
}

static enum lb_status add_case(const struct lb_run *run, struct lb_json *cases,
                               struct lb_error *err)
{
    char *text = NULL;
    const enum lb_status st = lb_run_case_json(run, &text, err);
    if (st == LB_STATUS_OK) lb_json_item(cases, NULL, cJSON_Parse(text));
    free(text);
    return st;
}

/* `cases` NULL: for people. */
static enum lb_status show_cases(const struct lb_comparison *c, struct lb_json *cases, FILE *out,
                                 struct lb_error *err)
{
    struct lb_study_case one;
    LB_OK(lb_study_open_first(&c->study, &one, err));
    if (cases == NULL) print_first(one.run, out);
    lb_study_close(&one);
    enum lb_status st = LB_STATUS_OK;
    for (size_t i = 0; i < c->study.count && st == LB_STATUS_OK; i++) {
        struct lb_error own = {0};
        st = lb_study_open(&c->study, &c->study.runs[i], &one, &own);
        if (st == LB_STATUS_OK && cases != NULL) st = add_case(one.run, cases, &own);
        if (cases == NULL) print_row(&c->rows[i], one.run, own.text, out);
        lb_study_close(&one);
        if (st == LB_STATUS_USAGE) st = LB_STATUS_OK;
        if (st != LB_STATUS_OK) *err = own;
    }
    return st;
}

static enum lb_status print_json(const struct lb_comparison *c, FILE *out, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.compare-case/1");
    struct lb_json cases = lb_json_list(&w, "cases");
    const enum lb_status st = show_cases(c, &cases, out, err);
    if (st == LB_STATUS_OK) return lb_json_print(&w, LB_JSON_ON_LINES, out, err);
    cJSON_Delete(lb_json_take(&w));
    return st;
}

enum lb_status lb_compare_print_case(const struct lb_study_request *request, FILE *out,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_comparison *c = calloc(1, sizeof *c);
    LB_REQUIRE(c != NULL, LB_STATUS_FAILED, "no memory for the comparison");
    LB_TRY(lb_compare_plan(c, request, err));
    st = request->run.reporting.form == LB_OUTPUT_JSON ? print_json(c, out, err)
                                                       : show_cases(c, NULL, out, err);
cleanup:
    if (c != NULL) lb_study_free(&c->study);
    free(c);
    return st;
}
