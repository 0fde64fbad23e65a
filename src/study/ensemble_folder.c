/* ensemble_folder.c - the folder of an ensemble: a new one, or one to go on in.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "study/ensemble_internal.h"
#include "case/lookup.h"
#include "io/json.h"

/* --- the folder ------------------------------------------------------------------------------- */

static bool has_format(const struct lb_ensemble *e, const struct lb_precision *p)
{
    for (size_t n = 0; n < e->format_count; n++)
        if (lb_precision_is_same(&e->precisions[n], p)) return true;
    return false;
}

static void put_format(struct lb_ensemble *e, const struct lb_precision *p)
{
    e->precisions[e->format_count] = *p;
    lb_precision_name(p, e->formats[e->format_count++], LB_PRECISION_NAME_SIZE);
}

/* Those of the ensemble that is there, then those that are new. */
static enum lb_status join_formats(struct lb_ensemble *e, const cJSON *there, struct lb_error *err)
{
    const struct lb_study_request *asked = e->study.request;
    const cJSON *item;
    e->format_count = 0;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(there, "formats"))
    {
        struct lb_precision p;
        const char *name = cJSON_GetStringValue(item);
        if (name == NULL || e->format_count == LB_ENSEMBLE_FORMATS ||
            lb_lookup_precision(name, "there", &p, NULL) != LB_STATUS_OK)
            return lb_fail(err, LB_STATUS_FAILED, "the formats in '%s/ensemble.json' are not clear",
                           e->study.folder);
        p.rounding = asked->formats[0].rounding; /* one for all, a part of the case */
        put_format(e, &p);
    }
    for (size_t n = 0; n < asked->format_count; n++) {
        if (has_format(e, &asked->formats[n])) continue;
        if (e->format_count == LB_ENSEMBLE_FORMATS)
            return lb_fail(err, LB_STATUS_USAGE, "more than %d formats with those of '%s'",
                           (int)LB_ENSEMBLE_FORMATS, e->study.folder);
        put_format(e, &asked->formats[n]);
    }
    return LB_STATUS_OK;
}

static enum lb_status take_up(struct lb_ensemble *e, const cJSON *there, struct lb_error *err)
{
    char difference[256];
    const cJSON *identity = cJSON_GetObjectItemCaseSensitive(there, "case");
    const double runs = lb_json_number_of(there, "runs_wanted");
    LB_NEED(strcmp(lb_json_text_of(there, "schema"), "sluice.ensemble/1") == 0, LB_STATUS_USAGE,
            "'%s/ensemble.json' is not an ensemble's", e->study.folder);
    if (!cJSON_Compare(identity, e->identity, 1)) {
        lb_study_describe_other(identity, e->identity, difference, sizeof difference);
        LB_NEED(false, LB_STATUS_USAGE,
                "the ensemble in '%s' is of another case: %s; give the same parameters to go on "
                "with it, or another folder",
                e->study.folder, difference);
    }
    LB_NEED((double)e->wanted >= runs, LB_STATUS_USAGE,
            "runs=%llu: the ensemble in '%s' was started with runs=%.0f, and it does not get "
            "smaller; runs=%.0f or more goes on with it, and -o with another folder starts one "
            "with fewer",
            (unsigned long long)e->wanted, e->study.folder, runs, runs);
    return join_formats(e, there, err);
}

enum lb_status lb_ensemble_open_folder(struct lb_ensemble *e, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const char *wanted = e->study.request->run.output;
    char path[LB_PATH_SIZE];
    cJSON *there = NULL;
    struct stat status;
    if (wanted == NULL || stat(wanted, &status) != 0) {
        LB_TRY(lb_study_create_folder(&e->study, "ensemble", err));
        e->is_new = true;
        LB_TRY(lb_study_lock(&e->study, err));
        goto cleanup;
    }
    LB_REQUIRE(strlen(wanted) < sizeof e->study.folder, LB_STATUS_USAGE,
               "the output folder's path is too long");
    snprintf(e->study.folder, sizeof e->study.folder, "%s", wanted);
    LB_TRY(lb_study_lock(&e->study, err));
    LB_REQUIRE(e->study.request->mode != LB_STUDY_PLAN, LB_STATUS_USAGE,
               "--plan: '%s' exists already; `sluice work %s` makes what is missing in it", wanted,
               wanted);
    LB_TRY(lb_path_join(e->study.folder, "ensemble.json", path, sizeof path, err));
    LB_TRY(lb_json_read(path, &there, NULL, err));
    LB_REQUIRE(there != NULL, LB_STATUS_USAGE,
               "'%s' exists already and holds no ensemble to go on with", e->study.folder);
    LB_TRY(take_up(e, there, err));
    e->study.goes_on = true;
cleanup:
    cJSON_Delete(there);
    return st;
}

void lb_ensemble_close_folder(struct lb_ensemble *e, enum lb_status st)
{
    char path[LB_PATH_SIZE];
    /* Where nothing came of it, it is no use to anyone. */
    if (e->is_new && lb_ensemble_finished(e) == 0 && lb_study_is_unused(&e->study) &&
        lb_path_join(e->study.folder, "ensemble.json", path, sizeof path, NULL) == LB_STATUS_OK)
        unlink(path);
    lb_study_leave_folder(&e->study, st);
}

/* --- the runs --------------------------------------------------------------------------------- */

enum lb_status lb_ensemble_list_runs(struct lb_ensemble *e, struct lb_error *err)
{
    const size_t count = (size_t)e->wanted * e->format_count;
    e->runs = calloc(count, sizeof *e->runs);
    LB_NEED(e->runs != NULL, LB_STATUS_FAILED, "no memory for the runs");
    LB_OK(lb_study_plan(&e->study, e->study.request, count, err));
    for (size_t n = 0; n < count; n++) {
        struct lb_study_run *r = &e->study.runs[n];
        const size_t format = e->runs[n].format = n % e->format_count;
        r->seed = e->seed + n / e->format_count;
        r->precision = e->precisions[format];
        snprintf(r->name, sizeof r->name, "seed-%llu-%.31s", (unsigned long long)r->seed,
                 e->formats[format]);
        for (char *c = r->name; *c != '\0'; c++)
            if (*c == '/') *c = '-';
        LB_OK(lb_ensemble_look_at(e, n, err));
        if (e->runs[n].json != NULL) r->state = LB_STUDY_SKIPPED; /* it is there already */
    }
    return LB_STATUS_OK;
}

enum lb_status lb_ensemble_look_at(struct lb_ensemble *e, size_t n, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_study_run *r = &e->study.runs[n];
    char folder[LB_PATH_SIZE], path[LB_PATH_SIZE];
    cJSON *json = NULL;
    LB_TRY(lb_path_join(e->study.folder, r->name, folder, sizeof folder, err));
    LB_TRY(lb_path_join(folder, "run.json", path, sizeof path, err));
    LB_TRY(lb_json_read(path, &json, NULL, err));
    if (json == NULL) goto cleanup;
    const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(json, "parameters");
    const char *format = e->formats[e->runs[n].format];
    LB_REQUIRE(strcmp(lb_json_text_of(json, "precision"), format) == 0 &&
                   lb_json_number_of(parameters, "seed") == (double)r->seed,
               LB_STATUS_FAILED, "'%s' holds a run of another format or seed", folder);
    if (lb_study_has_ended(json)) {
        e->runs[n].json = json;
        json = NULL;
    }
cleanup:
    if (st != LB_STATUS_OK) lb_ensemble_note_damage(e, n, err);
    cJSON_Delete(json);
    return st;
}

void lb_ensemble_note_damage(const struct lb_ensemble *e, size_t n, struct lb_error *err)
{
    lb_error_note(err, "Rename or remove %s/%s, and the same command does that run anew.",
                  e->study.folder, e->study.runs[n].name);
}
