/* run_json.c - a run as one JSON object (schema sluice.run/1); NaN and infinities become null.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <string.h>

#include "base/version.h"
#include "cl/device.h"
#include "run/choice.h"
#include "run/run_state.h"

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
    w->ok = cJSON_AddNumberToObject(w->object, key, value) != NULL && w->ok;
}

static void add_bool(struct writer *w, const char *key, bool value)
{
    w->ok = cJSON_AddBoolToObject(w->object, key, value) != NULL && w->ok;
}

static void add_null(struct writer *w, const char *key)
{
    w->ok = cJSON_AddNullToObject(w->object, key) != NULL && w->ok;
}

static struct writer add_object(struct writer *w, const char *key)
{
    struct writer inner = {cJSON_AddObjectToObject(w->object, key), true};
    inner.ok = w->ok = inner.object != NULL && w->ok;
    return inner;
}

static void add_item(struct writer *w, const char *key, cJSON *item)
{
    w->ok = item != NULL && w->ok;
    if (!cJSON_AddItemToObject(w->object, key, item)) {
        cJSON_Delete(item);
        w->ok = false;
    }
}

static void merge(struct writer *w, const struct writer *inner)
{
    w->ok = inner->ok && w->ok;
}

struct parameter_writer {
    struct writer w;
    const struct lb_values *values;
};

static void add_parameter(const struct lb_parameter *p, const char *text, void *context)
{
    struct parameter_writer *pw = context;
    uint32_t size[3] = {0};
    if (text[0] == '\0') return;
    if (p->kind != LB_PARAMETER_SIZE) {
        add_number(&pw->w, p->name, lb_values_number(pw->values, p->name));
        return;
    }
    int count = lb_values_size(pw->values, p->name, size);
    double numbers[3] = {size[0], size[1], size[2]};
    add_item(&pw->w, p->name, cJSON_CreateDoubleArray(numbers, count));
}

static void add_case(struct writer *w, const struct lb_run *run)
{
    const struct lb_case *c = &run->c;
    char precision[32];
    double size[3] = {c->size[0], c->size[1], c->size[2]};
    lb_case_precision_name(c, precision, sizeof precision);
    add_text(w, "setup", c->name);
    add_text(w, "version", LB_VERSION);
    add_text(w, "commit", LB_COMMIT);
    add_text(w, "lattice", c->lattice->name);
    add_text(w, "collision", c->collision->name);
    add_text(w, "precision", precision);
    add_bool(w, "shift", c->shift);
    add_text(w, "streaming", lb_streaming_name(c->streaming));
    add_number(w, "lanes", run->solver == NULL ? c->lanes : lb_solver_lanes(run->solver));
    add_item(w, "size", cJSON_CreateDoubleArray(size, 3));
    add_number(w, "cells", (double)lb_case_cell_count(c));
    add_number(w, "viscosity", c->viscosity);
    add_number(w, "tau", lb_case_relaxation_time(c));
    add_number(w, "omega", 1.0 / lb_case_relaxation_time(c));
    add_item(w, "force", cJSON_CreateDoubleArray(c->force, 3));
    add_number(w, "bytes_per_cell", lb_case_bytes_per_cell(c));
    add_number(w, "bytes_per_update", lb_case_bytes_per_update(c));
    struct parameter_writer pw = {add_object(w, "parameters"), run->values};
    if (pw.w.ok) lb_values_visit(run->values, add_parameter, &pw);
    merge(w, &pw.w);
}

static void add_device(struct writer *w, const struct lb_run *run)
{
    const struct lb_device_info *info = lb_device_get_info(run->device);
    struct writer device = add_object(w, "device");
    if (!device.ok) return;
    add_text(&device, "platform", info->platform);
    add_text(&device, "name", info->name);
    add_text(&device, "driver", info->driver);
    add_text(&device, "type", lb_device_type_name(info->type));
    merge(w, &device);
}

static void add_speed(struct writer *w, const struct lb_run *run)
{
    struct lb_speed_summary speed = lb_speed_summarise(&run->speed);
    struct writer mlups = add_object(w, "mlups");
    if (!mlups.ok) return;
    add_number(&mlups, "median", speed.median);
    add_number(&mlups, "min", speed.least);
    add_number(&mlups, "max", speed.most);
    merge(w, &mlups);
}

static void add_results(struct writer *w, const struct lb_run *run)
{
    struct writer results = add_object(w, "results");
    if (!results.ok) return;
    for (int i = 0; i < run->result_count; i++)
        add_number(&results, run->results[i].name, run->results[i].value);
    merge(w, &results);
}

static cJSON *verdict_item(const struct lb_run_check *check)
{
    struct writer verdict = {cJSON_CreateObject(), true};
    if (verdict.object == NULL) return NULL;
    add_text(&verdict, "name", check->name);
    add_number(&verdict, "measured", check->measured);
    add_number(&verdict, "expected", check->expected);
    add_number(&verdict, "tolerance", check->tolerance);
    add_bool(&verdict, "pass", check->pass);
    if (verdict.ok) return verdict.object;
    cJSON_Delete(verdict.object);
    return NULL;
}

static void add_verdicts(struct writer *w, const struct lb_run *run)
{
    const struct lb_run_check *worst = lb_run_worst_verdict(run);
    if (worst == NULL) {
        add_null(w, "verdict");
        return;
    }
    add_item(w, "verdict", verdict_item(worst));
    if (run->verdict_count < 2) return;
    cJSON *all = cJSON_AddArrayToObject(w->object, "verdicts");
    w->ok = all != NULL && w->ok;
    for (int i = 0; w->ok && i < run->verdict_count; i++)
        w->ok = cJSON_AddItemToArray(all, verdict_item(&run->verdicts[i])) != 0;
}

static void add_files(struct writer *w, const struct lb_run *run)
{
    cJSON *files = cJSON_AddArrayToObject(w->object, "files");
    w->ok = files != NULL && w->ok;
    for (size_t i = 0; w->ok && i < run->file_count; i++)
        w->ok = cJSON_AddItemToArray(files, cJSON_CreateString(run->files[i])) != 0;
}

static enum lb_status print(struct writer *w, char **out, struct lb_error *err)
{
    *out = w->ok ? cJSON_Print(w->object) : NULL;
    cJSON_Delete(w->object);
    if (*out == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON of the run");
    /* the closing line break: cJSON leaves none */
    size_t length = strlen(*out);
    char *longer = cJSON_malloc(length + 2);
    if (longer == NULL) {
        cJSON_free(*out);
        *out = NULL;
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON of the run");
    }
    memcpy(longer, *out, length);
    memcpy(longer + length, "\n", 2);
    cJSON_free(*out);
    *out = longer;
    return LB_STATUS_OK;
}

enum lb_status lb_run_case_json(const struct lb_run *run, char **out, struct lb_error *err)
{
    struct writer w = {cJSON_CreateObject(), true};
    if (w.object == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON of the case");
    add_text(&w, "schema", "sluice.case/1");
    add_case(&w, run);
    add_number(&w, "steps", (double)run->plan.steps);
    add_number(&w, "bytes_needed",
               lb_case_bytes_per_cell(&run->c) * (double)lb_case_cell_count(&run->c));
    return print(&w, out, err);
}

enum lb_status lb_run_json(const struct lb_run *run, char **out, struct lb_error *err)
{
    struct writer w = {cJSON_CreateObject(), true};
    if (w.object == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON of the run");
    add_text(&w, "schema", "sluice.run/1");
    add_case(&w, run);
    add_device(&w, run);
    add_text(&w, "status", lb_run_end_name(run->end));
    add_bool(&w, "diverged", run->end == LB_RUN_DIVERGED);
    if (run->failure[0] != '\0') add_text(&w, "message", run->failure);
    add_number(&w, "steps", (double)lb_run_step(run));
    add_number(&w, "steps_planned", (double)run->plan.steps);
    add_number(&w, "time_s", run->seconds);
    add_speed(&w, run);
    add_number(&w, "device_bytes", (double)lb_solver_device_bytes(run->solver));
    add_results(&w, run);
    add_verdicts(&w, run);
    add_text(&w, "folder", run->folder);
    add_files(&w, run);
    return print(&w, out, err);
}
