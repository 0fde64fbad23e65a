/* read_study.c - the command line wins over the case file, and that over the setup's defaults.
 * SPDX-License-Identifier: MIT */
#include "cli/read_study.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/named_table.h"
#include "base/number_text.h"
#include "base/suggest.h"
#include "case/lookup.h"
#include "cli/case_file.h"
#include "cli/known_cases.h"
#include "cli/read_methods.h"
#include "parameters/section.h"
#include "peers/peers.h"
#include "run/run.h"
#include "run/setup.h"

enum { WHERE_SIZE = 512 };
static const double default_tolerance = 0.01;

static bool is_setup(const char *word)
{
    return lb_lookup_setup(word, "", &(const struct lb_setup *){NULL}, NULL) == LB_STATUS_OK;
}

/* In place of a setup the name of a case that comes with the program. */
static enum lb_status read_known_case(const struct lb_options *o, struct lb_asked *a,
                                      struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    const char *word = o->word_count > 0 ? o->words[0] : NULL;
    if (word == NULL || is_setup(word) || !lb_known_case_path(word, path)) return LB_STATUS_OK;
    LB_NEED(a->file == NULL, LB_STATUS_USAGE, "'%s' is a case file, and so is %s: one of them",
            word, o->case_file);
    a->is_known_case = true;
    return lb_case_file_read(path, &a->file, err);
}

/* The nearest of setups and cases; the sentence of a list is another one. */
static enum lb_status check_name(const char *word, struct lb_error *err)
{
    struct lb_known_case cases[LB_KNOWN_CASES];
    const char *names[LB_MAX_NAMES + LB_KNOWN_CASES + 1];
    char hint[128], setups[512], known[512];
    const int case_count = lb_known_cases(cases);
    if (is_setup(word) || case_count == 0 || strchr(word, ',') != NULL) return LB_STATUS_OK;
    LB_LIST_NAMES(lb_setups, names);
    lb_names_join(names, setups, sizeof setups);
    const char **of_cases = names;
    while (*of_cases != NULL)
        of_cases++;
    for (int n = 0; n < case_count; n++)
        of_cases[n] = cases[n].name;
    of_cases[case_count] = NULL;
    return lb_fail(err, LB_STATUS_USAGE,
                   "command line: '%s' is neither a setup nor a case%s\nknown: %s\ncases: %s", word,
                   lb_suggest_hint(word, names, hint, sizeof hint), setups,
                   lb_names_join(of_cases, known, sizeof known));
}

static enum lb_status choose_setup(const struct lb_options *o, struct lb_asked *a,
                                   struct lb_error *err)
{
    char where[WHERE_SIZE] = "command line";
    const char *word = o->word_count > 0 && !a->is_known_case ? o->words[0] : NULL;
    if (word == NULL) word = lb_case_file_text(a->file, "setup", where, sizeof where);
    if (word == NULL && a->file != NULL) return lb_case_file_without_setup(a->file, err);
    if (word == NULL)
        return lb_fail(err, LB_STATUS_USAGE, "which setup? `sluice setups` lists them");
    const size_t length = strlen(word);
    if (length > 4 && strcmp(word + length - 4, ".ini") == 0)
        return lb_fail(err, LB_STATUS_USAGE,
                       "%s: '%s' is no setup; a case file is given with -c %s", where, word, word);
    if (o->word_count > 0 && word == o->words[0]) LB_OK(check_name(word, err));
    return lb_lookup_setup(word, where, &a->study.run.setup, err);
}

/* --- values ----------------------------------------------------------------------------------- */

static bool takes_list(const struct lb_asked *a, const char *key)
{
    const struct lb_parameter *p = lb_values_parameter(a->values, key);
    return p != NULL && (p->kind == LB_PARAMETER_NUMBER || p->kind == LB_PARAMETER_COUNT ||
                         p->kind == LB_PARAMETER_WORD);
}

static bool is_list(const struct lb_asked *a, const char *key, const char *text)
{
    return strchr(text, ',') != NULL && takes_list(a, key);
}

/* 4..16, 4-16 or 4:16. */
static bool is_range(const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if (isdigit((unsigned char)c[0]) && c[1] != '\0' && strchr("-:.", c[1]) != NULL &&
            (isdigit((unsigned char)c[2]) || c[2] == '.') && (c[1] != '.' || c[2] == '.'))
            return true;
    return false;
}

static enum lb_status take_list(struct lb_study_request *s, const char *key, const char *text,
                                struct lb_error *err)
{
    LB_NEED(s->list_count < LB_STUDY_LISTS, LB_STATUS_USAGE,
            "'%s=%s' is a fifth list; a grid goes along at most %d numbers", key, text,
            (int)LB_STUDY_LISTS);
    snprintf(s->lists[s->list_count].key, sizeof s->lists[0].key, "%s", key);
    s->lists[s->list_count++].text = text;
    return LB_STATUS_OK;
}

static enum lb_status find_lists(const struct lb_options *o, struct lb_asked *a,
                                 struct lb_error *err)
{
    char key[LB_STUDY_WORD_SIZE];
    const char *text;
    for (size_t i = 0; i < o->value_count; i++) {
        LB_OK(lb_options_split(o->values[i], key, sizeof key, &text, err));
        if (is_list(a, key, text)) LB_OK(take_list(&a->study, key, text, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status set_value(const struct lb_options *o, struct lb_asked *a, const char *pair,
                                struct lb_error *err)
{
    const bool knows_lists = (o->command->id & (LB_COMMAND_RUN | LB_COMMAND_COMPARE)) != 0;
    char key[LB_STUDY_WORD_SIZE];
    const char *text;
    LB_OK(lb_options_split(pair, key, sizeof key, &text, err));
    if (is_list(a, key, text)) return LB_STATUS_OK;
    const enum lb_status st = lb_values_override(a->values, key, text, "command line", err);
    if (st != LB_STATUS_OK && knows_lists && takes_list(a, key) && is_range(text))
        lb_error_note(err, "A list has commas: %s=4,8,16.", key);
    return st;
}

static enum lb_status read_values(const struct lb_options *o, struct lb_asked *a,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_setup *setup = a->study.run.setup;
    LB_TRY(lb_values_create(setup->parameters, lb_common_parameters(), &a->values, err));
    a->study.run.values = a->values;
    LB_TRY(lb_values_set_kinds(a->values, setup->sections, err));
    lb_values_reserve(a->values, setup->reserved);
    LB_TRY(lb_case_file_apply(a->file, a->values, err));
    for (size_t i = 0; i < o->value_count; i++)
        LB_TRY(set_value(o, a, o->values[i], err));
    LB_TRY(lb_values_flag(a->values, "quick") ? lb_values_apply_quick(a->values, err)
                                              : lb_values_drop_quick(a->values, err));
cleanup:
    if (st != LB_STATUS_OK)
        lb_error_note(err, "`sluice setups %s` explains the parameters.", setup->name);
    return st;
}

/* --- all -------------------------------------------------------------------------------------- */

static enum lb_status read_tolerance(const char *text, double *out, struct lb_error *err)
{
    *out = default_tolerance;
    if (text == NULL) return LB_STATUS_OK;
    if (lb_number_parse(text, strlen(text), out) && *out > 0.0 && *out <= 1.0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE, "--tolerance: '%s' is no number above 0 and up to 1",
                   text);
}

enum lb_status lb_asked_read_task(const char *text, struct lb_study_request *s,
                                  struct lb_error *err)
{
    int end = 0;
    if (text == NULL) return LB_STATUS_OK;
    const bool is_one = isdigit((unsigned char)text[0]) && strlen(text) < 16 &&
                        sscanf(text, "%u/%u%n", &s->task, &s->tasks, &end) == 2 &&
                        text[end] == '\0';
    LB_NEED(is_one && s->task >= 1 && s->task <= s->tasks, LB_STATUS_USAGE,
            "--task: '%s' is no part like 3/8: a number from 1 to N, and N", text);
    return LB_STATUS_OK;
}

static enum lb_status choose_study(const struct lb_options *o, struct lb_asked *a,
                                   struct lb_error *err)
{
    const struct lb_study_request *s = &a->study;
    const bool has_ensemble = s->run.setup->ensemble != NULL;
    const bool has_runs = has_ensemble && lb_values_count(a->values, "runs") > 1;
    LB_NEED(!o->print_case || !lb_study_has_grid(s), LB_STATUS_USAGE,
            "--print-case shows one case, and lists of numbers, lattices, collision operators or "
            "streamings make many");
    LB_NEED(a->kind != LB_STUDY_OF_FORMATS || !has_runs, LB_STATUS_USAGE,
            "runs is for `sluice run`, which takes lists of formats, too: an ensemble");
    if (a->kind == LB_STUDY_OF_FORMATS) return LB_STATUS_OK;
    LB_NEED(!o->print_case || s->format_count == 1, LB_STATUS_USAGE,
            "--print-case shows one case; `sluice compare %s --print-case` shows it in several "
            "formats",
            s->run.setup->name);
    if (o->print_case) return LB_STATUS_OK;
    if (has_runs || (has_ensemble && s->format_count > 1)) a->kind = LB_STUDY_OF_SEEDS;
    LB_NEED(a->kind != LB_STUDY_OF_SEEDS || !lb_study_has_grid(s), LB_STATUS_USAGE,
            "a list of values or methods and an ensemble (runs, several formats) do not go "
            "together; one ensemble for each value does");
    if (a->kind == LB_STUDY_NONE && (lb_study_has_grid(s) || s->format_count > 1))
        a->kind = LB_STUDY_OF_VALUES;
    LB_NEED(s->error_bars == LB_ERROR_BARS_NEVER || a->kind == LB_STUDY_NONE, LB_STATUS_USAGE,
            "--error-bars is for one case: lists of values, methods or formats, and runs=, make "
            "several");
    if (s->error_bars != LB_ERROR_BARS_NEVER) a->kind = LB_STUDY_OF_TWINS;
    LB_NEED(!o->plan || a->kind != LB_STUDY_NONE, LB_STATUS_USAGE,
            "--plan is for several runs, and this is one: lists of values, methods or formats, "
            "runs=N and "
            "--error-bars make several");
    return LB_STATUS_OK;
}

/* A setup that is described by its case file says nothing of what is run. */
static void choose_name(const struct lb_options *o, struct lb_asked *a)
{
    const char *file = a->is_known_case ? o->words[0] : o->case_file, *name = file;
    const bool is_described = a->study.run.setup->sections != NULL && file != NULL;
    for (const char *c = file; is_described && *c != '\0'; c++)
        if (*c == '/') name = c + 1;
    const char *whole = o->name != NULL ? o->name : is_described ? name : a->study.run.setup->name;
    const size_t length = strlen(whole);
    const bool has_ending = is_described && length > 4 && strcmp(whole + length - 4, ".ini") == 0;
    snprintf(a->study.name, sizeof a->study.name, "%.*s", (int)(has_ending ? length - 4 : length),
             whole);
}

enum lb_status lb_asked_read(const struct lb_options *o, struct lb_asked *a, struct lb_error *err)
{
    char where[WHERE_SIZE];
    const bool is_comparison = o->command->id == LB_COMMAND_COMPARE;
    *a = (struct lb_asked){.kind = is_comparison ? LB_STUDY_OF_FORMATS : LB_STUDY_NONE};
    LB_OK(read_tolerance(o->tolerance, &a->study.tolerance, err));
    if (o->case_file != NULL) LB_OK(lb_case_file_read(o->case_file, &a->file, err));
    LB_OK(read_known_case(o, a, err));
    LB_OK(choose_setup(o, a, err));
    choose_name(o, a);
    a->study.error_bars = (enum lb_error_bars_mode)o->error_bars;
    LB_OK(lb_read_methods(o, a->file, a->kind == LB_STUDY_OF_FORMATS, &a->study, err));
    LB_OK(read_values(o, a, err));
    LB_OK(find_lists(o, a, err));
    LB_OK(choose_study(o, a, err));
    struct lb_run_request *r = &a->study.run;
    r->device = o->devices != NULL ? o->devices : o->device;
    if (r->device == NULL) r->device = lb_case_file_text(a->file, "device", where, sizeof where);
    if (!o->print_case || lb_peers_is_launched()) r->split = o->split; /* else no ranks started */
    r->output = o->output;
    a->study.goes_on = o->goes_on;
    a->study.mode = o->plan ? LB_STUDY_PLAN : (enum lb_study_mode)o->mode;
    LB_OK(lb_asked_read_task(o->task, &a->study, err));
    r->tune = (enum lb_tune_mode)o->tune;
    r->self_test = (enum lb_self_test_mode)o->self_test;
    r->places = (struct lb_kernel_places){o->kernel_dir, o->dump_dir};
    r->reporting = lb_options_reporting(o);
    return LB_STATUS_OK;
}

void lb_asked_free(struct lb_asked *a)
{
    lb_values_destroy(a->values);
    lb_case_file_destroy(a->file);
    *a = (struct lb_asked){0};
}
