/* read_study.c - the command line wins over the case file, and that over the setup's defaults.
 * SPDX-License-Identifier: MIT */
#include "cli/read_study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number_text.h"
#include "base/word_list.h"
#include "case/lookup.h"
#include "cli/case_file.h"
#include "cli/read_rounding.h"
#include "run/run.h"

enum { WHERE_SIZE = 512, ENSEMBLE_FORMATS = 16 };
static const double default_tolerance = 0.01;

/* The option's text, else the case file's, else `fallback`; `where` says which. */
static const char *pick(const char *option, const char *name, const struct lb_case_file *file,
                        const char *fallback, char where[WHERE_SIZE])
{
    snprintf(where, WHERE_SIZE, "--%s", name);
    if (option != NULL) return option;
    const char *text = lb_case_file_text(file, name, where, WHERE_SIZE);
    if (text != NULL) return text;
    snprintf(where, WHERE_SIZE, "default %s", name);
    return fallback;
}

static enum lb_status choose_setup(const struct lb_options *o, struct lb_asked *a,
                                   struct lb_error *err)
{
    char where[WHERE_SIZE] = "command line";
    const char *word = o->word_count > 0 ? o->words[0] : NULL;
    if (word == NULL) word = lb_case_file_text(a->file, "setup", where, sizeof where);
    if (word == NULL && a->file != NULL)
        return lb_fail(err, LB_STATUS_USAGE, "%s: [case] names no setup", o->case_file);
    if (word == NULL)
        return lb_fail(err, LB_STATUS_USAGE, "which setup? `sluice setups` lists them");
    return lb_lookup_setup(word, where, &a->study.run.setup, err);
}

/* --- values ----------------------------------------------------------------------------------- */

/* Of `sluice run` alone. */
static bool is_list(const struct lb_asked *a, const char *key, const char *text)
{
    const struct lb_parameter *p = lb_values_parameter(a->values, key);
    return a->kind != LB_STUDY_OF_FORMATS && strchr(text, ',') != NULL && p != NULL &&
           (p->kind == LB_PARAMETER_NUMBER || p->kind == LB_PARAMETER_COUNT);
}

static enum lb_status take_list(const struct lb_options *o, struct lb_asked *a, const char *key,
                                const char *text, struct lb_error *err)
{
    if (a->study.key != NULL)
        return lb_fail(err, LB_STATUS_USAGE,
                       "'%s=%s' and '%s=%s' are both lists; a sweep goes along one parameter",
                       a->key, a->study.list, key, text);
    if (o->print_case)
        return lb_fail(err, LB_STATUS_USAGE, "--print-case shows one case, and %s=%s has many", key,
                       text);
    snprintf(a->key, sizeof a->key, "%s", key);
    a->study.key = a->key;
    a->study.list = text;
    return LB_STATUS_OK;
}

static enum lb_status find_list(const struct lb_options *o, struct lb_asked *a,
                                struct lb_error *err)
{
    char key[LB_STUDY_WORD_SIZE];
    const char *text;
    for (size_t i = 0; i < o->value_count; i++) {
        LB_OK(lb_options_split(o->values[i], key, sizeof key, &text, err));
        if (is_list(a, key, text)) LB_OK(take_list(o, a, key, text, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status set_value(struct lb_asked *a, const char *pair, struct lb_error *err)
{
    char key[LB_STUDY_WORD_SIZE];
    const char *text;
    LB_OK(lb_options_split(pair, key, sizeof key, &text, err));
    if (is_list(a, key, text)) return LB_STATUS_OK;
    return lb_values_set(a->values, key, text, "command line", err);
}

static enum lb_status read_values(const struct lb_options *o, struct lb_asked *a,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_setup *setup = a->study.run.setup;
    LB_TRY(lb_values_create(setup->parameters, lb_common_parameters, &a->values, err));
    a->study.run.values = a->values;
    LB_TRY(lb_case_file_apply(a->file, a->values, err));
    for (size_t i = 0; i < o->value_count; i++)
        LB_TRY(set_value(a, o->values[i], err));
    if (lb_values_flag(a->values, "quick")) LB_TRY(lb_values_apply_quick(a->values, err));
cleanup:
    if (st != LB_STATUS_OK)
        lb_error_note(err, "`sluice setups %s` explains the parameters.", setup->name);
    return st;
}

/* --- formats ---------------------------------------------------------------------------------- */

/* `most`, and what the message calls the list, which begins with --precision. */
static enum lb_status add_format(struct lb_study_request *s, const char *word, size_t max,
                                 const char *what, const char *items, struct lb_error *err)
{
    char name[LB_PRECISION_NAME_SIZE];
    struct lb_precision *p = &s->formats[s->format_count];
    if (s->format_count == max)
        return lb_fail(err, LB_STATUS_USAGE, "%s: more than %zu %s", what, max, items);
    LB_OK(lb_lookup_precision(word, "--precision", p, err));
    lb_precision_name(p, name, sizeof name);
    for (size_t n = 0; n < s->format_count; n++)
        if (lb_precision_is_same(&s->formats[n], p))
            return lb_fail(err, LB_STATUS_USAGE, "%s: %s is there twice", what, name);
    s->format_count++;
    return LB_STATUS_OK;
}

/* All, where none is named. */
static enum lb_status read_compared_formats(const char *list, struct lb_study_request *s,
                                            struct lb_error *err)
{
    char all[LB_WORD_LIST_SIZE], word[LB_WORD_SIZE];
    list = lb_word_list_of(list != NULL ? list : "all", lb_lookup_known_precisions, all);
    LB_OK(lb_word_list_check(list, "--precision", err));
    while (lb_word_list_next(&list, word))
        LB_OK(add_format(s, word, LB_STUDY_FORMATS / s->shift_count, "--precision", "runs", err));
    return LB_STATUS_OK;
}

static enum lb_status read_ensemble_formats(const char *list, struct lb_study_request *s,
                                            struct lb_error *err)
{
    char what[256], all[LB_WORD_LIST_SIZE], word[LB_WORD_SIZE];
    snprintf(what, sizeof what, "--precision %.200s", list);
    list = lb_word_list_of(list, lb_lookup_known_precisions, all);
    LB_OK(lb_word_list_check(list, "--precision", err));
    while (lb_word_list_next(&list, word))
        LB_OK(add_format(s, word, ENSEMBLE_FORMATS, what, "formats", err));
    return LB_STATUS_OK;
}

static bool is_list_of_formats(const char *text)
{
    return strchr(text, ',') != NULL || strcasecmp(text, "all") == 0;
}

static enum lb_status read_formats(const struct lb_options *o, struct lb_asked *a,
                                   struct lb_error *err)
{
    struct lb_study_request *s = &a->study;
    const bool is_ensemble = s->run.setup->ensemble != NULL && !o->print_case;
    char where[WHERE_SIZE];
    if (a->kind == LB_STUDY_OF_FORMATS) {
        LB_OK(read_compared_formats(o->precision, s, err));
    } else if (is_ensemble && o->precision != NULL && is_list_of_formats(o->precision)) {
        LB_OK(read_ensemble_formats(o->precision, s, err));
        a->kind = LB_STUDY_OF_SEEDS;
    } else {
        const char *word = pick(o->precision, "precision", a->file, "fp32/fp32", where);
        LB_OK(lb_lookup_precision(word, where, &s->formats[0], err));
        s->format_count = 1;
    }
    const char *rounding = pick(o->rounding, "rounding", a->file, lb_rounding_default->name, where);
    s->rounding = rounding;
    if (a->kind == LB_STUDY_OF_FORMATS)
        LB_OK(lb_read_roundings(rounding, where, s->formats, &s->format_count,
                                LB_STUDY_FORMATS / s->shift_count, err));
    else
        LB_OK(lb_lookup_rounding(rounding, where, &s->formats[0].rounding, err));
    for (size_t n = 1; n < s->format_count && a->kind != LB_STUDY_OF_FORMATS; n++)
        s->formats[n].rounding = s->formats[0].rounding;
    s->run.precision = s->formats[0];
    return LB_STATUS_OK;
}

/* --- all -------------------------------------------------------------------------------------- */

/* A comparison may have both. */
static enum lb_status choose_shift(const struct lb_options *o, struct lb_asked *a,
                                   struct lb_error *err)
{
    struct lb_study_request *s = &a->study;
    char where[WHERE_SIZE];
    const bool is_compared = a->kind == LB_STUDY_OF_FORMATS;
    const char *asked = o->shift < 0 && !is_compared ? NULL : o->shift != 0 ? "on" : "off";
    const enum lb_status st =
        lb_lookup_switch(pick(asked, "shift", a->file, "on", where), where, &s->run.shift, err);
    s->shifts[s->shift_count++] = s->run.shift;
    if (o->shift == 2) s->shifts[s->shift_count++] = false;
    return st;
}

static enum lb_status choose_methods(const struct lb_options *o, struct lb_asked *a,
                                     struct lb_error *err)
{
    struct lb_run_request *r = &a->study.run;
    char where[WHERE_SIZE];
    const char *word = pick(o->lattice, "lattice", a->file, r->setup->lattice, where);
    LB_OK(lb_lookup_lattice(word, where, &r->lattice, err));
    word = pick(o->collision, "collision", a->file, r->setup->collision, where);
    LB_OK(lb_lookup_collision(word, where, &r->collision, err));
    LB_OK(choose_shift(o, a, err));
    LB_OK(read_formats(o, a, err));
    word = pick(o->streaming, "streaming", a->file, "in-place", where);
    LB_OK(lb_lookup_streaming(word, where, &r->streaming, err));
    word = pick(o->lanes, "lanes", a->file, "auto", where);
    LB_OK(lb_lookup_lanes(word, where, &r->layout, err));
    LB_OK(lb_lookup_group(o->group, "--group", &r->layout.group, err));
    return lb_lookup_registers(o->registers, "--registers", &r->layout.registers, err);
}

static enum lb_status read_tolerance(const char *text, double *out, struct lb_error *err)
{
    *out = default_tolerance;
    if (text == NULL) return LB_STATUS_OK;
    if (lb_number_parse(text, strlen(text), out) && *out > 0.0 && *out <= 1.0) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE, "--tolerance: '%s' is no number above 0 and up to 1",
                   text);
}

static enum lb_status choose_study(const struct lb_options *o, struct lb_asked *a,
                                   struct lb_error *err)
{
    const bool has_runs =
        a->study.run.setup->ensemble != NULL && lb_values_count(a->values, "runs") > 1;
    if (a->kind == LB_STUDY_OF_FORMATS) {
        if (!has_runs) return LB_STATUS_OK;
        return lb_fail(err, LB_STATUS_USAGE,
                       "runs is for `sluice run`, which takes lists of formats, too: an ensemble");
    }
    if (has_runs && !o->print_case) a->kind = LB_STUDY_OF_SEEDS;
    if (a->study.key == NULL) return LB_STATUS_OK;
    if (a->kind == LB_STUDY_OF_SEEDS)
        return lb_fail(err, LB_STATUS_USAGE,
                       "a list of values and an ensemble (runs, several formats) do not go "
                       "together; one ensemble for each value does");
    a->kind = LB_STUDY_OF_VALUES;
    return LB_STATUS_OK;
}

enum lb_status lb_asked_read(const struct lb_options *o, struct lb_asked *a, struct lb_error *err)
{
    char where[WHERE_SIZE];
    const bool is_comparison = o->command->id == LB_COMMAND_COMPARE;
    *a = (struct lb_asked){.kind = is_comparison ? LB_STUDY_OF_FORMATS : LB_STUDY_NONE};
    LB_OK(read_tolerance(o->tolerance, &a->study.tolerance, err));
    if (o->case_file != NULL) LB_OK(lb_case_file_read(o->case_file, &a->file, err));
    LB_OK(choose_setup(o, a, err));
    LB_OK(choose_methods(o, a, err));
    LB_OK(read_values(o, a, err));
    LB_OK(find_list(o, a, err));
    LB_OK(choose_study(o, a, err));
    struct lb_run_request *r = &a->study.run;
    r->device = pick(o->devices != NULL ? o->devices : o->device, "device", a->file, NULL, where);
    r->split = o->split;
    r->output = o->output;
    a->study.goes_on = o->goes_on;
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
