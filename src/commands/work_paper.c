/* work_paper.c - the runs of `sluice reproduce --plan` as a study that several processes share; measurements and the
 * report are left to `sluice reproduce`.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "cli/read_study.h"
#include "commands/commands.h"
#include "io/file.h"
#include "io/json.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "study/study.h"

enum { MOST_VALUES = 64 };

struct paper {
    struct lb_study study;
    struct lb_study_request request;
    struct lb_asked *asked; /* of each run */
    size_t count;
};

/* As Python starts it (python/sluice_lbm/paper/runs.py). */
static enum lb_status read_run(const struct lb_options *o, const cJSON *json, struct lb_asked *out,
                               struct lb_error *err)
{
    const char *values[MOST_VALUES], *setup = lb_json_text_of(json, "setup");
    struct lb_options own = *o;
    char *rest = NULL,
         *texts = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "values"));
    LB_NEED(texts != NULL, LB_STATUS_FAILED, "'%s/plan.json': the run '%s' has no \"values\"",
            o->words[0], lb_json_text_of(json, "folder"));
    own.command = lb_options_command(LB_COMMAND_RUN);
    own.words = &setup;
    own.values = values;
    own.value_count = 0;
    const char *word = strtok_r(texts, " ", &rest);
    for (; word != NULL && own.value_count + o->value_count < MOST_VALUES;
         word = strtok_r(NULL, " ", &rest))
        values[own.value_count++] = word;
    LB_NEED(word == NULL && own.value_count + o->value_count <= MOST_VALUES, LB_STATUS_FAILED,
            "'%s/plan.json': the run '%s' has more than %d values, with those of the command",
            o->words[0], lb_json_text_of(json, "folder"), (int)MOST_VALUES);
    for (size_t n = 0; n < o->value_count; n++)
        values[own.value_count++] = o->values[n];
    own.precision = lb_json_text_of(json, "precision");
    own.rounding = "nearest";
    own.shift = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "shift")) ? 1 : 0;
    own.output = NULL;
    return lb_asked_read(&own, out, err);
}

static enum lb_status read_runs(struct paper *p, const struct lb_options *o, const cJSON *runs,
                                struct lb_error *err)
{
    struct lb_study *s = &p->study;
    const cJSON *json;
    const size_t count = (size_t)cJSON_GetArraySize(runs);
    p->asked = calloc(count + 1, sizeof *p->asked);
    LB_NEED(p->asked != NULL, LB_STATUS_FAILED, "no memory for %zu runs", count);
    cJSON_ArrayForEach(json, runs) LB_OK(read_run(o, json, &p->asked[p->count++], err));
    LB_NEED(count > 0, LB_STATUS_USAGE,
            "'%s' plans no run: its items are measured by `sluice reproduce`", s->folder);
    p->request.run = p->asked[0].study.run;
    LB_OK(lb_study_plan(s, &p->request, count, err));
    json = runs->child;
    for (size_t n = 0; n < count; n++, json = json->next) {
        struct lb_study_run *r = &s->runs[n];
        lb_study_run_take(r, &p->asked[n].study.run);
        r->own = &p->asked[n].study.run;
        r->may_fail = true;
        snprintf(r->name, sizeof r->name, "runs/%.200s", lb_json_text_of(json, "folder"));
    }
    return LB_STATUS_OK;
}

/* --- the device ----------------------------------------------------------------------------------- */

void lb_paper_device(const struct lb_device_info *info, char out[LB_PAPER_DEVICE_SIZE])
{
    snprintf(out, LB_PAPER_DEVICE_SIZE, "%s, %s, driver %s", info->platform, info->name,
             info->driver);
}

/* One report is of one kind of device, which the first process writes down; of two that begin at once with different
 * ones, `sluice reproduce` refuses the runs of one. */
static enum lb_status agree_on_device(const char *folder, const char *device, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE], *text = NULL;
    cJSON *plan = NULL, *own = NULL;
    LB_TRY(lb_path_join(folder, "plan.json", path, sizeof path, err));
    LB_TRY(lb_json_read(path, &plan, NULL, err)); /* anew: others may have written it */
    const char *there = lb_json_text_of(plan, "device");
    LB_REQUIRE(there[0] == '\0' || strcmp(there, device) == 0, LB_STATUS_USAGE,
               "'%s' is of the device '%s', and this is '%s'; take another folder", folder, there,
               device);
    if (there[0] != '\0') goto cleanup;
    own = cJSON_CreateString(device);
    if (cJSON_ReplaceItemInObjectCaseSensitive(plan, "device", own)) own = NULL;
    text = own == NULL ? cJSON_Print(plan) : NULL;
    LB_REQUIRE(text != NULL, LB_STATUS_FAILED, "cannot name the device in '%s'", path);
    LB_TRY(lb_text_write(path, text, err));
cleanup:
    cJSON_free(text);
    cJSON_Delete(own);
    cJSON_Delete(plan);
    return st;
}

/* A machine without the device would leave out all runs. */
static enum lb_status check_device(struct paper *p, struct lb_error *err)
{
    struct lb_device *device = NULL;
    char name[LB_PAPER_DEVICE_SIZE];
    if (p->request.mode != LB_STUDY_WORK) return LB_STATUS_OK;
    enum lb_status st = lb_device_open(p->request.run.device, &device, err);
    if (st == LB_STATUS_OK) lb_paper_device(lb_device_get_info(device), name);
    lb_device_close(device);
    if (st == LB_STATUS_OK && lb_peers_is_first(lb_ranks()))
        st = agree_on_device(p->study.folder, name, err);
    p->study.has_device = true;
    return lb_peers_agree(lb_ranks(), st, err);
}

static void tell_end(const struct lb_study *s)
{
    FILE *out = lb_study_words(s);
    size_t skipped = 0;
    for (size_t n = 0; n < s->count; n++)
        skipped += s->runs[n].state == LB_STUDY_SKIPPED ? 1 : 0;
    if (skipped == 0)
        fprintf(out, "all %zu runs are there", s->count);
    else
        fprintf(out, "%zu of %zu runs are there, and %zu left out", s->count - skipped, s->count,
                skipped);
    fprintf(out,
            "; `sluice reproduce ITEM ... -o %s` measures what is left and writes the report\n",
            s->folder);
}

static enum lb_status work(struct paper *p, const struct lb_options *o, const cJSON *plan,
                           struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_study *s = &p->study;
    char claims[LB_PATH_SIZE];
    LB_NEED(strcmp(lb_json_text_of(plan, "version"), LB_VERSION) == 0, LB_STATUS_USAGE,
            "'%s' was planned by sluice %s, and this is %s", o->words[0],
            lb_json_text_of(plan, "version"), LB_VERSION);
    LB_OK(lb_path_join(o->words[0], "", s->folder, sizeof s->folder, err));
    s->folder[strlen(s->folder) - 1] = '\0';
    LB_OK(read_runs(p, o, cJSON_GetObjectItemCaseSensitive(plan, "runs"), err));
    LB_OK(lb_study_lock(s, err));
    LB_OK(check_device(p, err));
    LB_OK(lb_path_join(s->folder, "claims/runs", claims, sizeof claims, err));
    if (s->is_shared) LB_OK(lb_folder_ensure(claims, err));
    st = lb_study_run_all(s, err);
    if (lb_study_concludes(s, &st, err) || (st == LB_STATUS_OK && lb_study_is_complete(s)))
        tell_end(s);
    return st;
}

enum lb_status lb_work_paper(const struct lb_options *o, const cJSON *plan, struct lb_error *err)
{
    struct paper p = {.study = {.lock = -1, .goes_on = true}};
    p.request.mode = (enum lb_study_mode)o->mode;
    enum lb_status st = lb_asked_read_task(o->task, &p.request, err);
    if (st == LB_STATUS_OK) st = work(&p, o, plan, err);
    lb_study_leave_folder(&p.study, st);
    lb_study_free(&p.study);
    for (size_t n = 0; n < p.count; n++)
        lb_asked_free(&p.asked[n]);
    free(p.asked);
    return st;
}
