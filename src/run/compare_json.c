/* compare_json.c - a comparison as one JSON object (schema sluice.compare/1) with each run's own
 * inside.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "run/compare_state.h"

/* cJSON's adding functions return NULL without memory; `ok` collects that. */
struct writer {
    cJSON *object;
    bool ok;
};

static void add_text(struct writer *w, const char *key, const char *text)
{
    w->ok = cJSON_AddStringToObject(w->object, key, text) != NULL && w->ok;
}

static void add_number(struct writer *w, const char *key, double value)
{
    cJSON *item = isfinite(value) ? cJSON_AddNumberToObject(w->object, key, value)
                                  : cJSON_AddNullToObject(w->object, key);
    w->ok = item != NULL && w->ok;
}

static void add_bool(struct writer *w, const char *key, bool value)
{
    w->ok = cJSON_AddBoolToObject(w->object, key, value) != NULL && w->ok;
}

static void add_item(struct writer *w, const char *key, cJSON *item)
{
    if (item != NULL && cJSON_AddItemToObject(w->object, key, item)) return;
    cJSON_Delete(item);
    w->ok = false;
}

static void add_device(struct writer *w, const struct lb_device_info *info)
{
    struct writer device = {cJSON_AddObjectToObject(w->object, "device"), true};
    if (device.object == NULL) {
        w->ok = false;
        return;
    }
    add_text(&device, "platform", info->platform);
    add_text(&device, "name", info->name);
    add_text(&device, "driver", info->driver);
    add_text(&device, "type", lb_device_type_name(info->type));
    w->ok = device.ok && w->ok;
}

/* Value, deviation and, where there is an exact value, error of every key result. */
static void add_results(struct writer *w, const struct lb_comparison *c,
                        const struct lb_compare_row *row)
{
    struct writer results = {cJSON_AddObjectToObject(w->object, "results"), true};
    struct writer deviations = {cJSON_AddObjectToObject(w->object, "deviations"), true};
    struct writer errors = {cJSON_AddObjectToObject(w->object, "errors"), true};
    if (results.object == NULL || deviations.object == NULL || errors.object == NULL) {
        w->ok = false;
        return;
    }
    for (int i = 0; i < c->key_count; i++) {
        const struct lb_key_result *key = &c->setup->key_results[i];
        add_number(&results, key->name, row->values[i]);
        add_number(&deviations, key->name, row->deviations[i]);
        if (key->exact != NULL) add_number(&errors, key->name, lb_compare_error(row, i));
    }
    if (c->setup->phase.time != NULL) add_number(&results, "phase_shift_vs_fp64", row->phase_shift);
    w->ok = results.ok && deviations.ok && errors.ok && w->ok;
}

static cJSON *row_item(const struct lb_comparison *c, const struct lb_compare_row *row)
{
    struct writer w = {cJSON_CreateObject(), true};
    if (w.object == NULL) return NULL;
    const bool ran = row->state == LB_COMPARE_RAN;
    add_text(&w, "precision", row->precision);
    add_bool(&w, "shift", row->shift);
    add_text(&w, "status", ran ? lb_run_end_name(row->end) : lb_compare_outcome(row));
    if (row->note[0] != '\0') add_text(&w, "message", row->note);
    add_text(&w, "verdict", lb_compare_outcome(row));
    if (ran) {
        add_results(&w, c, row);
        add_number(&w, "deviation", row->deviation);
        add_number(&w, "mlups", row->mlups);
        add_number(&w, "bytes_per_cell", row->bytes_per_cell);
        add_number(&w, "device_bytes", (double)row->device_bytes);
        add_text(&w, "folder", row->folder);
    }
    if (row->json != NULL) add_item(&w, "run", cJSON_Parse(row->json));
    if (w.ok) return w.object;
    cJSON_Delete(w.object);
    return NULL;
}

static void add_row_name(struct writer *w, const char *key, const struct lb_comparison *c, int n)
{
    if (n < 0) {
        w->ok = cJSON_AddNullToObject(w->object, key) != NULL && w->ok;
        return;
    }
    struct writer row = {cJSON_AddObjectToObject(w->object, key), true};
    if (row.object == NULL) {
        w->ok = false;
        return;
    }
    add_text(&row, "precision", c->rows[n].precision);
    add_bool(&row, "shift", c->rows[n].shift);
    w->ok = row.ok && w->ok;
}

static void add_comparison(struct writer *w, const struct lb_comparison *c)
{
    const double size[3] = {c->size[0], c->size[1], c->size[2]};
    add_text(w, "schema", "sluice.compare/1");
    add_text(w, "setup", c->setup->name);
    add_text(w, "version", LB_VERSION);
    add_device(w, &c->device);
    add_text(w, "lattice", c->lattice->name);
    add_text(w, "collision", c->collision->name);
    add_item(w, "size", cJSON_CreateDoubleArray(size, 3));
    add_number(w, "tolerance", c->tolerance);
    add_row_name(w, "reference", c, c->reference);
    add_row_name(w, "choice", c, c->choice);
    add_text(w, "sentence", c->sentence);
    add_bool(w, "stopped_by_signal", c->signal != 0);
    add_text(w, "folder", c->folder);
    cJSON *runs = cJSON_AddArrayToObject(w->object, "runs");
    w->ok = runs != NULL && w->ok;
    for (size_t i = 0; w->ok && i < c->row_count; i++) {
        cJSON *item = row_item(c, &c->rows[i]);
        w->ok = item != NULL && cJSON_AddItemToArray(runs, item);
    }
}

enum lb_status lb_compare_json(const struct lb_comparison *c, char **out, struct lb_error *err)
{
    struct writer w = {cJSON_CreateObject(), true};
    if (w.object != NULL) add_comparison(&w, c);
    char *text = w.object != NULL && w.ok ? cJSON_Print(w.object) : NULL;
    cJSON_Delete(w.object);
    const size_t length = text == NULL ? 0 : strlen(text);
    *out = malloc(length + 2); /* with the closing line break: cJSON leaves none */
    if (text == NULL || *out == NULL) {
        cJSON_free(text);
        free(*out);
        *out = NULL;
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON of the comparison");
    }
    memcpy(*out, text, length);
    memcpy(*out + length, "\n", 2);
    cJSON_free(text);
    return LB_STATUS_OK;
}
