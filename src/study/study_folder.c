/* study_folder.c - the folder of a study: its plan, and what is there of one that was stopped.
 * SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/version.h"
#include "case/lookup.h"
#include "io/json.h"
#include "parameters/case_file_write.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "study/study.h"

enum { LIST_SIZE = LB_STUDY_FORMATS * LB_PRECISION_NAME_SIZE };
static const char plan_name[] = "study.json", case_name[] = "case.ini";

/* --- JSON that is there ----------------------------------------------------------------------- */

static void print_value(const cJSON *value, char *out, size_t size)
{
    char *text = value == NULL ? NULL : cJSON_PrintUnformatted(value);
    snprintf(out, size, "%.60s", text == NULL ? "nothing" : text);
    cJSON_free(text);
}

/* The first key, in either, of another value; false where there is none. */
static bool describe_difference(const cJSON *there, const cJSON *here, char *out, size_t size)
{
    const cJSON *item, *both[2] = {there, here};
    for (int side = 0; side < 2; side++)
        cJSON_ArrayForEach(item, both[side])
        {
            const cJSON *a = cJSON_GetObjectItemCaseSensitive(there, item->string);
            const cJSON *b = cJSON_GetObjectItemCaseSensitive(here, item->string);
            char old[64], new[64];
            if (cJSON_Compare(a, b, 1)) continue;
            print_value(a, old, sizeof old);
            print_value(b, new, sizeof new);
            snprintf(out, size, "%s is %s there and %s here", item->string, old, new);
            return true;
        }
    return false;
}

/* What the user gave comes before what follows from it. */
void lb_study_describe_other(const cJSON *there, const cJSON *here, char *out, size_t size)
{
    const cJSON *old = cJSON_GetObjectItemCaseSensitive(there, "parameters");
    const cJSON *new = cJSON_GetObjectItemCaseSensitive(here, "parameters");
    if (describe_difference(old, new, out, size)) return;
    if (!describe_difference(there, here, out, size)) snprintf(out, size, "they differ");
}

/* --- the plan --------------------------------------------------------------------------------- */

static const char *join(const char *const *names, size_t count, char *out, size_t size)
{
    size_t used = 0;
    for (size_t n = 0; n < count && used < size; n++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", n > 0 ? "," : "", names[n]);
    return out;
}

/* Each once: a comparison may have one rounded in several ways. */
static void list_formats(const struct lb_study_request *request, char out[LIST_SIZE])
{
    const struct lb_precision *f = request->formats;
    char name[LB_PRECISION_NAME_SIZE];
    size_t used = 0;
    out[0] = '\0';
    for (size_t n = 0; n < request->format_count; n++) {
        bool is_known = false;
        lb_precision_name(&f[n], name, sizeof name);
        for (size_t m = 0; m < n && !is_known; m++)
            is_known = f[m].storage == f[n].storage && f[m].arithmetic == f[n].arithmetic;
        if (!is_known)
            used +=
                (size_t)snprintf(out + used, LIST_SIZE - used, "%s%s", used > 0 ? "," : "", name);
    }
}

/* As the command line had them. */
static void add_lists(struct lb_json *w, const struct lb_study_request *request)
{
    char text[LB_STUDY_WORD_SIZE * (LB_STUDY_VALUES + 2)];
    if (request->list_count == 0) return;
    struct lb_json lists = lb_json_list(w, "lists");
    for (size_t i = 0; i < request->list_count; i++) {
        snprintf(text, sizeof text, "%s=%s", request->lists[i].key, request->lists[i].text);
        lb_json_item(&lists, NULL, cJSON_CreateString(text));
    }
}

/* Lists of methods; one alone is in the case file. */
static void add_methods(struct lb_json *w, const struct lb_study_request *request)
{
    const char *names[LB_STUDY_METHODS];
    char text[LB_STUDY_METHODS * LB_STUDY_WORD_SIZE];
    for (size_t n = 0; n < request->lattice_count; n++)
        names[n] = request->lattices[n]->name;
    if (request->lattice_count > 1)
        lb_json_text(w, "lattice", join(names, request->lattice_count, text, sizeof text));
    for (size_t n = 0; n < request->collision_count; n++)
        names[n] = request->collisions[n]->name;
    if (request->collision_count > 1)
        lb_json_text(w, "collision", join(names, request->collision_count, text, sizeof text));
    for (size_t n = 0; n < request->streaming_count; n++)
        names[n] = lb_streaming_name(request->streamings[n]);
    if (request->streaming_count > 1)
        lb_json_text(w, "streaming", join(names, request->streaming_count, text, sizeof text));
}

static enum lb_status make_plan(const struct lb_study *s, const struct lb_run *run, char **out,
                                struct lb_error *err)
{
    const struct lb_study_request *request = s->request;
    const bool has_both = request->shift_count > 1;
    char formats[LIST_SIZE];
    struct lb_json w = lb_json_begin("sluice.study/1");
    list_formats(request, formats);
    lb_json_text(&w, "version", LB_VERSION);
    lb_json_text(&w, "name", request->name);
    lb_json_text(&w, "command", s->is_over_formats ? "compare" : "run");
    lb_json_text(&w, "precision", formats);
    lb_json_text(&w, "rounding", request->rounding);
    lb_json_text(&w, "shift", has_both ? "both" : request->run.shift ? "on" : "off");
    lb_json_number(&w, "tolerance", request->tolerance);
    lb_json_number(&w, "error_bars", request->error_bars);
    add_lists(&w, request);
    add_methods(&w, request);
    lb_json_item(&w, "case", lb_run_identity(run));
    struct lb_json runs = lb_json_list(&w, "runs");
    for (size_t n = 0; n < s->count; n++)
        lb_json_text(&runs, NULL, s->runs[n].name);
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}

/* The files that the case names may change while its runs are made. */
enum lb_status lb_study_write_plan(struct lb_study *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_study_case first = {0};
    struct lb_values *values = NULL;
    char path[LB_PATH_SIZE], *text = NULL;
    LB_TRY(lb_study_open_first(s, &first, err));
    LB_TRY(lb_path_join(s->folder, case_name, path, sizeof path, err));
    LB_TRY(make_plan(s, first.run, &text, err));
    LB_TRY(lb_inputs_read(s->request->run.values, false, &s->inputs, err));
    LB_TRY(lb_inputs_copy(&s->inputs, s->folder, err));
    LB_TRY(lb_inputs_respell(&s->inputs, s->request->run.values, "", &values, err));
    LB_TRY(lb_case_file_write(path, "what the runs of a study have in common",
                              lb_run_case(first.run), &s->request->run.layout, values, err));
    LB_TRY(lb_study_write(s, plan_name, text, err));
cleanup:
    free(text);
    lb_values_destroy(values);
    lb_study_close(&first);
    return st;
}

/* Its files may be another program's or version's by now. */
static enum lb_status check_plan(const struct lb_study *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_study_case first = {0};
    char path[LB_PATH_SIZE], difference[256];
    cJSON *there = NULL, *here = NULL;
    LB_TRY(lb_path_join(s->folder, plan_name, path, sizeof path, err));
    LB_TRY(lb_json_read(path, &there, NULL, err));
    LB_TRY(lb_study_open_first(s, &first, err));
    here = lb_run_identity(first.run);
    LB_REQUIRE(here != NULL, LB_STATUS_FAILED, "no memory for the JSON of the study");
    const cJSON *identity = cJSON_GetObjectItemCaseSensitive(there, "case");
    if (!cJSON_Compare(identity, here, 1)) {
        lb_study_describe_other(identity, here, difference, sizeof difference);
        st = lb_fail(err, LB_STATUS_USAGE, "the study in '%s' is of another case: %s", s->folder,
                     difference);
    }
cleanup:
    cJSON_Delete(there);
    cJSON_Delete(here);
    lb_study_close(&first);
    return st;
}

/* --- the folder ------------------------------------------------------------------------------- */

enum lb_status lb_study_create_folder(struct lb_study *s, const char *stem, struct lb_error *err)
{
    char name[LB_RUN_NAME_SIZE + 16];
    snprintf(name, sizeof name, "%s-%s", s->request->run.setup->name, stem);
    LB_OK(lb_peers_agree(
        lb_ranks(),
        lb_folder_create(s->request->run.output, name, s->folder, sizeof s->folder, err), err));
    lb_peers_give(lb_ranks(), s->folder, sizeof s->folder);
    return LB_STATUS_OK;
}

enum lb_status lb_study_enter_folder(struct lb_study *s, const char *stem, struct lb_error *err)
{
    if (!s->request->goes_on) {
        LB_OK(lb_study_create_folder(s, stem, err));
        LB_OK(lb_study_lock(s, err));
        return lb_study_write_plan(s, err);
    }
    const int length = snprintf(s->folder, sizeof s->folder, "%s", s->request->run.output);
    LB_NEED(length >= 0 && (size_t)length < sizeof s->folder, LB_STATUS_USAGE,
            "the output folder's path is too long");
    LB_OK(lb_study_lock(s, err));
    s->goes_on = true;
    return check_plan(s, err);
}

/* A study that is told may be under way; one that was shared once stays so. */
enum lb_status lb_study_lock(struct lb_study *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const enum lb_study_mode mode = s->request->mode;
    char claims[LB_PATH_SIZE];
    LB_OK(lb_path_join(s->folder, "claims", claims, sizeof claims, err));
    s->is_shared = mode == LB_STUDY_WORK || (mode == LB_STUDY_ALONE && access(claims, F_OK) == 0);
    lb_peers_give(lb_ranks(), &s->is_shared, sizeof s->is_shared);
    s->is_read_only = s->is_shared || mode == LB_STUDY_TELL;
    if (mode != LB_STUDY_TELL) st = lb_folder_lock_as(s->folder, s->is_shared, &s->lock, err);
    return lb_peers_agree(lb_ranks(), st, err);
}

/* Whether tables were written already; a plan without them is no use to anyone. */
static bool has_tables(const char *path)
{
    static const char *const plans[] = {".", "..", plan_name, case_name, "inputs", "ensemble.json"};
    const struct dirent *entry;
    bool has_others = false;
    DIR *folder = opendir(path);
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        bool is_plan = false;
        for (size_t n = 0; n < sizeof plans / sizeof plans[0] && !is_plan; n++)
            is_plan = strcmp(entry->d_name, plans[n]) == 0;
        has_others = has_others || !is_plan;
    }
    if (folder != NULL) closedir(folder);
    return has_others;
}

bool lb_study_is_unused(const struct lb_study *s)
{
    char path[LB_PATH_SIZE];
    bool is_unused = !s->goes_on && s->folder[0] != '\0' && s->count > 0 && !has_tables(s->folder);
    for (size_t n = 0; n < s->count && is_unused; n++)
        is_unused =
            lb_path_join(s->folder, s->runs[n].name, path, sizeof path, NULL) == LB_STATUS_OK &&
            access(path, F_OK) != 0;
    return is_unused;
}

void lb_study_leave_folder(struct lb_study *s, enum lb_status st)
{
    static const char *const names[] = {plan_name, case_name};
    char path[LB_PATH_SIZE];
    if (lb_study_is_unused(s)) {
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
            if (lb_path_join(s->folder, names[n], path, sizeof path, NULL) == LB_STATUS_OK)
                unlink(path);
        lb_inputs_remove(&s->inputs, s->folder);
        rmdir(s->folder);
    }
    const bool is_told = st == LB_STATUS_OK || st == LB_STATUS_VERDICT || st == LB_STATUS_DIVERGED;
    (void)lb_claim_end(s->tables, is_told ? LB_CLAIM_DONE : LB_CLAIM_RELEASED, NULL, NULL);
    lb_folder_unlock(s->lock);
    s->tables = NULL;
    s->lock = -1;
}

/* --- a run that was begun --------------------------------------------------------------------- */

static void read_results(const cJSON *json, struct lb_run_outcome *out)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "results"))
    {
        if (out->result_count == LB_RUN_MAX_RESULTS) break;
        struct lb_run_value *r = &out->results[out->result_count++];
        snprintf(r->name, sizeof r->name, "%s", item->string);
        r->value = cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
    }
}

/* "not judged" is neither true nor false. */
static void read_verdict(const cJSON *json, struct lb_run_outcome *out)
{
    const cJSON *verdict = cJSON_GetObjectItemCaseSensitive(json, "verdict");
    const cJSON *pass = cJSON_GetObjectItemCaseSensitive(verdict, "pass");
    out->has_verdict = cJSON_IsBool(pass);
    if (!out->has_verdict) return;
    snprintf(out->verdict.name, sizeof out->verdict.name, "%s", lb_json_text_of(verdict, "name"));
    out->verdict.measured = lb_json_number_of(verdict, "measured");
    out->verdict.expected = lb_json_number_of(verdict, "expected");
    out->verdict.tolerance = lb_json_number_of(verdict, "tolerance");
    out->verdict.at_least = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(verdict, "at_least"));
    out->verdict.at_most = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(verdict, "at_most"));
    out->verdict.pass = cJSON_IsTrue(pass);
}

static enum lb_status read_curve(const cJSON *json, struct lb_run_outcome *out,
                                 struct lb_error *err)
{
    const cJSON *item, *curve = cJSON_GetObjectItemCaseSensitive(json, "curve");
    const int count = cJSON_GetArraySize(curve);
    if (count == 0) return LB_STATUS_OK;
    out->curve = calloc((size_t)count, sizeof *out->curve);
    LB_NEED(out->curve != NULL, LB_STATUS_FAILED, "no memory for a curve of %d numbers", count);
    cJSON_ArrayForEach(item, curve)
    {
        out->curve[out->curve_count++] = cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
    }
    return LB_STATUS_OK;
}

static uint64_t count_of(const cJSON *json, const char *key)
{
    const double number = lb_json_number_of(json, key);
    return number >= 0.0 && number < 1e18 ? (uint64_t)number : 0;
}

/* As lb_run_take_outcome() had it. */
static enum lb_status read_outcome(const cJSON *json, struct lb_study_run *r, struct lb_error *err)
{
    struct lb_run_outcome *o = &r->outcome;
    const bool has_diverged = strcmp(lb_json_text_of(json, "status"), "diverged") == 0;
    lb_run_outcome_free(o);
    o->end = has_diverged ? LB_RUN_DIVERGED : LB_RUN_DONE;
    snprintf(o->failure, sizeof o->failure, "%s", lb_json_text_of(json, "message"));
    read_results(json, o);
    read_verdict(json, o);
    o->format_is_coarse = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "format_is_coarse"));
    o->steps = count_of(json, "steps");
    o->steps_planned = count_of(json, "steps_planned");
    o->device_bytes = count_of(json, "device_bytes");
    o->mlups = lb_json_number_of(cJSON_GetObjectItemCaseSensitive(json, "mlups"), "median");
    o->bytes_per_cell = lb_json_number_of(json, "bytes_per_cell");
    LB_OK(read_curve(json, o, err));
    r->state = LB_STUDY_RAN;
    r->status = has_diverged                         ? LB_STATUS_DIVERGED
                : o->has_verdict && !o->verdict.pass ? LB_STATUS_VERDICT
                                                     : LB_STATUS_OK;
    if (r->status == LB_STATUS_VERDICT)
        snprintf(r->why, sizeof r->why, "the verdict failed: %s", o->verdict.name);
    else
        snprintf(r->why, sizeof r->why, "%s", o->failure);
    return LB_STATUS_OK;
}

bool lb_study_has_ended(const cJSON *json)
{
    const char *status = lb_json_text_of(json, "status");
    return strcmp(status, "done") == 0 || strcmp(status, "diverged") == 0;
}

/* A folder's name says less than what is in it. */
static enum lb_status check_values(const struct lb_study *s, const struct lb_study_run *r,
                                   const cJSON *json, const char *path, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_values *own = NULL;
    const cJSON *there = cJSON_GetObjectItemCaseSensitive(json, "parameters");
    LB_TRY(lb_values_copy(s->request->run.values, &own, err));
    for (size_t i = 0; i < s->request->list_count && s->axis_count > 0; i++) {
        const char *key = s->request->lists[i].key;
        LB_TRY(lb_values_set(own, key, r->words[i], "the study", err));
        const double value = lb_json_number_of(there, key);
        LB_REQUIRE(fabs(value - lb_values_number(own, key)) <= 1e-12 * fabs(value),
                   LB_STATUS_FAILED, "'%s' is of a run with %s = %g, and belongs to %s = %s", path,
                   key, value, key, r->words[i]);
    }
    LB_REQUIRE(strcmp(lb_json_text_of(json, "lattice"), r->lattice->name) == 0 &&
                   strcmp(lb_json_text_of(json, "collision"), r->collision->name) == 0,
               LB_STATUS_FAILED, "'%s' is of a run with %s and %s, and belongs to %s and %s", path,
               lb_json_text_of(json, "lattice"), lb_json_text_of(json, "collision"),
               r->lattice->name, r->collision->name);
cleanup:
    lb_values_destroy(own);
    return st;
}

static enum lb_status no_room(const char *path, struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_FAILED, "no memory for '%s'", path);
}

/* All ranks read what the first one finds, which another process may be about to replace. */
static enum lb_status read_for_all(const char *path, cJSON **json, char **text,
                                   struct lb_error *err)
{
    const bool is_first = lb_peers_is_first(lb_ranks());
    uint64_t size = 0;
    LB_OK(lb_peers_agree(lb_ranks(), is_first ? lb_json_read(path, json, text, err) : LB_STATUS_OK,
                         err));
    if (*text != NULL) size = strlen(*text) + 1;
    lb_peers_give(lb_ranks(), &size, sizeof size);
    if (size == 0 || lb_peers_count(lb_ranks()) == 1) return LB_STATUS_OK;
    if (!is_first) *text = malloc(size);
    const bool has_room = *text != NULL;
    LB_OK(lb_peers_agree(lb_ranks(), has_room ? LB_STATUS_OK : no_room(path, err), err));
    lb_peers_give(lb_ranks(), *text, size);
    if (!is_first) *json = cJSON_Parse(*text);
    return lb_peers_agree(lb_ranks(), *json != NULL ? LB_STATUS_OK : no_room(path, err), err);
}

/* Where it came to its end. */
static enum lb_status take_what_ended(const struct lb_study *s, const char *folder,
                                      struct lb_study_run *r, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE], name[LB_PRECISION_NAME_SIZE];
    cJSON *json = NULL;
    char *text = NULL;
    LB_TRY(lb_path_join(folder, "run.json", path, sizeof path, err));
    LB_TRY(read_for_all(path, &json, &text, err));
    if (!lb_study_has_ended(json)) goto cleanup;
    lb_precision_name(&r->precision, name, sizeof name);
    LB_REQUIRE(strcmp(lb_json_text_of(json, "precision"), name) == 0, LB_STATUS_FAILED,
               "'%s' is of a run in another format than %s", path, name);
    LB_TRY(check_values(s, r, json, path, err));
    LB_TRY(read_outcome(json, r, err));
    r->outcome.json = text;
    text = NULL;
cleanup:
    cJSON_Delete(json);
    free(text);
    return st;
}

enum lb_status lb_study_set_aside(const char *from, struct lb_error *err)
{
    char to[LB_PATH_SIZE];
    if (rmdir(from) == 0) return LB_STATUS_OK; /* nothing was begun in it */
    LB_OK(lb_path_set_aside(from, "stopped", to, err));
    fprintf(stderr,
            "sluice: note: %s was not finished and saved nothing to go on from; it is kept as "
            "%s and done anew\n",
            from, to);
    return LB_STATUS_OK;
}

static enum lb_status note_damage(const char *folder, enum lb_status st, struct lb_error *err)
{
    if (st != LB_STATUS_OK)
        lb_error_note(err, "Rename or remove %s, and that run is done anew.", folder);
    return st;
}

enum lb_status lb_study_take_ended(const struct lb_study *s, struct lb_study_run *r,
                                   struct lb_error *err)
{
    char folder[LB_PATH_SIZE];
    LB_OK(lb_path_join(s->folder, r->name, folder, sizeof folder, err));
    return note_damage(folder, take_what_ended(s, folder, r, err), err);
}

/* By the first rank. */
static enum lb_status find_archive(const char *folder, int *lock, bool *has_none,
                                   struct lb_error *err)
{
    struct lb_archive *archive = NULL;
    struct lb_error own = {0};
    LB_OK(lb_folder_lock(folder, lock, err));
    const enum lb_status st = lb_archive_open(folder, &archive, &own);
    lb_archive_close(archive);
    *has_none = st == LB_STATUS_USAGE;
    if (*has_none) return lb_study_set_aside(folder, err);
    if (st != LB_STATUS_OK) *err = own;
    return st;
}

enum lb_status lb_study_look_at_run(const struct lb_study *s, struct lb_study_run *r, int *lock,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char folder[LB_PATH_SIZE];
    const bool is_first = lb_peers_is_first(lb_ranks());
    LB_OK(lb_path_join(s->folder, r->name, folder, sizeof folder, err));
    LB_OK(lb_study_take_ended(s, r, err));
    bool has_none = r->state == LB_STUDY_RAN || access(folder, F_OK) != 0;
    lb_peers_give(lb_ranks(), &has_none, sizeof has_none);
    if (has_none) return LB_STATUS_OK;
    if (is_first) st = find_archive(folder, lock, &has_none, err);
    LB_OK(note_damage(folder, lb_peers_agree(lb_ranks(), st, err), err));
    lb_peers_give(lb_ranks(), &has_none, sizeof has_none);
    if (has_none) return LB_STATUS_OK;
    st = lb_peers_agree(lb_ranks(), lb_archive_open(folder, &r->archive, err), err);
    return note_damage(folder, st, err);
}
