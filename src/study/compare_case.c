/* compare_case.c - the cases of a comparison without running them.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "study/compare_internal.h"
#include "io/json_writer.h"
#include "run/run.h"

static enum lb_status print_rows(const struct lb_comparison *c, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    for (size_t i = 0; i < c->row_count; i++) {
        const struct lb_options o = lb_compare_options(c, &c->rows[i], NULL);
        LB_TRY(lb_run_create(&o, &run, err));
        if (i == 0) {
            lb_run_print_case(run, out);
            fputs("formats               bytes per cell  bytes per update\n", out);
        }
        char name[64];
        snprintf(name, sizeof name, "%s%s", c->rows[i].precision,
                 c->rows[i].shift ? "" : ", no shift");
        fprintf(out, "  %-20s %13.4g %17.4g\n", name, lb_case_bytes_per_cell(&run->c),
                lb_case_bytes_per_update(&run->c));
        lb_run_destroy(run);
        run = NULL;
    }
cleanup:
    lb_run_destroy(run);
    return st;
}

static enum lb_status add_case(const struct lb_comparison *c, const struct lb_compare_row *row,
                               cJSON *cases, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_run *run = NULL;
    char *text = NULL;
    const struct lb_options o = lb_compare_options(c, row, NULL);
    LB_TRY(lb_run_create(&o, &run, err));
    LB_TRY(lb_run_case_json(run, &text, err));
    LB_REQUIRE(cJSON_AddItemToArray(cases, cJSON_Parse(text)), LB_STATUS_FAILED,
               "no memory for the JSON of the cases");
cleanup:
    free(text);
    lb_run_destroy(run);
    return st;
}

static enum lb_status print_json(const struct lb_comparison *c, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL;
    struct lb_json w = {cJSON_CreateObject(), true};
    LB_REQUIRE(w.object != NULL, LB_STATUS_FAILED, "no memory for the JSON of the cases");
    lb_json_text(&w, "schema", "sluice.compare-case/1");
    cJSON *cases = cJSON_AddArrayToObject(w.object, "cases");
    LB_REQUIRE(w.ok && cases != NULL, LB_STATUS_FAILED, "no memory for the JSON of the cases");
    for (size_t i = 0; i < c->row_count; i++)
        LB_TRY(add_case(c, &c->rows[i], cases, err));
    text = cJSON_Print(w.object);
    LB_REQUIRE(text != NULL, LB_STATUS_FAILED, "no memory for the JSON of the cases");
    fprintf(out, "%s\n", text);
cleanup:
    cJSON_free(text);
    cJSON_Delete(w.object);
    return st;
}

enum lb_status lb_compare_print_case(const struct lb_comparison *c, FILE *out, struct lb_error *err)
{
    return c->options->json ? print_json(c, out, err) : print_rows(c, out, err);
}
