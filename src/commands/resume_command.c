/* resume_command.c - `sluice resume`: a run goes on from its checkpoint, a study with its runs.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clean_text.h"
#include "base/version.h"
#include "checkpoint/archive.h"
#include "cli/read_study.h"
#include "commands/commands.h"
#include "io/file.h"
#include "io/json.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "run/run.h"
#include "study/study.h"

/* What may differ from the run that was saved: how far it goes, and when it saves. */
static const char *const may_change[] = {"steps", "max-wall", "checkpoint", NULL};

static bool can_change(const char *key)
{
    for (const char *const *name = may_change; *name != NULL; name++)
        if (strcmp(*name, key) == 0) return true;
    return false;
}

/* The runs of a study keep their steps. */
static enum lb_status check_values(const struct lb_options *o, bool is_study, struct lb_error *err)
{
    char key[64];
    const char *text;
    for (size_t i = 0; i < o->value_count; i++) {
        LB_OK(lb_options_split(o->values[i], key, sizeof key, &text, err));
        LB_NEED(can_change(key) && !(is_study && strcmp(key, "steps") == 0), LB_STATUS_USAGE,
                "%s: '%s': only %smax-wall and checkpoint can change; everything else, and what is "
                "written how often, stays as the %s began",
                o->command->name, o->values[i], is_study ? "" : "steps, ",
                is_study ? "study" : "run");
    }
    return LB_STATUS_OK;
}

struct comparison {
    const struct lb_values *here;
    const char *path;
    enum lb_status st;
    struct lb_error *err;
};

static void compare_value(const struct lb_parameter *p, const char *saved, void *context)
{
    struct comparison *c = context;
    const char *here = lb_values_text(c->here, p->name);
    const bool is_end = can_change(p->name) || strcmp(p->name, "stop.steps") == 0;
    if (c->st != LB_STATUS_OK || is_end || strcmp(here, saved) == 0) return;
    c->st = lb_fail(c->err, LB_STATUS_USAGE,
                    "'%s' says %s = %s, and the run was saved with %s = %s: only steps, max-wall "
                    "and checkpoint can change\n"
                    "with that value as it was, the run goes on; `sluice run -c %s` begins another",
                    c->path, p->name, here[0] != '\0' ? here : "nothing", p->name,
                    saved[0] != '\0' ? saved : "nothing", c->path);
}

/* The case file of the folder, which its user may have edited, against that of the checkpoint. */
static enum lb_status compare_cases(const struct lb_asked *here, const struct lb_asked *saved,
                                    const char *path, struct lb_error *err)
{
    const struct lb_run_request *a = &here->study.run, *b = &saved->study.run;
    struct comparison c = {here->values, path, LB_STATUS_OK, err};
    LB_NEED(a->setup == b->setup && a->lattice == b->lattice && a->collision == b->collision &&
                a->shift == b->shift,
            LB_STATUS_USAGE,
            "'%s' says %s, %s, %s, shift %s, and the run was saved with %s, %s, %s, shift %s", path,
            a->setup->name, a->lattice->name, a->collision->name, a->shift ? "on" : "off",
            b->setup->name, b->lattice->name, b->collision->name, b->shift ? "on" : "off");
    lb_values_visit(saved->values, compare_value, &c);
    return c.st;
}

/* The request of the case file in the checkpoint, or of the folder's where it has one, with what the command line
 * changes. */
static enum lb_status read_request(const struct lb_options *o, struct lb_archive *a,
                                   struct lb_asked *asked, bool *has_steps, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE], edited[LB_PATH_SIZE];
    struct lb_asked saved = {0};
    struct lb_options own = *o, bare;
    LB_TRY(lb_archive_file(a, "case.ini", err));
    LB_TRY(lb_archive_path(a, "case.ini", path, sizeof path, err));
    LB_TRY(lb_path_join(o->words[0], "case.ini", edited, sizeof edited, err));
    own.word_count = 0;
    own.output = o->words[0];
    bare = own;
    bare.case_file = path;
    bare.value_count = 0;
    own.case_file = access(edited, F_OK) == 0 ? edited : path;
    LB_TRY(lb_asked_read(&bare, &saved, err));
    LB_TRY(lb_asked_read(&own, asked, err));
    asked->study.run.archive = a;
    LB_REQUIRE(asked->kind == LB_STUDY_NONE, LB_STATUS_USAGE,
               "resume goes on with one run; '%s' is one of several", o->words[0]);
    LB_TRY(compare_cases(asked, &saved, own.case_file, err));
    *has_steps = lb_values_count(asked->values, "steps") != lb_values_count(saved.values, "steps");
cleanup:
    lb_asked_free(&saved);
    return st;
}

/* --- several runs ----------------------------------------------------------------------------- */

static const char *text_or_null(const cJSON *plan, const char *key)
{
    const char *text = lb_json_text_of(plan, key);
    return text[0] != '\0' ? text : NULL;
}

static enum lb_status check_schema(const char *folder, const cJSON *plan, struct lb_error *err)
{
    const char *schema = lb_json_text_of(plan, "schema");
    if (strcmp(schema, "sluice.study/1") == 0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED,
                   "'%s/study.json' is no plan: its schema is %.60s, not sluice.study/1", folder,
                   schema[0] != '\0' ? schema : "missing");
}

/* The command that began it, from its plan. */
static enum lb_status read_plan(const struct lb_options *o, cJSON *plan, const char *case_file,
                                struct lb_options *own, struct lb_error *err)
{
    cJSON *item;
    cJSON_ArrayForEach(item, plan) if (cJSON_IsString(item))
        lb_text_make_printable(item->valuestring);
    cJSON *lists = cJSON_GetObjectItemCaseSensitive(plan, "lists");
    cJSON_ArrayForEach(item, lists) if (cJSON_IsString(item))
        lb_text_make_printable(item->valuestring);
    const char *command = lb_json_text_of(plan, "command"), *shift = lb_json_text_of(plan, "shift");
    LB_OK(check_schema(o->words[0], plan, err));
    LB_NEED(o->precision == NULL && o->rounding == NULL, LB_STATUS_USAGE,
            "%s: the formats of '%s' are those that it was begun with", o->command->name,
            o->words[0]);
    LB_NEED(o->streaming == NULL || cJSON_GetObjectItemCaseSensitive(plan, "streaming") == NULL,
            LB_STATUS_USAGE, "%s: the streamings of '%s' are those that it was begun with",
            o->command->name, o->words[0]);
    *own = *o;
    own->goes_on = true;
    own->command =
        lb_options_command(strcmp(command, "compare") == 0 ? LB_COMMAND_COMPARE : LB_COMMAND_RUN);
    own->case_file = case_file;
    own->name = text_or_null(plan, "name");
    own->output = o->words[0];
    own->word_count = 0;
    own->precision = lb_json_text_of(plan, "precision");
    own->rounding = lb_json_text_of(plan, "rounding");
    const double error_bars = lb_json_number_of(plan, "error_bars"); /* older plans have none */
    own->error_bars = error_bars >= LB_ERROR_BARS_QUICK && error_bars <= LB_ERROR_BARS_STRICT
                          ? (int)error_bars
                          : 0;
    own->shift = strcmp(shift, "both") == 0 ? 2 : strcmp(shift, "on") == 0 ? 1 : 0;
    own->lattice = text_or_null(plan, "lattice");
    own->collision = text_or_null(plan, "collision");
    if (text_or_null(plan, "streaming") != NULL) own->streaming = text_or_null(plan, "streaming");
    cJSON_ArrayForEach(item, lists) if (cJSON_IsString(item)) own->values[own->value_count++] =
        item->valuestring;
    return LB_STATUS_OK;
}

static enum lb_status print_object(const char *folder, const cJSON *json, FILE *out,
                                   struct lb_error *err)
{
    char *text = cJSON_Print(json);
    LB_NEED(text != NULL, LB_STATUS_FAILED, "no memory for the JSON of '%s'", folder);
    fprintf(out, "%s\n", text);
    cJSON_free(text);
    return LB_STATUS_OK;
}

/* Whether the last of several processes has written the tables. */
static bool are_tables_written(const char *folder)
{
    char claims[LB_PATH_SIZE];
    struct lb_claim_view v = {0};
    struct lb_claim_clock clock = {0};
    return lb_path_join(folder, "claims", claims, sizeof claims, NULL) == LB_STATUS_OK &&
           lb_claim_look(claims, "tables", &clock, &v, NULL) == LB_STATUS_OK &&
           v.state == LB_CLAIM_DONE;
}

/* Whether a run of a comparison is there.  What was left out has no folder. */
static bool is_there(const char *folder, const cJSON *run)
{
    char of_run[LB_PATH_SIZE], path[LB_PATH_SIZE];
    const char *name = lb_json_text_of(run, "folder");
    return name[0] == '\0' ||
           (lb_path_join(folder, name, of_run, sizeof of_run, NULL) == LB_STATUS_OK &&
            lb_path_join(of_run, "run.json", path, sizeof path, NULL) == LB_STATUS_OK &&
            access(path, F_OK) == 0);
}

/* Whether all runs of a comparison are there, and what follows was told: all came to their ends, or nobody is to
 * make more of them.  NULL: there is no comparison. */
static bool is_told(const char *folder, const cJSON *comparison, bool is_final)
{
    const cJSON *run, *runs = cJSON_GetObjectItemCaseSensitive(comparison, "runs");
    cJSON_ArrayForEach(run, runs)
    {
        const bool is_done = strcmp(lb_json_text_of(run, "status"), "done") == 0;
        if (!(is_done || is_final) || !is_there(folder, run)) return false;
    }
    return cJSON_GetArraySize(runs) > 0 &&
           cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(comparison, "stopped_by_signal"));
}

static enum lb_status tell_again(const struct lb_options *o, const cJSON *comparison, FILE *out,
                                 struct lb_error *err)
{
    fprintf(stderr, "sluice: note: %s has ended; its table is %s/compare.csv\n", o->words[0],
            o->words[0]);
    if (o->json)
        LB_OK(print_object(o->words[0], comparison, out, err));
    else
        fprintf(out, "%s\n", lb_json_text_of(comparison, "sentence"));
    LB_NEED(!cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(comparison, "choice")),
            LB_STATUS_VERDICT, "no format can be named");
    return LB_STATUS_OK;
}

/* A comparison that has ended is told again, and nothing is measured anew: what it names stays the same. */
static enum lb_status look_for_told(const struct lb_options *o, const cJSON *plan, bool *has_ended,
                                    FILE *out, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    cJSON *comparison = NULL;
    if (strcmp(lb_json_text_of(plan, "command"), "compare") != 0) return LB_STATUS_OK;
    LB_OK(lb_path_join(o->words[0], "compare.json", path, sizeof path, err));
    (void)lb_json_read(path, &comparison, NULL, NULL);
    const bool is_final = o->mode != LB_STUDY_WORK && are_tables_written(o->words[0]);
    *has_ended = is_told(o->words[0], comparison, is_final);
    const enum lb_status st = *has_ended ? tell_again(o, comparison, out, err) : LB_STATUS_OK;
    cJSON_Delete(comparison);
    return st;
}

static enum lb_status resume_study(const struct lb_options *o, cJSON *plan, FILE *out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE], tolerance[40];
    struct lb_options own;
    const int lists = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(plan, "lists"));
    const char **values = calloc(o->value_count + (size_t)lists + 1, sizeof *values);
    LB_REQUIRE(values != NULL, LB_STATUS_FAILED, "no memory for the values of a study");
    LB_TRY(check_values(o, true, err));
    for (size_t i = 0; i < o->value_count; i++)
        values[i] = o->values[i];
    LB_TRY(lb_path_join(o->words[0], "case.ini", path, sizeof path, err));
    struct lb_options with_room = *o;
    with_room.values = values;
    LB_TRY(read_plan(&with_room, plan, path, &own, err));
    bool has_ended = false;
    LB_TRY(look_for_told(o, plan, &has_ended, out, err));
    if (has_ended) goto cleanup;
    snprintf(tolerance, sizeof tolerance, "%.17g", lb_json_number_of(plan, "tolerance"));
    own.tolerance = tolerance;
    st = own.command->id == LB_COMMAND_COMPARE ? lb_compare_command(&own, out, err)
                                               : lb_run_command(&own, out, err);
cleanup:
    free(values);
    return st;
}

/* NULL where the folder is that of one run. */
static enum lb_status find_plan(const char *folder, const char *name, cJSON **out,
                                struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_OK(lb_path_join(folder, name, path, sizeof path, err));
    return lb_json_read(path, out, NULL, err);
}

/* --- one run, or several ---------------------------------------------------------------------- */

/* The first rank ends a replacement that was killed; then the others find what is there. */
static enum lb_status open_archive(const char *folder, struct lb_archive **out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (lb_peers_is_first(lb_ranks())) st = lb_archive_open(folder, out, err);
    lb_peers_give(lb_ranks(), &(bool){true}, sizeof(bool)); /* it has */
    if (!lb_peers_is_first(lb_ranks())) st = lb_archive_open(folder, out, err);
    return lb_peers_agree(lb_ranks(), st, err);
}

/* Steps, or other methods, which need steps that are left. */
static bool asks_for_more(const struct lb_options *o, bool has_steps)
{
    for (size_t i = 0; i < o->value_count; i++)
        if (strncmp(o->values[i], "steps=", 6) == 0) return true;
    return has_steps || o->precision != NULL || o->rounding != NULL || o->streaming != NULL;
}

struct run_end {
    bool is_reached, has_failed;
    char verdict[LB_RUN_NAME_SIZE];
};

/* A run.json that cannot be read, NULL, tells of no end. */
static struct run_end read_end(const cJSON *json)
{
    const cJSON *verdict = cJSON_GetObjectItemCaseSensitive(json, "verdict");
    struct run_end end = {.is_reached = lb_run_json_is_of_end(json),
                          .has_failed =
                              cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(verdict, "pass"))};
    snprintf(end.verdict, sizeof end.verdict, "%s", lb_json_text_of(verdict, "name"));
    return end;
}

static enum lb_status tell_end(const struct lb_options *o, const cJSON *json, FILE *out,
                               struct lb_error *err)
{
    const double steps = lb_json_number_of(json, "steps");
    fprintf(stderr, "sluice: note: %s has ended at step %.0f%s\n", o->words[0], steps,
            steps < lb_json_number_of(json, "steps_planned") ? ", where its setup stopped it"
                                                             : "; a larger steps= goes further");
    return o->json ? print_object(o->words[0], json, out, err) : LB_STATUS_OK;
}

/* Where the run came to its end, and nothing is asked for: says so, and ends as the run did. */
static enum lb_status look_for_end(const struct lb_options *o, bool has_steps, bool *has_ended,
                                   FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE];
    struct run_end end = {0};
    if (asks_for_more(o, has_steps)) return LB_STATUS_OK;
    if (lb_peers_is_first(lb_ranks())) {
        cJSON *json = NULL;
        st = lb_path_join(o->words[0], "run.json", path, sizeof path, err);
        if (st == LB_STATUS_OK) (void)lb_json_read(path, &json, NULL, NULL);
        end = read_end(json);
        if (end.is_reached) st = tell_end(o, json, out, err);
        cJSON_Delete(json);
    }
    LB_OK(lb_peers_agree(lb_ranks(), st, err));
    lb_peers_give(lb_ranks(), &end, sizeof end);
    *has_ended = end.is_reached;
    LB_NEED(!end.is_reached || !end.has_failed, LB_STATUS_VERDICT, "the verdict failed: %s",
            end.verdict);
    return LB_STATUS_OK;
}

static enum lb_status resume_run(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_archive *archive = NULL;
    struct lb_asked asked = {0};
    char folder[LB_PATH_SIZE];
    int lock = -1;
    bool has_ended = false, has_steps = false;
    snprintf(folder, sizeof folder, "%s", o->words[0]);
    LB_TRY(check_values(o, false, err));
    LB_TRY(lb_peers_agree(lb_ranks(), lb_folder_lock(folder, &lock, err), err));
    LB_TRY(open_archive(folder, &archive, err));
    LB_TRY(lb_peers_agree(lb_ranks(), read_request(o, archive, &asked, &has_steps, err), err));
    LB_TRY(look_for_end(o, has_steps, &has_ended, out, err));
    if (!has_ended) st = lb_run_once(&asked.study.run, out, err);
cleanup:
    lb_asked_free(&asked);
    lb_archive_close(archive);
    lb_folder_unlock(lock);
    return st;
}

/* --- beside other processes ------------------------------------------------------------------- */

/* Its plan, of a version and command that processes may share. */
static enum lb_status check_shared(const struct lb_options *o, const cJSON *plan,
                                   struct lb_error *err)
{
    const char *version = lb_json_text_of(plan, "version");
    const bool is_comparison = strcmp(lb_json_text_of(plan, "command"), "compare") == 0;
    LB_NEED(
        plan != NULL, LB_STATUS_USAGE,
        "'%s' is no study: it has no study.json, which `sluice run SETUP key=LIST --plan -o DIR` "
        "writes",
        o->words[0]);
    LB_OK(check_schema(o->words[0], plan, err));
    LB_NEED(
        o->command->id != LB_COMMAND_WORK || strcmp(version, LB_VERSION) == 0, LB_STATUS_USAGE,
        "'%s' was planned by sluice %s, and this is %s: the runs of one table are of one version",
        o->words[0], version, LB_VERSION);
    LB_NEED(
        o->task == NULL || lb_json_number_of(plan, "error_bars") < LB_ERROR_BARS_QUICK,
        LB_STATUS_USAGE,
        "--task: error bars of '%s' need the results of all other runs; `sluice work %s` without "
        "it waits for none and leaves the last run to whoever comes last",
        o->words[0], o->words[0]);
    LB_NEED(!is_comparison || lb_peers_count(lb_ranks()) == 1, LB_STATUS_USAGE,
            "'%s' is a comparison, which measures the speed of one device; start it without mpirun "
            "and --devices",
            o->words[0]);
    return LB_STATUS_OK;
}

static enum lb_status share(const struct lb_options *o, enum lb_study_mode mode, FILE *out,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_options own = *o;
    cJSON *plan = NULL;
    LB_NEED(o->word_count == 1, LB_STATUS_USAGE, "%s: which study? Give the folder of its runs",
            o->command->name);
    own.mode = (int)mode;
    LB_TRY(find_plan(o->words[0], "study.json", &plan, err));
    if (plan == NULL) {
        LB_TRY(find_plan(o->words[0], "plan.json", &plan, err));
        if (plan != NULL) LB_TRY(check_values(o, true, err));
        st = plan != NULL ? lb_work_paper(&own, plan, err) : check_shared(o, plan, err);
        goto cleanup;
    }
    LB_TRY(check_shared(o, plan, err));
    st = resume_study(&own, plan, out, err);
cleanup:
    cJSON_Delete(plan);
    return st;
}

enum lb_status lb_study_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    return share(o, LB_STUDY_TELL, out, err);
}

/* What the runs came to is for `sluice study` to judge: this process has done what it was asked for. */
enum lb_status lb_work_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    const enum lb_status st = share(o, LB_STUDY_WORK, out, err);
    if (st != LB_STATUS_VERDICT && st != LB_STATUS_DIVERGED) return st;
    fprintf(stderr, "sluice: note: %s\n", err->text);
    *err = (struct lb_error){0};
    return LB_STATUS_OK;
}

enum lb_status lb_resume_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    cJSON *plan = NULL;
    LB_NEED(o->word_count == 1, LB_STATUS_USAGE,
            "resume: which run? Give the output folder of one that has a checkpoint");
    LB_OK(find_plan(o->words[0], "study.json", &plan, err));
    const enum lb_status st =
        plan != NULL ? resume_study(o, plan, out, err) : resume_run(o, out, err);
    cJSON_Delete(plan);
    return st;
}
