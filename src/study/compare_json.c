/* compare_json.c - a comparison as one JSON object (schema sluice.compare/1) with each run's own
 * inside.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "study/compare_internal.h"
#include "io/json_writer.h"
#include "opencl/device_json.h"

/* Value, deviation and, where there is an exact value, error of every key result. */
static void add_results(struct lb_json *w, const struct lb_comparison *c,
                        const struct lb_compare_row *row)
{
    struct lb_json results = {cJSON_AddObjectToObject(w->object, "results"), true};
    struct lb_json deviations = {cJSON_AddObjectToObject(w->object, "deviations"), true};
    struct lb_json errors = {cJSON_AddObjectToObject(w->object, "errors"), true};
    if (results.object == NULL || deviations.object == NULL || errors.object == NULL) {
        w->ok = false;
        return;
    }
    for (int i = 0; i < c->key_count; i++) {
        const struct lb_key_result *key = &c->setup->key_results[i];
        lb_json_number(&results, key->name, row->values[i]);
        lb_json_number(&deviations, key->name, row->deviations[i]);
        if (key->exact != NULL) lb_json_number(&errors, key->name, lb_compare_error(row, i));
    }
    if (c->setup->curve.name != NULL) {
        char name[LB_RUN_NAME_SIZE];
        snprintf(name, sizeof name, "%s_rms_vs_fp64", c->setup->curve.name);
        lb_json_number(&results, name, row->curve_deviation.rms);
        snprintf(name, sizeof name, "%s_max_vs_fp64", c->setup->curve.name);
        lb_json_number(&results, name, row->curve_deviation.max);
    }
    if (c->setup->phase.time != NULL)
        lb_json_number(&results, "phase_shift_vs_fp64", row->phase_shift);
    w->ok = results.ok && deviations.ok && errors.ok && w->ok;
}

static cJSON *row_item(const struct lb_comparison *c, const struct lb_compare_row *row)
{
    struct lb_json w = {cJSON_CreateObject(), true};
    if (w.object == NULL) return NULL;
    const bool ran = row->run->state == LB_STUDY_RAN;
    lb_json_text(&w, "precision", row->precision);
    lb_json_text(&w, "rounding", lb_precision_rounding(&row->run->precision)->name);
    lb_json_bool(&w, "shift", row->run->shift);
    lb_json_text(&w, "status",
                 ran ? lb_run_end_name(row->run->outcome.end) : lb_compare_outcome(row));
    if (lb_compare_note(row)[0] != '\0') lb_json_text(&w, "message", lb_compare_note(row));
    lb_json_text(&w, "verdict", lb_compare_outcome(row));
    if (ran) {
        add_results(&w, c, row);
        lb_json_number(&w, "deviation", row->deviation);
        lb_json_number(&w, "mlups", row->run->outcome.mlups);
        lb_json_number(&w, "bytes_per_cell", row->run->outcome.bytes_per_cell);
        lb_json_number(&w, "device_bytes", (double)row->run->outcome.device_bytes);
        lb_json_text(&w, "folder", row->run->name);
    }
    if (row->run->outcome.json != NULL)
        lb_json_item(&w, "run", cJSON_Parse(row->run->outcome.json));
    if (w.ok) return w.object;
    cJSON_Delete(w.object);
    return NULL;
}

static void add_row_name(struct lb_json *w, const char *key, const struct lb_comparison *c, int n)
{
    if (n < 0) {
        w->ok = cJSON_AddNullToObject(w->object, key) != NULL && w->ok;
        return;
    }
    struct lb_json row = {cJSON_AddObjectToObject(w->object, key), true};
    if (row.object == NULL) {
        w->ok = false;
        return;
    }
    lb_json_text(&row, "precision", c->rows[n].precision);
    lb_json_text(&row, "rounding", lb_precision_rounding(&c->rows[n].run->precision)->name);
    lb_json_bool(&row, "shift", c->rows[n].run->shift);
    w->ok = row.ok && w->ok;
}

static void add_comparison(struct lb_json *w, const struct lb_comparison *c)
{
    const double size[3] = {c->size[0], c->size[1], c->size[2]};
    lb_json_text(w, "schema", "sluice.compare/1");
    lb_json_text(w, "setup", c->setup->name);
    lb_json_text(w, "version", LB_VERSION);
    lb_json_device(w, &c->device);
    lb_json_text(w, "lattice", c->study.request->run.lattice->name);
    lb_json_text(w, "collision", c->study.request->run.collision->name);
    lb_json_item(w, "size", cJSON_CreateDoubleArray(size, 3));
    lb_json_number(w, "tolerance", c->study.request->tolerance);
    add_row_name(w, "reference", c, c->reference);
    add_row_name(w, "choice", c, c->choice);
    lb_json_text(w, "sentence", c->sentence);
    lb_json_bool(w, "stopped_by_signal", c->study.signal != 0);
    lb_json_text(w, "folder", c->study.folder);
    cJSON *runs = cJSON_AddArrayToObject(w->object, "runs");
    w->ok = runs != NULL && w->ok;
    for (size_t i = 0; w->ok && i < c->study.count; i++) {
        cJSON *item = row_item(c, &c->rows[i]);
        w->ok = item != NULL && cJSON_AddItemToArray(runs, item);
    }
}

enum lb_status lb_compare_json(const struct lb_comparison *c, char **out, struct lb_error *err)
{
    struct lb_json w = {cJSON_CreateObject(), true};
    if (w.object != NULL) add_comparison(&w, c);
    const enum lb_status st = lb_study_json(w.object, w.ok, out, err);
    if (st != LB_STATUS_OK) return st;
    const size_t length = strlen(*out);
    char *longer = realloc(*out, length + 2);
    if (longer == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON of the runs");
    memcpy(longer + length, "\n", 2); /* cJSON leaves no line break */
    *out = longer;
    return LB_STATUS_OK;
}
