/* run_json.c - a run as one JSON object (schema sluice.run/1); NaN and infinities become null.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "base/version.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "case/lookup.h"
#include "io/json.h"
#include "run/run.h"
#include "layout/ledger.h"
#include "run/run_internal.h"
#include "solver/collective.h"

/* All of a case, or what is the same for all runs of one case. */
enum detail { WHOLE, IDENTITY };

struct parameter_writer {
    struct lb_json w;
    const struct lb_run *run;
    enum detail detail;
};

/* Those that say how a run is made and what it writes do not. */
static bool belongs_to_case(const struct lb_parameter *p, const struct lb_values *values)
{
    const bool is_of_run = strcmp(p->name, "runs") == 0 || strcmp(p->name, "max-wall") == 0;
    if (is_of_run || lb_output_is_beside_case(p->name)) return false;
    /* a count that has no default reads as 0 where it is not given */
    return p->kind != LB_PARAMETER_COUNT || p->value != NULL ||
           lb_values_count(values, p->name) > 0;
}

/* Files as the user named them; for the identity, wherever they are. */
static void add_text(struct parameter_writer *pw, const struct lb_parameter *p, const char *text)
{
    char words[2 * LB_INPUT_PATH_SIZE];
    const bool is_identity = pw->detail == IDENTITY;
    const bool has_files =
        lb_parameter_has_files(p) &&
        lb_inputs_spell(&pw->run->inputs, text, is_identity ? LB_INPUT_COPY : LB_INPUT_ORIGINAL, "",
                        words, sizeof words, NULL) == LB_STATUS_OK;
    lb_json_text(&pw->w, p->name, has_files ? words : text);
}

static void add_parameter(const struct lb_parameter *p, const char *text, void *context)
{
    struct parameter_writer *pw = context;
    const struct lb_values *values = pw->run->values;
    uint32_t size[3] = {0};
    if (text[0] == '\0') return;
    if (pw->detail == IDENTITY && !belongs_to_case(p, values)) return;
    if (lb_parameter_is_text(p)) {
        add_text(pw, p, text);
        return;
    }
    if (p->kind != LB_PARAMETER_SIZE) {
        lb_json_number(&pw->w, p->name, lb_values_number(values, p->name));
        return;
    }
    int count = lb_values_size(values, p->name, size);
    double numbers[3] = {size[0], size[1], size[2]};
    lb_json_item(&pw->w, p->name, cJSON_CreateDoubleArray(numbers, count));
}

static void add_layout(struct lb_json *w, const struct lb_run *run)
{
    if (run->solver == NULL) {
        lb_json_number(w, "lanes", run->request.layout.lanes);
        return;
    }
    lb_json_number(w, "lanes", lb_solver_lanes(run->solver));
    lb_json_number(w, "arithmetic_lanes", lb_solver_arithmetic_lanes(run->solver));
    lb_json_number(w, "work_group", lb_solver_group(run->solver));
    if (lb_solver_registers(run->solver) > 0)
        lb_json_number(w, "registers", lb_solver_registers(run->solver));
    lb_json_text(w, "layout_by", lb_tune_origin_name(run->tuning.origin));
    lb_json_text(w, "layout_because", run->tuning.why);
}

static void add_methods(struct lb_json *w, const struct lb_run *run, enum detail detail)
{
    const struct lb_case *c = &run->c;
    char precision[LB_PRECISION_NAME_SIZE];
    lb_case_precision_name(c, precision, sizeof precision);
    lb_json_text(w, "setup", c->name);
    if (detail == WHOLE) lb_json_text(w, "version", LB_VERSION);
    if (detail == WHOLE) lb_json_text(w, "commit", LB_COMMIT);
    lb_json_text(w, "lattice", c->lattice->name);
    lb_json_text(w, "collision", c->collision->name);
    if (detail == WHOLE) lb_json_text(w, "precision", precision);
    /* what all runs of an ensemble share is what was asked for, also where a format needs none */
    const bool is_asked = detail != WHOLE && c->rounding != NULL;
    lb_json_text(w, "rounding", is_asked ? c->rounding->name : lb_case_rounding(c)->name);
    lb_json_bool(w, "shift", c->shift);
    lb_json_text(w, "streaming", lb_streaming_name(c->streaming));
    if (detail == WHOLE) add_layout(w, run);
}

static void add_case(struct lb_json *w, const struct lb_run *run, enum detail detail)
{
    const struct lb_case *c = &run->c;
    double size[3] = {c->size[0], c->size[1], c->size[2]};
    add_methods(w, run, detail);
    lb_json_item(w, "size", cJSON_CreateDoubleArray(size, 3));
    lb_json_number(w, "cells", (double)lb_case_cell_count(c));
    lb_json_number(w, "viscosity", c->viscosity);
    lb_json_number(w, "tau", lb_case_relaxation_time(c));
    lb_json_number(w, "omega", 1.0 / lb_case_relaxation_time(c));
    lb_json_item(w, "force", cJSON_CreateDoubleArray(c->force, 3));
    if (detail == WHOLE)
        lb_json_text(w, "observed", c->shows_mean ? "mean of the last two steps" : "one step");
    if (c->surface.exists) lb_json_number(w, "surface_tension", c->surface.tension);
    if (detail == WHOLE) lb_json_number(w, "bytes_per_cell", lb_run_bytes_per_cell(run));
    if (detail == WHOLE) lb_json_number(w, "bytes_per_update", lb_case_bytes_per_update(c));
    lb_inputs_print(&run->inputs, w, detail == IDENTITY);
    struct parameter_writer pw = {lb_json_object(w, "parameters"), run, detail};
    lb_values_visit(run->values, add_parameter, &pw);
}

static void add_speed(struct lb_json *w, const struct lb_run *run)
{
    struct lb_speed_summary speed = lb_speed_summarise(&run->speed);
    struct lb_json mlups = lb_json_object(w, "mlups");
    lb_json_number(&mlups, "median", speed.median);
    lb_json_number(&mlups, "min", speed.min);
    lb_json_number(&mlups, "max", speed.max);
    lb_json_number(&mlups, "from_step", (double)run->speed_from);
}

static void add_results(struct lb_json *w, const struct lb_run *run)
{
    struct lb_json results = lb_json_object(w, "results");
    for (int i = 0; i < run->found.result_count; i++)
        lb_json_exact(&results, run->found.results[i].name, run->found.results[i].value);
    struct lb_json units = lb_json_object(w, "units");
    for (int i = 0; i < run->found.result_count; i++)
        lb_json_text(&units, run->found.results[i].name, run->found.results[i].unit);
}

/* What a comparison that goes on has to know of the run. */
static void add_curve(struct lb_json *w, const struct lb_run *run)
{
    if (run->found.curve == NULL) return;
    struct lb_json curve = lb_json_list(w, "curve");
    for (size_t n = 0; n < run->found.curve_count; n++)
        lb_json_exact(&curve, NULL, run->found.curve[n]);
}

/* Shares that are not known are null. */
static void add_uncertainty(struct lb_json *w, const struct lb_run *run)
{
    if (run->request.twins == NULL) return;
    struct lb_json all = lb_json_object(w, "uncertainty");
    for (int n = 0; n < run->found.bar_count; n++) {
        const struct lb_error_bar *bar = &run->found.bars[n];
        struct lb_json one = lb_json_object(&all, bar->name);
        lb_json_exact(&one, "value", bar->value);
        lb_json_exact(&one, "half_width", bar->half_width);
        for (int k = 0; k < LB_SHARES; k++)
            lb_json_number(&one, lb_error_share_names[k], bar->share[k]);
        lb_json_number(&one, "order", bar->order);
        lb_json_bool(&one, "converges", bar->is_even);
        lb_json_item(&one, "grids", cJSON_CreateDoubleArray(bar->grids, bar->grid_count));
    }
}

/* `key` NULL: into a list.  A check that passed in a flow that cannot be judged is not valid. */
static void add_verdict(struct lb_json *w, const char *key, const struct lb_run_check *check,
                        bool is_valid)
{
    struct lb_json verdict = lb_json_object(w, key);
    lb_json_text(&verdict, "name", check->name);
    lb_json_number(&verdict, "measured", check->measured);
    lb_json_number(&verdict, "expected", check->expected);
    lb_json_number(&verdict, "tolerance", check->tolerance);
    if (check->at_least) lb_json_bool(&verdict, "at_least", true);
    if (check->at_most) lb_json_bool(&verdict, "at_most", true);
    if (check->is_by_bar) lb_json_bool(&verdict, "by_error_bar", true);
    if (is_valid)
        lb_json_bool(&verdict, "pass", check->pass);
    else
        lb_json_null(&verdict, "pass");
}

static void add_comparisons(struct lb_json *w, const struct lb_run *run)
{
    if (run->found.comparison_count == 0) return;
    struct lb_json all = lb_json_list(w, "comparisons");
    for (int i = 0; i < run->found.comparison_count; i++) {
        const struct lb_run_check *check = &run->found.comparisons[i];
        struct lb_json one = lb_json_object(&all, NULL);
        lb_json_text(&one, "name", check->name);
        lb_json_number(&one, "measured", check->measured);
        lb_json_number(&one, "expected", check->expected);
        lb_json_number(&one, "tolerance", check->tolerance);
        lb_json_bool(&one, "within", check->pass);
    }
}

static void add_warnings(struct lb_json *w, const struct lb_run *run)
{
    struct lb_json all = lb_json_list(w, "warnings");
    for (int i = 0; i < run->found.warning_count; i++)
        lb_json_text(&all, NULL, run->found.warnings[i]);
}

static void add_not_judged(struct lb_json *w, const struct lb_run *run)
{
    if (run->found.not_judged_count == 0) return;
    struct lb_json all = lb_json_list(w, "not_judged");
    for (int i = 0; i < run->found.not_judged_count; i++)
        lb_json_text(&all, NULL, run->found.not_judged[i]);
}

static void add_verdicts(struct lb_json *w, const struct lb_run *run)
{
    const double none = (double)NAN;
    const struct lb_run_check not_judged = {
        .name = "not judged", .measured = none, .expected = none, .tolerance = none};
    const struct lb_run_check *worst = lb_run_worst_verdict(run);
    if (run->found.verdict_count == 0) {
        lb_json_null(w, "verdict");
        return;
    }
    add_verdict(w, "verdict", worst != NULL ? worst : &not_judged, worst != NULL);
    if (run->found.verdict_count < 2 && worst != NULL) return;
    struct lb_json all = lb_json_list(w, "verdicts");
    for (int i = 0; i < run->found.verdict_count; i++) {
        const struct lb_run_check *check = &run->found.verdicts[i];
        add_verdict(&all, NULL, check, !check->pass || lb_run_flow_is_in_bounds(run));
    }
}

static void add_files(struct lb_json *w, const struct lb_run *run)
{
    struct lb_json files = lb_json_list(w, "files");
    for (size_t i = 0; i < run->files.count; i++)
        lb_json_text(&files, NULL, run->files.names[i]);
}

bool lb_run_json_is_of_end(const cJSON *json)
{
    return strcmp(lb_json_text_of(json, "status"), lb_run_end_name(LB_RUN_DONE)) == 0 &&
           lb_json_number_of(json, "steps") > 0.0;
}

enum lb_status lb_run_case_json(const struct lb_run *run, char **out, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.case/1");
    add_case(&w, run, WHOLE);
    lb_json_number(&w, "steps", (double)run->plan.steps);
    add_warnings(&w, run);
    lb_json_number(&w, "bytes_needed", (double)lb_case_bytes(&run->c));
    if (lb_peers_count(lb_ranks()) > 1) {
        double exchange = 0.0;
        lb_json_number(&w, "part_bytes_needed", lb_run_subdomain_bytes(run, &exchange));
        lb_json_number(&w, "part_exchange_bytes", exchange);
    }
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}

cJSON *lb_run_identity(const struct lb_run *run)
{
    struct lb_json w = lb_json_begin(NULL);
    add_case(&w, run, IDENTITY);
    lb_json_number(&w, "steps", (double)run->plan.steps);
    return lb_json_take(&w);
}

static void add_rank(struct lb_json *list, int rank, const struct lb_run_rank *p)
{
    struct lb_json one = lb_json_object(list, NULL);
    const double origin[3] = {p->origin[0], p->origin[1], p->origin[2]};
    const double size[3] = {p->size[0], p->size[1], p->size[2]};
    lb_json_number(&one, "rank", rank);
    lb_json_text(&one, "node", p->node);
    lb_json_text(&one, "device", p->device);
    lb_json_text(&one, "driver", p->driver);
    lb_json_item(&one, "origin", cJSON_CreateDoubleArray(origin, 3));
    lb_json_item(&one, "size", cJSON_CreateDoubleArray(size, 3));
    lb_json_number(&one, "lanes", p->lanes);
    lb_json_number(&one, "device_bytes", (double)p->device_bytes);
    lb_json_number(&one, "sent_bytes_per_step", (double)p->sent_bytes);
    lb_json_number(&one, "exposed_ms_per_step", p->exposed_ms);
}

static void add_ranks(struct lb_json *w, const struct lb_run *run)
{
    double sent = 0.0;
    struct lb_json parts = lb_json_object(w, "parts");
    for (int n = 0; n < lb_peers_count(lb_ranks()); n++)
        sent += (double)run->ranks[n].sent_bytes;
    lb_json_number(&parts, "count", lb_peers_count(lb_ranks()));
    lb_json_item(&parts, "grid", cJSON_CreateIntArray(run->place.grid, 3));
    lb_json_text(&parts, "transport", "mpi");
    char library[64];
    lb_json_text(&parts, "library", lb_peers_library(library, sizeof library));
    if (run->solver != NULL)
        lb_json_text(&parts, "exchange_way", lb_solver_exchange_way(run->solver));
    lb_json_number(&parts, "sent_bytes_per_step", sent);
    lb_json_number(&parts, "exposed_ms_per_step", lb_run_exposed_ms(run));
    struct lb_json each = lb_json_list(&parts, "each");
    for (int n = 0; n < lb_peers_count(lb_ranks()); n++)
        add_rank(&each, n, &run->ranks[n]);
}

enum lb_status lb_run_json(const struct lb_run *run, char **out, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.run/1");
    add_case(&w, run, WHOLE);
    if (run->device != NULL) lb_json_device(&w, lb_device_get_info(run->device));
    lb_json_text(&w, "status", lb_run_end_name(run->ending.end));
    lb_json_bool(&w, "diverged", run->ending.end == LB_RUN_DIVERGED);
    if (run->ending.end == LB_RUN_DIVERGED)
        lb_json_number(&w, "diverged_step", (double)run->seen.diverged_step);
    if (run->ending.failure[0] != '\0') lb_json_text(&w, "message", run->ending.failure);
    if (run->plan.warning[0] != '\0') lb_json_text(&w, "warning", run->plan.warning);
    add_warnings(&w, run);
    if (run->found.format_is_coarse) lb_json_bool(&w, "format_is_coarse", true);
    lb_json_number(&w, "steps", (double)lb_run_step(run));
    lb_json_number(&w, "steps_planned", (double)run->plan.steps);
    lb_outputs_describe(&run->outputs, &w);
    lb_json_number(&w, "time_s", run->ending.seconds);
    add_speed(&w, run);
    if (run->solver != NULL) lb_json_number(&w, "device_bytes", (double)lb_run_device_bytes(run));
    if (run->ranks != NULL) add_ranks(&w, run);
    add_results(&w, run);
    add_uncertainty(&w, run);
    add_verdicts(&w, run);
    add_comparisons(&w, run);
    add_curve(&w, run);
    add_not_judged(&w, run);
    lb_json_text(&w, "folder", run->folder);
    add_files(&w, run);
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}
