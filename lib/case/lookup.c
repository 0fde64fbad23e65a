/* lookup.c - finds the methods of a case by name and suggests the nearest known one.
 * SPDX-License-Identifier: MIT */
#include "case/lookup.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/named_table.h"
#include "base/suggest.h"
#include "base/number_text.h"

enum { NAME_SIZE = 32 };

static const char *const streaming_names[] = {"in-place", "pull", "moments", "list", NULL};
static const char *const group_names[] = {"auto", "16",  "32",   "64", "128",
                                          "256",  "512", "1024", NULL};
static const char *const lane_names[] = {"auto", "1", "2", "4", "8", "16", NULL};
static const char *const switch_names[] = {"off", "on",    "0",    "1", "no",
                                           "yes", "false", "true", NULL};

enum lb_status lb_lookup_lattice(const char *word, const char *where, const struct lb_lattice **out,
                                 struct lb_error *err)
{
    const char *names[LB_MAX_NAMES + 1];
    size_t found;
    LB_LIST_NAMES(lb_lattices, names);
    enum lb_status st = lb_suggest_find(word, names, where, "lattice", &found, err);
    if (st == LB_STATUS_OK) *out = lb_lattices[found];
    return st;
}

/* What others call it. */
struct other_name {
    const char *other, *name;
};

/* "; did you mean 'srt'?", or "". */
static const char *hint_of(const struct other_name *list, const char *word, char *out, size_t size)
{
    out[0] = '\0';
    for (; list->other != NULL; list++)
        if (strcasecmp(list->other, word) == 0)
            snprintf(out, size, "; did you mean '%s'?", list->name);
    return out;
}

static const struct other_name other_collisions[] = {
    {"bgk", "srt"},      {"lbgk", "srt"},       {"single", "srt"},     {"two", "trt"},
    {"multiple", "mrt"}, {"regularized", "rr"}, {"regularised", "rr"}, {NULL, NULL}};
static const struct other_name other_precisions[] = {
    {"double", "fp64"},   {"float64", "fp64"}, {"f64", "fp64"}, {"single", "fp32"},
    {"float", "fp32"},    {"float32", "fp32"}, {"f32", "fp32"}, {"half", "fp16s"},
    {"float16", "fp16s"}, {"f16", "fp16s"},    {NULL, NULL}};

enum lb_status lb_lookup_collision(const char *word, const char *where,
                                   const struct lb_collision **out, struct lb_error *err)
{
    const char *names[LB_MAX_NAMES + 1];
    size_t found;
    char hint[64], joined[512];
    LB_LIST_NAMES(lb_collisions, names);
    LB_NEED(hint_of(other_collisions, word, hint, sizeof hint)[0] == '\0', LB_STATUS_USAGE,
            "%s: '%s' is not a collision operator%s\nknown: %s", where, word, hint,
            lb_names_join(names, joined, sizeof joined));
    enum lb_status st = lb_suggest_find(word, names, where, "collision operator", &found, err);
    if (st == LB_STATUS_OK) *out = lb_collisions[found];
    return st;
}

struct precision_list {
    const char *names[LB_MAX_NAMES + 1];
    char texts[LB_MAX_NAMES][NAME_SIZE];
    struct lb_precision precisions[LB_MAX_NAMES];
};

static size_t add_precisions(struct precision_list *list, size_t count,
                             enum lb_arithmetic arithmetic)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        bool allowed = arithmetic == LB_ARITHMETIC_FP64 ? (*f)->with_fp64 : (*f)->with_fp32;
        if (!allowed || count == LB_MAX_NAMES) continue;
        list->precisions[count] = (struct lb_precision){arithmetic, *f, NULL};
        lb_precision_name(&list->precisions[count], list->texts[count], NAME_SIZE);
        list->names[count] = list->texts[count];
        count++;
    }
    return count;
}

static void list_precisions(struct precision_list *list)
{
    size_t count = add_precisions(list, 0, LB_ARITHMETIC_FP64);
    count = add_precisions(list, count, LB_ARITHMETIC_FP32);
    list->names[count] = NULL;
}

/* One name alone: arithmetic that stores as itself, or a storage format of FP32 arithmetic. */
static void complete_precision(const char *word, char *out, size_t size)
{
    const char *arithmetic = strcasecmp(word, "fp64") == 0 ? "fp64/" : "fp32/";
    snprintf(out, size, "%s%s", strchr(word, '/') == NULL ? arithmetic : "", word);
}

enum lb_status lb_lookup_precision(const char *word, const char *where, struct lb_precision *out,
                                   struct lb_error *err)
{
    struct precision_list list;
    char full[2 * NAME_SIZE];
    size_t found;
    char hint[128], joined[512];
    list_precisions(&list);
    complete_precision(word, full, sizeof full);
    if (strchr(word, ',') != NULL)
        return lb_suggest_refuse_list(
            word, where, "precision",
            "; a list belongs to the command line of `sluice run` or `sluice compare`", err);
    LB_NEED(hint_of(other_precisions, word, hint, sizeof hint)[0] == '\0', LB_STATUS_USAGE,
            "%s: '%s' is not a precision%s\nknown: %s", where, word, hint,
            lb_names_join(list.names, joined, sizeof joined));
    if (lb_suggest_find(full, list.names, where, "precision", &found, NULL) != LB_STATUS_OK)
        return lb_fail(err, LB_STATUS_USAGE, "%s: '%s' is not a precision%s\nknown: %s", where,
                       word, lb_suggest_hint(full, list.names, hint, sizeof hint),
                       lb_names_join(list.names, joined, sizeof joined));
    *out = list.precisions[found];
    return LB_STATUS_OK;
}

enum lb_status lb_lookup_rounding(const char *word, const char *where,
                                  const struct lb_rounding **out, struct lb_error *err)
{
    const char *names[LB_MAX_NAMES + 1];
    size_t found;
    LB_LIST_NAMES(lb_roundings, names);
    enum lb_status st = lb_suggest_find(word, names, where, "way of rounding", &found, err);
    if (st == LB_STATUS_OK) *out = lb_roundings[found];
    return st;
}

enum lb_status lb_lookup_streaming(const char *word, const char *where, enum lb_streaming *out,
                                   struct lb_error *err)
{
    size_t found;
    enum lb_status st =
        lb_suggest_find(word, streaming_names, where, "way of streaming", &found, err);
    if (st == LB_STATUS_OK) *out = (enum lb_streaming)found; /* in the order of the names */
    return st;
}

enum lb_status lb_lookup_lanes(const char *word, const char *where, struct lb_layout_wishes *out,
                               struct lb_error *err)
{
    char memory[NAME_SIZE];
    size_t found, width = 0;
    const char *cross = strchr(word, 'x');
    snprintf(memory, sizeof memory, "%.*s", cross != NULL ? (int)(cross - word) : (int)strlen(word),
             word);
    enum lb_status st = lb_suggest_find(memory, lane_names, where, "number of lanes", &found, err);
    if (st == LB_STATUS_OK && cross != NULL)
        st = lb_suggest_find(cross + 1, lane_names + 1, where, "number of lanes of arithmetic",
                             &width, err);
    if (st != LB_STATUS_OK) return st;
    const int v = found == 0 ? 0 : 1 << (found - 1), w = cross != NULL ? 1 << width : 0;
    if (cross != NULL && (w > v || v > 8 * w))
        return lb_fail(err, LB_STATUS_USAGE,
                       "%s: lanes %s: VxW needs numbers with V/8 <= W <= V, such as 8x2", where,
                       word);
    out->lanes = v;
    out->arithmetic_lanes = w;
    return LB_STATUS_OK;
}

enum lb_status lb_lookup_group(const char *word, const char *where, int *out, struct lb_error *err)
{
    size_t found;
    if (word == NULL) word = "auto";
    enum lb_status st =
        lb_suggest_find(word, group_names, where, "number of work-items", &found, err);
    if (st == LB_STATUS_OK) *out = found == 0 ? 0 : 8 << found;
    return st;
}

enum lb_status lb_lookup_registers(const char *word, const char *where, int *out,
                                   struct lb_error *err)
{
    double number;
    *out = 0;
    if (word == NULL || strcmp(word, "auto") == 0) return LB_STATUS_OK;
    if (strcmp(word, "any") == 0) {
        *out = LB_REGISTERS_ANY;
        return LB_STATUS_OK;
    }
    if (!lb_number_parse(word, strlen(word), &number) || number < LB_REGISTERS_MIN ||
        number > LB_REGISTERS_MAX || floor(number) != number)
        return lb_fail(err, LB_STATUS_USAGE,
                       "%s: '%s' is no limit of registers: a whole number from %d to %d, any or "
                       "auto",
                       where, word, LB_REGISTERS_MIN, LB_REGISTERS_MAX);
    *out = (int)number;
    return LB_STATUS_OK;
}

void lb_lanes_name(const struct lb_layout_wishes *w, char *out, size_t size)
{
    if (w->lanes == 0)
        snprintf(out, size, "auto");
    else if (w->arithmetic_lanes == 0)
        snprintf(out, size, "%d", w->lanes);
    else
        snprintf(out, size, "%dx%d", w->lanes, w->arithmetic_lanes);
}

enum lb_status lb_lookup_switch(const char *word, const char *where, bool *out,
                                struct lb_error *err)
{
    size_t found;
    enum lb_status st = lb_suggest_find(word, switch_names, where, "switch", &found, err);
    if (st == LB_STATUS_OK) *out = found % 2 == 1;
    return st;
}

const char *lb_lookup_known_lattices(char *out, size_t size)
{
    const char *names[LB_MAX_NAMES + 1];
    LB_LIST_NAMES(lb_lattices, names);
    return lb_names_join(names, out, size);
}

const char *lb_lookup_known_collisions(char *out, size_t size)
{
    const char *names[LB_MAX_NAMES + 1];
    LB_LIST_NAMES(lb_collisions, names);
    return lb_names_join(names, out, size);
}

const char *lb_lookup_known_precisions(char *out, size_t size)
{
    struct precision_list list;
    list_precisions(&list);
    return lb_names_join(list.names, out, size);
}

const char *lb_lookup_known_roundings(char *out, size_t size)
{
    const char *names[LB_MAX_NAMES + 1];
    LB_LIST_NAMES(lb_roundings, names);
    return lb_names_join(names, out, size);
}

const char *lb_lookup_known_streamings(char *out, size_t size)
{
    return lb_names_join(streaming_names, out, size);
}

const char *lb_streaming_name(enum lb_streaming streaming)
{
    return streaming_names[streaming];
}
