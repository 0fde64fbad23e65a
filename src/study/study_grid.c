/* study_grid.c - from lists to runs.
 * SPDX-License-Identifier: MIT */
#include "study/study_grid.h"

#include <ctype.h>
#include <string.h>

#include "case/lookup.h"

/* --- numbers ---------------------------------------------------------------------------------- */

static size_t count_values(const char *list)
{
    size_t count = 1;
    for (const char *c = list; *c != '\0'; c++)
        count += *c == ',' ? 1 : 0;
    return count;
}

/* 0,05 is one number with a decimal comma: nobody writes 0 and 05. */
static bool has_decimal_comma(const char *value, size_t n)
{
    return n > 0 && value[0] == '0' && isdigit((unsigned char)value[1]);
}

static enum lb_status check_list(const struct lb_study_list *list, struct lb_error *err)
{
    const char *part = list->text;
    const size_t count = count_values(part);
    for (size_t n = 0; n < count; n++) {
        const size_t length = strcspn(part, ",");
        LB_NEED(length > 0 && length < LB_STUDY_WORD_SIZE, LB_STATUS_USAGE,
                "%s=%s: value %zu is %s", list->key, list->text, n + 1,
                length == 0 ? "missing" : "too long");
        LB_NEED(!has_decimal_comma(part, n), LB_STATUS_USAGE,
                "%s=%s: a comma is between the values of a list; numbers have a decimal point",
                list->key, list->text);
        LB_NEED(n < LB_STUDY_VALUES, LB_STATUS_USAGE, "%s=%s: more than %d values", list->key,
                list->text, (int)LB_STUDY_VALUES);
        part += length + 1;
    }
    return LB_STATUS_OK;
}

static void copy_value(const char *list, size_t n, char out[LB_STUDY_WORD_SIZE])
{
    for (; n > 0; n--)
        list += strcspn(list, ",") + 1;
    snprintf(out, LB_STUDY_WORD_SIZE, "%.*s", (int)strcspn(list, ","), list);
}

/* --- names ------------------------------------------------------------------------------------ */

void lb_grid_format_name(const struct lb_precision *precision, bool shift, char *out, size_t size)
{
    char name[LB_PRECISION_NAME_SIZE];
    const struct lb_rounding *rounding = lb_precision_rounding(precision);
    const bool is_nearest = rounding == lb_roundings[0];
    lb_precision_name(precision, name, sizeof name);
    snprintf(out, size, "%s%s%s%s", name, shift ? "" : "-no-shift", is_nearest ? "" : "-",
             is_nearest ? "" : rounding->name);
    for (char *c = out; *c != '\0'; c++)
        if (*c == '/') *c = '-';
}

static void add_part(char name[LB_STUDY_NAME_SIZE], const char *part)
{
    const size_t used = strlen(name);
    snprintf(name + used, LB_STUDY_NAME_SIZE - used, "%s%.62s", used > 0 ? "_" : "", part);
}

/* "radius-3_srt_fp32-fp16s". */
static void name_run(const struct lb_study_request *request, bool has_formats,
                     struct lb_study_run *r)
{
    char part[LB_STUDY_WORD_SIZE];
    for (size_t i = 0; i < request->list_count; i++) {
        snprintf(part, sizeof part, "%.20s-%.40s", request->lists[i].key, r->words[i]);
        for (char *c = part; *c != '\0'; c++)
            if (*c == '/') *c = '_'; /* 1/3 */
        add_part(r->name, part);
    }
    if (request->lattice_count > 1) add_part(r->name, r->lattice->name);
    if (request->collision_count > 1) add_part(r->name, r->collision->name);
    if (request->streaming_count > 1) add_part(r->name, lb_streaming_name(r->streaming));
    lb_grid_format_name(&r->precision, true, part, sizeof part);
    if (has_formats) add_part(r->name, part);
}

void lb_grid_label(const struct lb_study *s, const struct lb_study_run *r,
                   char out[LB_STUDY_LABEL_SIZE])
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < s->axis_count && used < LB_STUDY_LABEL_SIZE; i++)
        used += (size_t)snprintf(out + used, LB_STUDY_LABEL_SIZE - used, "%s%s=%s",
                                 i > 0 ? " " : "", s->axes[i], r->words[i]);
}

/* Names are cut and know no '/', so that two runs may come to the same folder. */
static enum lb_status check_names(const struct lb_study *s, struct lb_error *err)
{
    for (size_t n = 1; n < s->count; n++)
        for (size_t m = 0; m < n; m++) {
            char one[LB_STUDY_LABEL_SIZE], other[LB_STUDY_LABEL_SIZE];
            if (strcmp(s->runs[m].name, s->runs[n].name) != 0) continue;
            lb_grid_label(s, &s->runs[m], one);
            lb_grid_label(s, &s->runs[n], other);
            return lb_fail(
                err, LB_STATUS_USAGE,
                "runs %zu and %zu, %s and %s, would share the folder %.60s; write one of "
                "them otherwise or leave it out",
                m + 1, n + 1, one, other, s->runs[n].name);
        }
    return LB_STATUS_OK;
}

/* --- the grid --------------------------------------------------------------------------------- */

static bool varies_in_lattice(const struct lb_study_request *request)
{
    return request->lattice_count > 1;
}

static bool varies_in_collision(const struct lb_study_request *request)
{
    return request->collision_count > 1;
}

static bool varies_in_streaming(const struct lb_study_request *request)
{
    return request->streaming_count > 1;
}

static bool varies_in_precision(const struct lb_study_request *request)
{
    const struct lb_precision *f = request->formats;
    bool varies = false;
    for (size_t n = 1; n < request->format_count; n++)
        varies = varies || f[n].storage != f[0].storage || f[n].arithmetic != f[0].arithmetic;
    return varies;
}

static bool varies_in_rounding(const struct lb_study_request *request)
{
    const struct lb_precision *f = request->formats;
    bool varies = false;
    for (size_t n = 1; n < request->format_count; n++)
        varies = varies || lb_precision_rounding(&f[n]) != lb_precision_rounding(&f[0]);
    return varies;
}

static void copy_lattice(const struct lb_study_run *r, char out[LB_STUDY_WORD_SIZE])
{
    snprintf(out, LB_STUDY_WORD_SIZE, "%s", r->lattice->name);
}

static void copy_collision(const struct lb_study_run *r, char out[LB_STUDY_WORD_SIZE])
{
    snprintf(out, LB_STUDY_WORD_SIZE, "%s", r->collision->name);
}

static void copy_streaming(const struct lb_study_run *r, char out[LB_STUDY_WORD_SIZE])
{
    snprintf(out, LB_STUDY_WORD_SIZE, "%s", lb_streaming_name(r->streaming));
}

static void copy_precision(const struct lb_study_run *r, char out[LB_STUDY_WORD_SIZE])
{
    lb_precision_name(&r->precision, out, LB_STUDY_WORD_SIZE);
}

static void copy_rounding(const struct lb_study_run *r, char out[LB_STUDY_WORD_SIZE])
{
    snprintf(out, LB_STUDY_WORD_SIZE, "%s", lb_precision_rounding(&r->precision)->name);
}

/* In the order of their axes; the last two are of formats. */
static const struct {
    const char *name;
    bool (*varies)(const struct lb_study_request *request);
    void (*copy)(const struct lb_study_run *r, char out[LB_STUDY_WORD_SIZE]);
} methods[] = {
    {"lattice", varies_in_lattice, copy_lattice},
    {"collision", varies_in_collision, copy_collision},
    {"streaming", varies_in_streaming, copy_streaming},
    {"precision", varies_in_precision, copy_precision},
    {"rounding", varies_in_rounding, copy_rounding},
};
enum { METHODS = sizeof methods / sizeof *methods, METHODS_WITHOUT_FORMATS = METHODS - 2 };

static void name_axes(struct lb_study *s, bool with_formats)
{
    const int count = with_formats ? METHODS : METHODS_WITHOUT_FORMATS;
    for (size_t i = 0; i < s->request->list_count; i++)
        s->axes[s->axis_count++] = s->request->lists[i].key;
    for (int i = 0; i < count; i++)
        if (methods[i].varies(s->request)) s->axes[s->axis_count++] = methods[i].name;
}

static void copy_words(const struct lb_study *s, struct lb_study_run *r)
{
    size_t axis = s->request->list_count;
    for (int i = 0; i < METHODS && axis < s->axis_count; i++)
        if (s->axes[axis] == methods[i].name) methods[i].copy(r, r->words[axis++]);
}

/* Digits from the last to the first. */
static size_t take_digit(size_t *number, size_t base)
{
    const size_t digit = *number % base;
    *number /= base;
    return digit;
}

static void plan_run(struct lb_study *s, size_t n, bool with_formats)
{
    const struct lb_study_request *request = s->request;
    struct lb_study_run *r = &s->runs[n];
    if (with_formats) r->precision = request->formats[take_digit(&n, request->format_count)];
    r->streaming = request->streamings[take_digit(&n, request->streaming_count)];
    r->collision = request->collisions[take_digit(&n, request->collision_count)];
    r->lattice = request->lattices[take_digit(&n, request->lattice_count)];
    for (size_t i = request->list_count; i-- > 0;) {
        const char *list = request->lists[i].text;
        copy_value(list, take_digit(&n, count_values(list)), r->words[i]);
    }
    name_run(request, with_formats && request->format_count > 1, r);
    copy_words(s, r);
}

bool lb_study_has_grid(const struct lb_study_request *request)
{
    return request->list_count > 0 || request->lattice_count > 1 || request->collision_count > 1 ||
           request->streaming_count > 1;
}

enum lb_status lb_grid_plan(struct lb_study *s, const struct lb_study_request *request,
                            bool with_formats, struct lb_error *err)
{
    size_t count = request->lattice_count * request->collision_count * request->streaming_count *
                   (with_formats ? request->format_count : 1);
    for (size_t i = 0; i < request->list_count; i++) {
        LB_OK(check_list(&request->lists[i], err));
        count *= count_values(request->lists[i].text);
    }
    LB_NEED(count <= LB_STUDY_RUNS, LB_STATUS_USAGE,
            "the lists make a grid of %zu runs; at most %d are made in one study", count,
            (int)LB_STUDY_RUNS);
    LB_OK(lb_study_plan(s, request, count, err));
    name_axes(s, with_formats);
    for (size_t n = 0; n < count; n++)
        plan_run(s, n, with_formats);
    return check_names(s, err);
}

enum lb_status lb_grid_check_cases(const struct lb_study *s, struct lb_error *err)
{
    for (size_t n = 0; n < s->count; n++) {
        struct lb_study_case one;
        const enum lb_status st = lb_study_open(s, &s->runs[n], &one, err);
        char label[LB_STUDY_LABEL_SIZE];
        lb_grid_label(s, &s->runs[n], label);
        if (st != LB_STATUS_OK && s->axis_count > 0)
            lb_error_note(err, "This is run %zu of %zu: %s.", n + 1, s->count, label);
        for (size_t i = 0; i < s->request->list_count && st != LB_STATUS_OK; i++)
            lb_error_note(err, "%s=%s is a list of %zu values%s.", s->request->lists[i].key,
                          s->request->lists[i].text, count_values(s->request->lists[i].text),
                          isdigit((unsigned char)s->request->lists[i].text[0])
                              ? "; numbers have a decimal point"
                              : "");
        LB_OK(st);
        lb_study_close(&one);
    }
    return LB_STATUS_OK;
}

static bool is_new_word(const struct lb_study *s, size_t n, size_t axis)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(s->runs[k].words[axis], s->runs[n].words[axis]) == 0) return false;
    return true;
}

void lb_grid_tell(const struct lb_study *s, const char *what)
{
    fprintf(stderr, "%zu %s: ", s->count, what);
    for (size_t axis = 0; axis < s->axis_count; axis++) {
        fprintf(stderr, "%s%s = ", axis > 0 ? "; " : "", s->axes[axis]);
        for (size_t n = 0; n < s->count; n++)
            if (is_new_word(s, n, axis))
                fprintf(stderr, "%s%s", n > 0 ? ", " : "", s->runs[n].words[axis]);
    }
    fputc('\n', stderr);
}
