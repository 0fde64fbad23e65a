/* compare_grid.c - a comparison of the formats at each point of a grid of lists, and one table of all.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/signals.h"
#include "io/json.h"
#include "study/compare_internal.h"
#include "study/studies.h"
#include "study/study_grid.h"

struct grid {
    struct lb_study study; /* a run stands for the comparison of a point */
    struct lb_compare_texts *texts;
    size_t done;
    FILE *out;
};

/* --- tables ----------------------------------------------------------------------------------- */

/* A point's table with the point in its first columns and in the folder, the last one. */
static void print_rows(const struct lb_study *s, const struct lb_study_run *r, const char *csv,
                       bool with_header, FILE *out)
{
    for (const char *line = csv; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const int length = (int)strcspn(line, "\n");
        int last = length;
        while (last > 0 && line[last - 1] != ',')
            last--;
        const bool is_header = line == csv;
        if (is_header && !with_header) continue;
        for (size_t i = 0; i < s->axis_count; i++)
            fprintf(out, "%s,", is_header ? s->axes[i] : r->words[i]);
        const bool has_folder = !is_header && last < length;
        fprintf(out, "%.*s%s%s%.*s\n", last, line, has_folder ? r->name : "", has_folder ? "/" : "",
                length - last, line + last);
    }
}

static void print_csv(const void *context, FILE *out)
{
    const struct grid *g = context;
    for (size_t n = 0; n < g->done; n++)
        print_rows(&g->study, &g->study.runs[n], g->texts[n].csv, n == 0, out);
}

static enum lb_status make_json(const struct grid *g, char **out, struct lb_error *err)
{
    const struct lb_study *s = &g->study;
    struct lb_json w = lb_json_begin("sluice.compare-grid/1");
    lb_json_text(&w, "setup", s->request->run.setup->name);
    lb_json_item(&w, "axes", cJSON_CreateStringArray(s->axes, (int)s->axis_count));
    lb_json_text(&w, "folder", s->folder);
    struct lb_json points = lb_json_list(&w, "points");
    for (size_t n = 0; n < g->done; n++) {
        struct lb_json point = lb_json_object(&points, NULL);
        struct lb_json at = lb_json_object(&point, "at");
        for (size_t i = 0; i < s->axis_count; i++)
            lb_json_text(&at, s->axes[i], s->runs[n].words[i]);
        lb_json_text(&point, "folder", s->runs[n].name);
        lb_json_item(&point, "comparison", cJSON_CreateRaw(g->texts[n].json));
    }
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}

static void print_sentences(const struct grid *g)
{
    for (size_t n = 0; n < g->done; n++) {
        char label[LB_STUDY_LABEL_SIZE];
        lb_grid_label(&g->study, &g->study.runs[n], label);
        fprintf(g->out, "%s: %s\n", label, g->texts[n].sentence);
    }
}

static enum lb_status report(const struct grid *g, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const enum lb_output_form form = g->study.request->run.reporting.form;
    char *csv = NULL, *json = NULL;
    if (g->done == 0) return LB_STATUS_OK;
    LB_TRY(lb_study_print(print_csv, g, &csv, err));
    LB_TRY(make_json(g, &json, err));
    LB_TRY(lb_study_write(&g->study, "compare.csv", csv, err));
    LB_TRY(lb_study_write(&g->study, "compare.json", json, err));
    if (form == LB_OUTPUT_JSON)
        fputs(json, g->out);
    else if (form == LB_OUTPUT_CSV)
        fputs(csv, g->out);
    else
        print_sentences(g);
    LB_TRY(lb_stream_flush(g->out, err));
cleanup:
    free(csv);
    free(json);
    return st;
}

/* --- points ----------------------------------------------------------------------------------- */

/* Whether the point's folder has a comparison to go on with. */
static enum lb_status look_for(const char *folder, bool *goes_on, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    *goes_on = false;
    if (access(folder, F_OK) != 0) return LB_STATUS_OK;
    LB_OK(lb_path_join(folder, "study.json", path, sizeof path, err));
    *goes_on = access(path, F_OK) == 0;
    return *goes_on ? LB_STATUS_OK : lb_study_set_aside(folder, err);
}

static enum lb_status compare_point(struct grid *g, size_t n, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_study *s = &g->study;
    struct lb_study_run *r = &s->runs[n];
    struct lb_study_request request = *s->request;
    struct lb_study_case point = {0};
    char label[LB_STUDY_LABEL_SIZE];
    const struct lb_reporting *reporting = &request.run.reporting;
    const bool has_tables = reporting->form == LB_OUTPUT_TEXT && !reporting->quiet;
    LB_TRY(lb_study_open(s, r, &point, err));
    request.run.values = point.values;
    request.run.lattice = r->lattice;
    request.run.collision = r->collision;
    request.run.streaming = r->streaming;
    request.run.output = point.folder;
    request.list_count = 0;
    request.lattice_count = request.collision_count = request.streaming_count = 1;
    request.lattices[0] = r->lattice;
    request.collisions[0] = r->collision;
    request.streamings[0] = r->streaming;
    request.goes_on = false;
    if (s->goes_on) LB_TRY(look_for(point.folder, &request.goes_on, err));
    lb_grid_label(s, r, label);
    if (has_tables) fprintf(g->out, "%s%s\n", n > 0 ? "\n" : "", label);
    st = lb_compare_once(&request, has_tables ? g->out : NULL, &g->texts[n], err);
    if (has_tables) fputc('\n', g->out);
    if (g->texts[n].json != NULL) g->done = n + 1;
cleanup:
    lb_study_close(&point);
    return st;
}

/* A format that cannot be named at one point ends none of the others; the first such says how all ends. */
static enum lb_status compare_points(struct grid *g, struct lb_error *err)
{
    struct lb_study *s = &g->study;
    enum lb_status result = LB_STATUS_OK;
    LB_OK(lb_signals_watch(err));
    for (size_t n = 0; n < s->count && s->signal == 0; n++) {
        struct lb_error own = {0};
        char label[LB_STUDY_LABEL_SIZE];
        const enum lb_status st = compare_point(g, n, &own);
        s->signal = lb_signals_received();
        if (st == LB_STATUS_OK || lb_status_is_stop(st)) continue;
        lb_grid_label(s, &s->runs[n], label);
        if (result == LB_STATUS_OK) result = lb_fail(err, st, "%s: %s", label, own.text);
        if (st != LB_STATUS_VERDICT && st != LB_STATUS_DIVERGED) break;
    }
    lb_signals_unwatch();
    return result;
}

static enum lb_status compare_grid(struct grid *g, const struct lb_study_request *request,
                                   struct lb_error *err)
{
    struct lb_study *s = &g->study;
    struct lb_error second = {0};
    LB_NEED(request->mode == LB_STUDY_ALONE, LB_STATUS_USAGE,
            "a comparison at each point of lists is made by one process; plan one comparison for "
            "each point");
    LB_OK(lb_grid_plan(s, request, false, err));
    g->texts = calloc(s->count, sizeof *g->texts);
    LB_NEED(g->texts != NULL, LB_STATUS_FAILED, "no memory for %zu comparisons", s->count);
    LB_OK(lb_grid_check_cases(s, err));
    lb_grid_tell(s, "comparisons");
    LB_OK(lb_study_enter_folder(s, "compare", err));
    lb_signals_remove_if_empty(s->folder);
    const enum lb_status st = compare_points(g, err);
    lb_signals_forget_folder();
    LB_OK(report(g, st == LB_STATUS_OK ? err : &second));
    if (s->signal != 0) {
        *err = (struct lb_error){0};
        return lb_study_fail_stopped(s, err);
    }
    return st;
}

enum lb_status lb_compare_grid(const struct lb_study_request *request, FILE *out,
                               struct lb_error *err)
{
    struct grid g = {.study = {.is_over_formats = true, .lock = -1}, .out = out};
    const enum lb_status st = compare_grid(&g, request, err);
    lb_study_leave_folder(&g.study, st);
    for (size_t n = 0; g.texts != NULL && n < g.study.count; n++) {
        free(g.texts[n].csv);
        free(g.texts[n].json);
    }
    free(g.texts);
    lb_study_free(&g.study);
    return st;
}
