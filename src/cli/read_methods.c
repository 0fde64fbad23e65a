/* read_methods.c - from words to methods.
 * SPDX-License-Identifier: MIT */
#include "cli/read_methods.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/word_list.h"
#include "case/lookup.h"
#include "cli/case_file.h"
#include "cli/read_rounding.h"

enum { WHERE_SIZE = 512, ENSEMBLE_FORMATS = 16 };

/* What the words are read from, and into. */
struct reader {
    const struct lb_options *o;
    const struct lb_case_file *file;
    struct lb_study_request *s;
    bool is_compared;
};

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

static bool is_word_list(const char *text)
{
    return strchr(text, ',') != NULL || strcasecmp(text, "all") == 0;
}

/* --- lists of methods ------------------------------------------------------------------------- */

/* The method of a word, as number `at` of its list; *is_there where an earlier one is the same. */
typedef enum lb_status take_word(struct lb_study_request *s, const char *word, const char *where,
                                 size_t at, bool *is_there, struct lb_error *err);

static enum lb_status take_lattice(struct lb_study_request *s, const char *word, const char *where,
                                   size_t at, bool *is_there, struct lb_error *err)
{
    LB_OK(lb_lookup_lattice(word, where, &s->lattices[at], err));
    for (size_t n = 0; n < at; n++)
        *is_there = *is_there || s->lattices[n] == s->lattices[at];
    return LB_STATUS_OK;
}

static enum lb_status take_collision(struct lb_study_request *s, const char *word,
                                     const char *where, size_t at, bool *is_there,
                                     struct lb_error *err)
{
    LB_OK(lb_lookup_collision(word, where, &s->collisions[at], err));
    for (size_t n = 0; n < at; n++)
        *is_there = *is_there || s->collisions[n] == s->collisions[at];
    return LB_STATUS_OK;
}

static enum lb_status take_streaming(struct lb_study_request *s, const char *word,
                                     const char *where, size_t at, bool *is_there,
                                     struct lb_error *err)
{
    LB_OK(lb_lookup_streaming(word, where, &s->streamings[at], err));
    for (size_t n = 0; n < at; n++)
        *is_there = *is_there || s->streamings[n] == s->streamings[at];
    return LB_STATUS_OK;
}

/* A list only where `option` is given. */
static enum lb_status read_list(struct reader *in, const char *option, const char *name,
                                const char *fallback, take_word *take, size_t *count,
                                const char *(*known)(char *out, size_t size), struct lb_error *err)
{
    char where[WHERE_SIZE], word[LB_WORD_SIZE], all[LB_WORD_LIST_SIZE];
    const char *text = pick(option, name, in->file, fallback, where);
    bool is_there = false;
    *count = 0;
    if (option == NULL || !is_word_list(option)) {
        LB_OK(take(in->s, text, where, 0, &is_there, err));
        *count = 1;
        return LB_STATUS_OK;
    }
    text = lb_word_list_of(text, known, all);
    LB_OK(lb_word_list_check(text, where, err));
    while (lb_word_list_next(&text, word)) {
        LB_NEED(*count < LB_STUDY_METHODS, LB_STATUS_USAGE, "%s: more than %d words", where,
                (int)LB_STUDY_METHODS);
        LB_OK(take(in->s, word, where, (*count)++, &is_there, err));
        LB_NEED(!is_there, LB_STATUS_USAGE, "%s: %s is there twice", where, word);
    }
    return LB_STATUS_OK;
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

static enum lb_status read_format_list(struct reader *in, const char *list, struct lb_error *err)
{
    char what[256], all[LB_WORD_LIST_SIZE], word[LB_WORD_SIZE];
    struct lb_study_request *s = in->s;
    const bool is_ensemble = s->run.setup->ensemble != NULL && !in->is_compared;
    const size_t max = is_ensemble ? ENSEMBLE_FORMATS : LB_STUDY_FORMATS / s->shift_count;
    snprintf(what, sizeof what, "--precision %.200s", list);
    list = lb_word_list_of(list, lb_lookup_known_precisions, all);
    LB_OK(lb_word_list_check(list, "--precision", err));
    while (lb_word_list_next(&list, word))
        LB_OK(add_format(s, word, max, what, is_ensemble ? "formats" : "runs", err));
    return LB_STATUS_OK;
}

/* One run alone has nothing to be compared with: before it comes double precision.  A comparison that goes on
 * stays as it was begun. */
static enum lb_status add_reference(struct lb_study_request *s, struct lb_error *err)
{
    struct lb_precision reference;
    if (s->format_count != 1 || s->shift_count != 1) return LB_STATUS_OK;
    LB_OK(lb_lookup_precision("fp64", "--precision", &reference, err));
    LB_NEED(!lb_precision_is_same(&reference, &s->formats[0]), LB_STATUS_USAGE,
            "--precision fp64 alone is what others are compared with; with them it is "
            "--precision fp64,fp32,fp16s");
    reference.rounding = s->formats[0].rounding;
    s->formats[s->format_count++] = s->formats[0];
    s->formats[0] = reference;
    return LB_STATUS_OK;
}

/* Several of a setup with an ensemble are one ensemble, which is rounded in one way. */
static enum lb_status read_rounding(struct reader *in, struct lb_error *err)
{
    char where[WHERE_SIZE], name[LB_PRECISION_NAME_SIZE];
    struct lb_study_request *s = in->s;
    const size_t formats = s->format_count, max = LB_STUDY_FORMATS / s->shift_count;
    const bool is_ensemble = s->run.setup->ensemble != NULL && !in->is_compared;
    s->rounding = pick(in->o->rounding, "rounding", in->file, lb_rounding_default->name, where);
    const bool is_list = in->o->rounding != NULL && is_word_list(s->rounding);
    if (in->is_compared || (is_list && !is_ensemble)) {
        LB_OK(lb_read_roundings(s->rounding, where, s->formats, &s->format_count, max, err));
    } else {
        LB_OK(lb_lookup_rounding(s->rounding, where, &s->formats[0].rounding, err));
        for (size_t n = 1; n < formats; n++)
            s->formats[n].rounding = s->formats[0].rounding;
    }
    lb_precision_name(&s->formats[0], name, sizeof name);
    LB_NEED(in->is_compared || !is_list || s->format_count > formats || formats > 1,
            LB_STATUS_USAGE, "%s %s: %s rounds nothing, so that these would be the same run", where,
            s->rounding, name);
    return LB_STATUS_OK;
}

static enum lb_status read_formats(struct reader *in, struct lb_error *err)
{
    struct lb_study_request *s = in->s;
    const char *asked = in->o->precision;
    char where[WHERE_SIZE];
    if (in->is_compared || (asked != NULL && is_word_list(asked))) {
        LB_OK(read_format_list(in, asked != NULL ? asked : "all", err));
    } else {
        const char *word = pick(asked, "precision", in->file, "fp32/fp32", where);
        LB_OK(lb_lookup_precision(word, where, &s->formats[0], err));
        s->format_count = 1;
    }
    LB_OK(read_rounding(in, err));
    if (in->is_compared && !in->o->goes_on) LB_OK(add_reference(s, err));
    s->run.precision = s->formats[0];
    return LB_STATUS_OK;
}

/* --- all -------------------------------------------------------------------------------------- */

/* A comparison may have both. */
static enum lb_status read_shift(struct reader *in, struct lb_error *err)
{
    struct lb_study_request *s = in->s;
    const int shift = in->o->shift;
    char where[WHERE_SIZE];
    const char *asked = shift < 0 && !in->is_compared ? NULL : shift != 0 ? "on" : "off";
    const enum lb_status st =
        lb_lookup_switch(pick(asked, "shift", in->file, "on", where), where, &s->run.shift, err);
    s->shifts[s->shift_count++] = s->run.shift;
    if (shift == 2) s->shifts[s->shift_count++] = false;
    return st;
}

enum lb_status lb_read_methods(const struct lb_options *o, const struct lb_case_file *file,
                               bool is_compared, struct lb_study_request *out, struct lb_error *err)
{
    struct reader in = {o, file, out, is_compared};
    struct lb_run_request *r = &out->run;
    char where[WHERE_SIZE];
    LB_OK(read_list(&in, o->lattice, "lattice", r->setup->lattice, take_lattice,
                    &out->lattice_count, lb_lookup_known_lattices, err));
    LB_OK(read_list(&in, o->collision, "collision", r->setup->collision, take_collision,
                    &out->collision_count, lb_lookup_known_collisions, err));
    LB_OK(read_shift(&in, err));
    LB_OK(read_formats(&in, err));
    LB_OK(read_list(&in, o->streaming, "streaming", "in-place", take_streaming,
                    &out->streaming_count, lb_lookup_known_streamings, err));
    r->lattice = out->lattices[0];
    r->collision = out->collisions[0];
    r->streaming = out->streamings[0];
    r->is_streaming_given = pick(o->streaming, "streaming", file, NULL, where) != NULL;
    const char *word = pick(o->lanes, "lanes", file, "auto", where);
    LB_OK(lb_lookup_lanes(word, where, &r->layout, err));
    LB_OK(lb_lookup_group(o->group, "--group", &r->layout.group, err));
    return lb_lookup_registers(o->registers, "--registers", &r->layout.registers, err);
}
