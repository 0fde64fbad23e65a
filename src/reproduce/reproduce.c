/* reproduce.c - from the words of the command to the report.
 * SPDX-License-Identifier: MIT */
#include "reproduce/reproduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/named_table.h"
#include "base/number_text.h"
#include "base/signals.h"
#include "base/stopwatch.h"
#include "base/suggest.h"
#include "base/version.h"
#include "io/json.h"
#include "reproduce/reproduce_internal.h"

/* --- what is asked -------------------------------------------------------------------------------- */

static enum lb_status add_item(struct lb_reproduce *r, const struct lb_paper_item *item,
                               struct lb_error *err)
{
    for (size_t n = 0; n < r->item_count; n++)
        if (r->items[n].item == item) return LB_STATUS_OK;
    struct lb_paper_result *grown = realloc(r->items, (r->item_count + 1) * sizeof *grown);
    if (grown == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the items");
    r->items = grown;
    r->items[r->item_count++] = (struct lb_paper_result){.item = item};
    return LB_STATUS_OK;
}

static enum lb_status find_item(struct lb_reproduce *r, const char *word, struct lb_error *err)
{
    const char *names[LB_MAX_NAMES + 1];
    size_t found;
    for (const struct lb_paper_item *const *i = lb_paper_items; *i != NULL; i++)
        if (strcmp((*i)->number, word) == 0) return add_item(r, *i, err);
    LB_LIST_NAMES(lb_paper_items, names);
    LB_OK(lb_suggest_find(word, names, "reproduce", "figure, table or item", &found, err));
    return add_item(r, lb_paper_items[found], err);
}

static enum lb_status add_all(struct lb_reproduce *r, struct lb_error *err)
{
    for (const struct lb_paper_item *const *i = lb_paper_items; *i != NULL; i++)
        LB_OK(add_item(r, *i, err));
    return LB_STATUS_OK;
}

static enum lb_status read_value(struct lb_reproduce *r, const char *pair, struct lb_error *err)
{
    static const struct {
        const char *key, *what;
        double least, most;
        bool is_whole;
    } known[] = {{"quick", "0 or 1", 0.0, 1.0, true},
                 {"max-wall", "time in seconds", 0.0, 1e9, false},
                 {"runs", "number of runs from 1 to 1000", 1.0, 1000.0, true},
                 {"seed", "seed from 0 to 1000000", 0.0, 1e6, true}};
    enum { KNOWN = sizeof known / sizeof known[0] };
    char key[32];
    const char *text;
    double number;
    size_t n = 0;
    LB_OK(lb_options_split(pair, key, sizeof key, &text, err));
    while (n < KNOWN && strcmp(known[n].key, key) != 0)
        n++;
    LB_NEED(n < KNOWN, LB_STATUS_USAGE,
            "reproduce takes quick=1, max-wall=SECONDS, runs=N and seed=N, not '%s'", pair);
    LB_NEED(lb_number_parse(text, strlen(text), &number) && number >= known[n].least &&
                number <= known[n].most && (!known[n].is_whole || number == floor(number)),
            LB_STATUS_USAGE, "reproduce: %s is no %s", pair, known[n].what);
    switch (n) {
    case 0: r->is_quick = number > 0.0; break;
    case 1: r->max_wall = number; break;
    case 2: r->ensemble = (int)number; break;
    default: r->first_seed = (int)number; break;
    }
    return LB_STATUS_OK;
}

static enum lb_status read_words(struct lb_reproduce *r, bool *lists, bool *reports,
                                 struct lb_error *err)
{
    const struct lb_options *o = r->o;
    for (size_t n = 0; n < o->word_count; n++) {
        const char *word = o->words[n];
        *lists = *lists || strcmp(word, "list") == 0;
        *reports = *reports || strcmp(word, "report") == 0;
        if (strcmp(word, "all") == 0) LB_OK(add_all(r, err));
        const bool is_item =
            strcmp(word, "list") != 0 && strcmp(word, "report") != 0 && strcmp(word, "all") != 0;
        if (is_item) LB_OK(find_item(r, word, err));
    }
    if (r->item_count == 0 && (*lists || *reports)) LB_OK(add_all(r, err));
    LB_NEED(r->item_count > 0, LB_STATUS_USAGE,
            "reproduce what? `sluice reproduce list` shows the items; `all` is all of them");
    for (size_t n = 0; n < o->value_count; n++)
        LB_OK(read_value(r, o->values[n], err));
    return LB_STATUS_OK;
}

/* --- the folder ------------------------------------------------------------------------------------ */

static enum lb_status write_plan(const struct lb_reproduce *r, struct lb_error *err)
{
    char path[LB_PATH_SIZE], *text = NULL;
    struct lb_json w = lb_paper_plan_json(r);
    LB_OK(lb_json_end(&w, LB_JSON_ON_LINES, &text, err));
    enum lb_status st = lb_path_join(r->folder, "plan.json", path, sizeof path, err);
    if (st == LB_STATUS_OK) st = lb_text_write(path, text, err);
    free(text);
    return st;
}

/* One folder is of one version, level and device; what needs none goes with any. */
static enum lb_status check_plan(struct lb_reproduce *r, const char *path, struct lb_error *err)
{
    cJSON *plan = NULL;
    enum lb_status st = LB_STATUS_OK;
    const char *level = r->is_quick ? "quick" : "paper";
    LB_OK(lb_json_read(path, &plan, NULL, err));
    if (plan == NULL) return write_plan(r, err);
    const char *there = lb_json_text_of(plan, "level"), *version = lb_json_text_of(plan, "version");
    const char *device = lb_json_text_of(plan, "device");
    if (strcmp(there, level) != 0)
        st = lb_fail(err, LB_STATUS_USAGE,
                     "%s is of the level '%s' and this is '%s'; take another folder", r->folder,
                     there, level);
    else if (strcmp(version, LB_VERSION) != 0)
        st = lb_fail(err, LB_STATUS_USAGE, "%s is of sluice %s and this is %s; take another folder",
                     r->folder, version, LB_VERSION);
    else if (device[0] != '\0' && r->device[0] != '\0' && strcmp(device, r->device) != 0)
        st = lb_fail(err, LB_STATUS_USAGE,
                     "%s is of the device '%s' and this is '%s'; take another "
                     "folder",
                     r->folder, device, r->device);
    else if (r->device[0] == '\0')
        snprintf(r->device, sizeof r->device, "%s", device);
    cJSON_Delete(plan);
    return st;
}

static enum lb_status enter_folder(struct lb_reproduce *r, bool reports, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_NEED(r->o->output != NULL, LB_STATUS_USAGE,
            "reproduce: -o FOLDER is missing: a new one, or one that was begun and goes on");
    LB_NEED(strlen(r->o->output) < sizeof r->folder, LB_STATUS_USAGE,
            "the output folder's path is too long");
    snprintf(r->folder, sizeof r->folder, "%s", r->o->output);
    LB_OK(lb_path_join(r->folder, "plan.json", path, sizeof path, err));
    LB_NEED(access(r->folder, F_OK) != 0 || access(path, F_OK) == 0, LB_STATUS_USAGE,
            "'%s' exists and is no folder of `sluice reproduce`; choose another name", r->folder);
    LB_NEED(
        !reports || access(path, F_OK) == 0, LB_STATUS_USAGE,
        "there is no '%s': a report is of what `sluice reproduce ITEM -o FOLDER` has made before",
        r->folder);
    LB_OK(lb_folder_ensure(r->folder, err));
    LB_OK(lb_folder_lock(r->folder, &r->lock, err));
    return check_plan(r, path, err);
}

/* --- another device's -------------------------------------------------------------------------------- */

/* Its checks, where its level and version are these. */
static enum lb_status read_added(struct lb_reproduce *r, struct lb_error *err)
{
    char path[LB_PATH_SIZE], folder[LB_PATH_SIZE];
    cJSON *plan = NULL;
    LB_OK(lb_path_join(r->o->add, "plan.json", path, sizeof path, err));
    LB_OK(lb_json_read(path, &plan, NULL, err));
    const bool is_alike =
        strcmp(lb_json_text_of(plan, "level"), r->is_quick ? "quick" : "paper") == 0 &&
        strcmp(lb_json_text_of(plan, "version"), LB_VERSION) == 0;
    snprintf(r->added, sizeof r->added, "%s", lb_json_text_of(plan, "device"));
    cJSON_Delete(plan);
    LB_NEED(is_alike, LB_STATUS_USAGE,
            "--add: '%s' is no folder of `sluice reproduce` of this version and level", r->o->add);
    for (size_t n = 0; n < r->item_count; n++) {
        LB_OK(lb_path_join(r->o->add, r->items[n].item->name, folder, sizeof folder, err));
        LB_OK(lb_path_join(folder, "checks.json", path, sizeof path, err));
        LB_OK(lb_json_read(path, &r->items[n].added, NULL, err));
    }
    return LB_STATUS_OK;
}

/* --- all of it ------------------------------------------------------------------------------------- */

/* In small, what is written does not depend on which items are chosen: else others that are chosen later would
 * make it anew. */
static enum lb_status plan_whole(struct lb_reproduce *r, struct lb_error *err)
{
    struct lb_paper_result any = {0};
    enum lb_status st = LB_STATUS_OK;
    r->current = &any;
    for (const struct lb_paper_item *const *i = lb_paper_items; *i != NULL; i++)
        if ((*i)->plan != NULL) LB_TRY((*i)->plan(r, err));
    r->whole = r->runs;
    r->whole_count = r->run_count;
    r->runs = NULL;
    r->run_count = 0;
cleanup:
    free(any.uses);
    return st;
}

static enum lb_status plan_items(struct lb_reproduce *r, struct lb_error *err)
{
    if (r->is_quick) LB_OK(plan_whole(r, err));
    for (size_t n = 0; n < r->item_count; n++) {
        r->current = &r->items[n];
        if (r->current->item->plan != NULL) LB_OK(r->current->item->plan(r, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status run_and_report(struct lb_reproduce *r, bool reports, FILE *out,
                                     struct lb_error *err)
{
    bool needs_device = r->run_count > 0;
    if (r->o->add != NULL) LB_OK(read_added(r, err));
    for (size_t n = 0; n < r->item_count; n++)
        needs_device = needs_device || r->items[n].item->command != NULL;
    if (needs_device && !reports) lb_paper_find_device(r);
    LB_OK(enter_folder(r, reports, err));
    if (!reports) LB_OK(lb_paper_estimate(r, r->o->tune != LB_TUNE_NEVER, err));
    LB_OK(lb_paper_make_runs(r, reports, err));
    if (!reports) LB_OK(lb_paper_measure(r, err));
    LB_OK(write_plan(r, err));
    const enum lb_status st = lb_paper_write_report(r, out, err);
    if (r->signal == 0 || (st != LB_STATUS_OK && st != LB_STATUS_VERDICT)) return st;
    *err = (struct lb_error){0}; /* failed checks are on the page */
    return lb_fail(err, lb_signals_status(r->signal),
                   "stopped by a signal; the same command goes on");
}

/* `list` measures the device where its speeds are not known; --print-case needs none. */
static enum lb_status show_plan(struct lb_reproduce *r, bool lists, FILE *out, struct lb_error *err)
{
    lb_paper_find_device(r);
    LB_OK(lb_paper_estimate(r, lists && !r->o->print_case && r->o->tune != LB_TUNE_NEVER, err));
    if (r->o->json) {
        struct lb_json w = lb_paper_plan_json(r);
        return lb_json_print(&w, LB_JSON_ON_LINE, out, err);
    }
    lb_paper_list(r, out);
    return LB_STATUS_OK;
}

enum lb_status lb_reproduce(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    bool lists = false, reports = false, lacks = false;
    struct lb_reproduce r = {.o = o,
                             .lock = -1,
                             .lacks = &lacks,
                             .started = lb_clock(),
                             .ensemble = 10,
                             .first_seed = 1};
    LB_TRY(read_words(&r, &lists, &reports, err));
    LB_TRY(plan_items(&r, err));
    if (lists || o->print_case) {
        LB_TRY(show_plan(&r, lists, out, err));
    } else {
        st = run_and_report(&r, reports, out, err);
    }
cleanup:
    lb_folder_unlock(r.lock);
    for (size_t n = 0; n < r.run_count; n++)
        lb_run_outcome_free(&r.runs[n].run.outcome);
    for (size_t n = 0; n < r.item_count; n++) {
        free(r.items[n].checks);
        free(r.items[n].uses);
        cJSON_Delete(r.items[n].added);
    }
    free(r.runs);
    free(r.whole);
    free(r.items);
    return st;
}
