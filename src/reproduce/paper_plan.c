/* paper_plan.c - which runs the items need, each once.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/word_list.h"
#include "case/lookup.h"
#include "reproduce/reproduce_internal.h"

const char *const lb_paper_formats[LB_PAPER_FORMATS + 1] = {
    "fp64/fp64",  "fp64/fp32",   "fp32/fp32",   "fp32/fp16",   "fp32/fp16s",
    "fp32/fp16c", "fp32/p16_0s", "fp32/p16_1s", "fp32/p16_2c", NULL};

/* --- runs --------------------------------------------------------------------------------------- */

static size_t split(char *text, const char *out[LB_PAPER_VALUES])
{
    size_t count = 0;
    for (char *word = strtok(text, " "); word != NULL && count < LB_PAPER_VALUES;
         word = strtok(NULL, " "))
        out[count++] = word;
    return count;
}

/* What is written beside the usual, and changes nothing else.  Of one flow no two items of the paper ask for
 * different ones. */
static bool is_wish(const char *word)
{
    return strncmp(word, "histogram=", 10) == 0 ||
           (strncmp(word, "vtk=", 4) == 0 && strcmp(word, "vtk=0") != 0);
}

static bool has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return true;
    return false;
}

/* Words of `values`: wishes that are not there yet, or all others. */
static void add_words(const char *values, bool wishes, char out[LB_PAPER_TEXT])
{
    char text[LB_PAPER_TEXT];
    const char *words[LB_PAPER_VALUES];
    snprintf(text, sizeof text, "%s", values);
    const size_t count = split(text, words);
    for (size_t n = 0; n < count; n++) {
        const size_t used = strlen(out);
        if (is_wish(words[n]) == wishes && !(wishes && has_word(out, words[n])))
            snprintf(out + used, LB_PAPER_TEXT - used, "%s%s", used > 0 ? " " : "", words[n]);
    }
}

/* In small what it writes does not set a run apart; at the paper's sizes, where files are large, each has its
 * own. */
static struct lb_paper_case make_case(const struct lb_reproduce *r, const char *setup,
                                      const char *values, int format, bool shift)
{
    struct lb_paper_case c = {.setup = setup, .format = format, .shift = shift};
    snprintf(c.values, sizeof c.values, "%s", values);
    if (r->is_quick)
        add_words(values, false, c.flow);
    else
        snprintf(c.flow, sizeof c.flow, "%s", values);
    return c;
}

static bool is_same(const struct lb_paper_case *a, const struct lb_paper_case *b)
{
    return strcmp(a->setup, b->setup) == 0 && a->format == b->format && a->shift == b->shift &&
           strcmp(a->flow, b->flow) == 0;
}

static struct lb_paper_run *find_same(struct lb_paper_run *runs, size_t count,
                                      const struct lb_paper_case *c)
{
    for (size_t n = 0; n < count; n++)
        if (is_same(&runs[n].c, c)) return &runs[n];
    return NULL;
}

/* FNV-1a of what a run is. */
static uint32_t hash_case(const struct lb_paper_case *c)
{
    char text[2 * LB_PAPER_TEXT];
    uint32_t hash = 2166136261u;
    snprintf(text, sizeof text, "%s %s %s %d", c->setup, c->values, lb_paper_formats[c->format],
             c->shift);
    for (const char *byte = text; *byte != '\0'; byte++)
        hash = (hash ^ (unsigned char)*byte) * 16777619u;
    return hash;
}

static enum lb_status add_use(struct lb_paper_result *item, size_t run, struct lb_error *err)
{
    size_t *grown = realloc(item->uses, (item->use_count + 1) * sizeof *grown);
    if (grown == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the runs");
    item->uses = grown;
    item->uses[item->use_count++] = run;
    return LB_STATUS_OK;
}

/* What an item asks for, once. */
static enum lb_status add_run(struct lb_reproduce *r, const struct lb_paper_case *c,
                              struct lb_error *err)
{
    struct lb_paper_run *there = find_same(r->runs, r->run_count, c);
    if (there != NULL) {
        add_words(c->values, true, there->c.values);
        return add_use(r->current, (size_t)(there - r->runs), err);
    }
    struct lb_paper_run *grown = realloc(r->runs, (r->run_count + 1) * sizeof *grown);
    if (grown == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the runs");
    r->runs = grown;
    struct lb_paper_run *run = &r->runs[r->run_count++];
    const struct lb_paper_run *whole = find_same(r->whole, r->whole_count, c);
    *run = (struct lb_paper_run){.c = whole != NULL ? whole->c : *c};
    snprintf(run->run.name, sizeof run->run.name, "%s-%08x", c->setup,
             (unsigned)hash_case(&run->c));
    return add_use(r->current, r->run_count - 1, err);
}

/* Whether --precision leaves it in. */
static bool is_chosen(const struct lb_reproduce *r, int format)
{
    char word[LB_WORD_SIZE], name[LB_PRECISION_NAME_SIZE];
    struct lb_precision p;
    const char *list = r->o->precision;
    if (list == NULL || strcasecmp(list, "all") == 0) return true;
    while (lb_word_list_next(&list, word)) {
        if (lb_lookup_precision(word, "--precision", &p, NULL) != LB_STATUS_OK) continue;
        lb_precision_name(&p, name, sizeof name);
        if (strcmp(name, lb_paper_formats[format]) == 0) return true;
    }
    return false;
}

enum lb_status lb_paper_plan_one(struct lb_reproduce *r, const char *setup, int format, bool shift,
                                 const char *values, struct lb_error *err)
{
    const struct lb_paper_case c = make_case(r, setup, values, format, shift);
    if (!is_chosen(r, format) || r->o->shift == !shift) return LB_STATUS_OK;
    return add_run(r, &c, err);
}

enum lb_status lb_paper_plan(struct lb_reproduce *r, const char *setup, struct lb_error *err,
                             const char *values, ...)
{
    char text[LB_PAPER_TEXT];
    va_list arguments;
    va_start(arguments, values);
    vsnprintf(text, sizeof text, values, arguments);
    va_end(arguments);
    for (int format = 0; format < LB_PAPER_FORMATS; format++)
        for (int shift = 1; shift >= 0; shift--)
            LB_OK(lb_paper_plan_one(r, setup, format, shift == 1, text, err));
    return LB_STATUS_OK;
}

const struct lb_paper_run *lb_paper_find(const struct lb_reproduce *r, const char *setup,
                                         const char *values, int format, bool shift)
{
    const struct lb_paper_case c = make_case(r, setup, values, format, shift);
    return find_same(r->runs, r->run_count, &c);
}

const struct lb_run_outcome *lb_paper_outcome(const struct lb_reproduce *r, const char *setup,
                                              const char *values, int format, bool shift)
{
    const struct lb_paper_run *run = lb_paper_find(r, setup, values, format, shift);
    return run != NULL && run->run.state == LB_STUDY_RAN ? &run->run.outcome : NULL;
}

double lb_paper_number(const struct lb_reproduce *r, const char *setup, const char *values,
                       int format, bool shift, const char *result)
{
    const struct lb_run_outcome *o = lb_paper_outcome(r, setup, values, format, shift);
    const double number = o != NULL ? lb_run_outcome_result(o, result) : (double)NAN;
    if (o != NULL && isnan(number)) *r->lacks = true;
    return number;
}

/* --- the command line of a run -------------------------------------------------------------------- */

enum lb_status lb_paper_ask(const struct lb_reproduce *r, const struct lb_paper_case *c,
                            struct lb_paper_request *q, struct lb_error *err)
{
    *q = (struct lb_paper_request){.o = *r->o};
    snprintf(q->text, sizeof q->text, "%s", c->values);
    q->words[0] = c->setup;
    q->o.command = lb_options_command(LB_COMMAND_RUN);
    q->o.words = q->words;
    q->o.word_count = 1;
    q->o.values = q->values;
    q->o.value_count = split(q->text, q->values);
    q->o.precision = lb_paper_formats[c->format];
    q->o.rounding = "nearest"; /* the paper's */
    q->o.shift = c->shift;
    q->o.output = NULL;
    LB_OK(lb_options_check_values(&q->o, err));
    return lb_asked_read(&q->o, &q->asked, err);
}

void lb_paper_request_free(struct lb_paper_request *q)
{
    lb_asked_free(&q->asked);
}
