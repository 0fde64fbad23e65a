/* parameter.c - parses key=value against the tables of a setup and keeps the values.
 * SPDX-License-Identifier: MIT */
#include "parameters/parameter.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/suggest.h"
#include "io/file.h"
#include "base/number_text.h"
#include "parameters/values_internal.h"

enum { TEXT_SIZE = LB_VALUE_TEXT_SIZE, JOINED_SIZE = 1024, MAX_COMPONENTS = LB_VALUE_COMPONENTS };

/* The setup's own parameters come first and hide common ones of the same name. */
struct lb_value *lb_values_find(const struct lb_values *v, const char *key)
{
    for (size_t i = 0; i < v->count; i++)
        if (strcmp(v->values[i].parameter->name, key) == 0) return &v->values[i];
    return NULL;
}

static const struct lb_value *known(const struct lb_values *v, const char *name)
{
    const struct lb_value *value = lb_values_find(v, name);
    assert(value != NULL && "a setup asked for a parameter it does not have");
    return value;
}

static const char *unit_of(const struct lb_parameter *p)
{
    return p->unit == NULL || strcmp(p->unit, "1") == 0 ? "" : p->unit;
}

static const char *kind_words(const struct lb_parameter *p)
{
    switch (p->kind) {
    case LB_PARAMETER_NUMBER: return "a number (0.1, 1e-3, 1/3)";
    case LB_PARAMETER_COUNT: return "a whole number (1000, 1e5)";
    case LB_PARAMETER_SIZE: return "one to three whole numbers (512,1024 or 512x1024)";
    case LB_PARAMETER_POINT: return "one to three numbers with commas between them (0.5,0,-1)";
    case LB_PARAMETER_FLAG: return "0 or 1";
    case LB_PARAMETER_BYTES: return "a number of bytes (512M, 4G)";
    case LB_PARAMETER_WORD: return "one word, without a comma";
    case LB_PARAMETER_TEXT:
    case LB_PARAMETER_FILE:
    case LB_PARAMETER_FILES:
    case LB_PARAMETER_IMAGE:
    case LB_PARAMETER_WORD_OR_FILE:
        return "a plain text (no ; behind a blank or in front, no blanks at its ends)";
    }
    return "a value";
}

/* "from 1 to 1000 cells" */
static const char *range_words(const struct lb_parameter *p, char *out, size_t size)
{
    char min[32], max[32];
    if (lb_parameter_is_text(p)) {
        snprintf(out, size, "from 1 to %d characters", TEXT_SIZE - 1);
        return out;
    }
    const char *unit = unit_of(p);
    lb_number_print(p->min, min, sizeof min);
    lb_number_print(p->max, max, sizeof max);
    snprintf(out, size, "from %s to %s%s%s", min, max, *unit ? " " : "", unit);
    return out;
}

typedef bool number_parser(const char *text, size_t length, double *out);

static bool parse_components(const char *text, char separator, number_parser *parse_one,
                             struct lb_value *value)
{
    value->components = 0;
    for (const char *part = text;;) {
        const char *end = strchr(part, separator);
        size_t length = end == NULL ? strlen(part) : (size_t)(end - part);
        if (value->components == MAX_COMPONENTS) return false;
        if (!parse_one(part, length, &value->numbers[value->components])) return false;
        value->components++;
        if (end == NULL) return true;
        part = end + 1;
    }
}

static bool parse_bytes(const char *text, double *out)
{
    static const char units[] = "KMG";
    size_t length = strlen(text);
    const char *unit = length > 0 ? strchr(units, toupper((unsigned char)text[length - 1])) : NULL;
    if (unit != NULL) length--;
    if (!lb_whole_parse(text, length, out)) return false;
    for (long n = unit != NULL ? unit - units : -1; n >= 0; n--)
        *out *= 1024.0;
    return true;
}

/* What a case file can hold and give back: there ` ;` begins a comment. */
static bool is_plain(const char *text)
{
    const size_t length = strlen(text);
    if (length == 0 || length >= TEXT_SIZE) return false;
    for (const char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || (*c == ';' && (c == text || c[-1] == ' '))) return false;
    return text[0] != ' ' && text[length - 1] != ' ';
}

static bool parse(const struct lb_parameter *p, const char *text, struct lb_value *value)
{
    value->components = 1;
    switch (p->kind) {
    case LB_PARAMETER_NUMBER: return lb_number_parse(text, strlen(text), &value->numbers[0]);
    case LB_PARAMETER_COUNT: return lb_whole_parse(text, strlen(text), &value->numbers[0]);
    case LB_PARAMETER_SIZE:
        return parse_components(text, strchr(text, ',') != NULL ? ',' : 'x', lb_whole_parse, value);
    case LB_PARAMETER_POINT: return parse_components(text, ',', lb_number_parse, value);
    case LB_PARAMETER_BYTES: return parse_bytes(text, &value->numbers[0]);
    case LB_PARAMETER_FLAG:
        value->numbers[0] = text[0] == '1' ? 1.0 : 0.0;
        return strcmp(text, "0") == 0 || strcmp(text, "1") == 0;
    case LB_PARAMETER_WORD:
        value->numbers[0] = 0.0;
        return is_plain(text) && strchr(text, ',') == NULL;
    case LB_PARAMETER_TEXT:
    case LB_PARAMETER_FILE:
    case LB_PARAMETER_FILES:
    case LB_PARAMETER_IMAGE:
    case LB_PARAMETER_WORD_OR_FILE: value->numbers[0] = 0.0; return is_plain(text);
    }
    return false;
}

static bool in_range(const struct lb_parameter *p, const struct lb_value *value)
{
    double max = p->kind == LB_PARAMETER_SIZE && p->max > UINT32_MAX ? UINT32_MAX : p->max;
    if (p->kind == LB_PARAMETER_FLAG || lb_parameter_is_text(p)) return true;
    for (int i = 0; i < value->components; i++)
        if (!(value->numbers[i] >= p->min && value->numbers[i] <= max)) return false;
    return true;
}

/* A fraction stays as typed: its decimal would be longer and say less. */
static void write_canonical(const char *text, struct lb_value *value)
{
    const enum lb_parameter_kind kind = value->parameter->kind;
    if (lb_parameter_is_text(value->parameter) ||
        (kind == LB_PARAMETER_NUMBER && strchr(text, '/') != NULL)) {
        snprintf(value->text, sizeof value->text, "%s", text);
        return;
    }
    if (kind == LB_PARAMETER_NUMBER) {
        lb_number_print(value->numbers[0], value->text, sizeof value->text);
        return;
    }
    size_t used = 0;
    for (int i = 0; i < value->components; i++) {
        char number[32];
        if (kind == LB_PARAMETER_POINT)
            lb_number_print(value->numbers[i], number, sizeof number);
        else
            snprintf(number, sizeof number, "%.0f", value->numbers[i]);
        used += (size_t)snprintf(value->text + used, sizeof value->text - used, "%s%s",
                                 i == 0 ? "" : ",", number);
    }
}

static enum lb_status assign(struct lb_value *value, const char *text, enum lb_value_origin origin,
                             const char *where, struct lb_error *err)
{
    const struct lb_parameter *p = value->parameter;
    struct lb_value fresh = {.parameter = p, .origin = origin};
    char range[128];
    if (text[0] == '\0' && lb_parameter_is_text(p))
        return lb_fail(err, LB_STATUS_USAGE, "%s: %s= has no value; it takes %s", where, p->name,
                       p->meaning);
    if (!parse(p, text, &fresh) && lb_parameter_is_text(p))
        return lb_fail(err, LB_STATUS_USAGE, "%s: %s=%s is not %s", where, p->name, text,
                       kind_words(p));
    if (!parse(p, text, &fresh)) {
        lb_fail(err, LB_STATUS_USAGE, "%s: %s=%s is not %s; %s goes %s", where, p->name, text,
                kind_words(p), p->name, range_words(p, range, sizeof range));
        if (p->kind != LB_PARAMETER_SIZE && p->kind != LB_PARAMETER_POINT &&
            strchr(text, ',') != NULL)
            lb_error_note(err, "Lists, for one run after the other, are for numbers of "
                               "`sluice run` on its command line.");
        if (strchr(text, '#') != NULL)
            lb_error_note(err, "After a value a comment begins with ' ;'.");
        return LB_STATUS_USAGE;
    }
    if (!in_range(p, &fresh))
        return lb_fail(err, LB_STATUS_USAGE, "%s: %s=%s is out of range; %s goes %s (%s)", where,
                       p->name, text, p->name, range_words(p, range, sizeof range), p->meaning);
    write_canonical(text, &fresh);
    *value = fresh;
    return LB_STATUS_OK;
}

enum lb_status lb_values_assign_default(struct lb_value *value, const char *text,
                                        struct lb_error *err)
{
    if (text == NULL) return LB_STATUS_OK;
    return assign(value, text, LB_ORIGIN_DEFAULT, "default", err);
}

static size_t table_length(const struct lb_parameter *table)
{
    size_t count = 0;
    while (table != NULL && table[count].name != NULL)
        count++;
    return count;
}

static enum lb_status make_room(struct lb_values *v, size_t more, struct lb_error *err)
{
    const size_t most = v->count + more + 1;
    struct lb_value *values = realloc(v->values, most * sizeof *values);
    if (values != NULL) v->values = values;
    const char **names = realloc(v->names, most * sizeof *names);
    if (names != NULL) v->names = names;
    LB_NEED(values != NULL && names != NULL, LB_STATUS_FAILED, "no memory for %zu parameters",
            most);
    return LB_STATUS_OK;
}

static void add_name(struct lb_values *v, const char *name)
{
    size_t n = 0;
    while (v->names[n] != NULL)
        n++;
    v->names[n] = name;
    v->names[n + 1] = NULL;
}

enum lb_status lb_values_add_table(struct lb_values *v, const struct lb_parameter *table,
                                   struct lb_error *err)
{
    LB_OK(make_room(v, table_length(table), err));
    if (v->count == 0) v->names[0] = NULL;
    for (; table != NULL && table->name != NULL; table++) {
        if (lb_values_find(v, table->name) != NULL) continue;
        struct lb_value *value = &v->values[v->count++];
        *value = (struct lb_value){.parameter = table};
        if (strchr(table->name, '.') == NULL) add_name(v, table->name);
        LB_OK(lb_values_assign_default(value, table->value, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_values_create(const struct lb_parameter *own, const struct lb_parameter *common,
                                struct lb_values **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_values *v = calloc(1, sizeof *v);
    LB_REQUIRE(v != NULL, LB_STATUS_FAILED, "no memory for the parameters");
    LB_TRY(lb_values_add_table(v, own, err));
    LB_TRY(lb_values_add_table(v, common, err));
    *out = v;
    v = NULL;
cleanup:
    lb_values_destroy(v);
    return st;
}

void lb_values_destroy(struct lb_values *v)
{
    if (v == NULL) return;
    lb_values_release_sections(v);
    free(v->values);
    free(v->names);
    free(v);
}

enum lb_status lb_values_copy(const struct lb_values *v, struct lb_values **out,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_values *copy = calloc(1, sizeof *copy);
    LB_REQUIRE(copy != NULL, LB_STATUS_FAILED, "no memory for the parameters");
    *copy = *v;
    lb_values_share_sections(copy);
    copy->names = NULL;
    copy->values = malloc((v->count + 1) * sizeof *copy->values);
    copy->names = malloc((v->count + 1) * sizeof *copy->names);
    LB_REQUIRE(copy->values != NULL && copy->names != NULL, LB_STATUS_FAILED,
               "no memory for %zu parameters", v->count);
    memcpy(copy->values, v->values, v->count * sizeof *v->values);
    memcpy(copy->names, v->names, (v->count + 1) * sizeof *v->names);
    *out = copy;
    copy = NULL;
cleanup:
    lb_values_destroy(copy);
    return st;
}

/* "speeds.csv", "in/speeds"; not "flat", nor "power:0.2". */
static bool is_path(const char *word, size_t length)
{
    for (size_t n = 0; n < length; n++)
        if (word[n] == '/' || (word[n] == '.' && isalpha((unsigned char)word[n + 1]) != 0))
            return true;
    return false;
}

/* Whether a word of a parameter is a path that does not begin at the root. */
static bool is_relative(const struct lb_parameter *p, const char *word, size_t length)
{
    if (length == 0 || word[0] == '/') return false;
    return p->kind == LB_PARAMETER_FILE || p->kind == LB_PARAMETER_IMAGE ||
           (p->kind == LB_PARAMETER_FILES && memchr(word, '.', length) != NULL) ||
           (p->kind == LB_PARAMETER_WORD_OR_FILE && is_path(word, length));
}

/* How many characters at its beginning lead nowhere, "./", or out of the last name of the folder, of which
 * `kept` are left: a folder that is a link has another one above it. */
static size_t skip_dots(const char *word, const char *folder, size_t *kept)
{
    size_t skip = 0;
    for (;;) {
        size_t name = *kept;
        while (name > 1 && folder[name - 2] != '/')
            name--;
        if (name > 0) name--;
        const bool is_out = strncmp(word + skip, "../", 3) == 0 && *kept > 0 &&
                            folder[name] != '.' && folder[name] != '/';
        if (is_out) *kept = name;
        if (!is_out && strncmp(word + skip, "./", 2) != 0) return skip;
        skip += is_out ? 3 : 2;
    }
}

enum lb_status lb_values_files_in(const struct lb_values *v, const char *name, const char *text,
                                  const char *folder, char *out, size_t size, struct lb_error *err)
{
    const struct lb_parameter *p = lb_values_parameter(v, name);
    const char *separators = p != NULL && p->kind == LB_PARAMETER_FILES ? "," : "";
    size_t used = 0;
    for (const char *word = text;; word++) {
        const size_t length = strcspn(word, separators);
        const bool relative = p != NULL && is_relative(p, word, length);
        if (relative && strpbrk(folder, separators) != NULL)
            return lb_fail(err, LB_STATUS_USAGE,
                           "%s=%s: commas separate files, and the folder '%s' has one in its "
                           "name; one without is needed",
                           name, text, folder);
        size_t kept = relative ? strlen(folder) : 0;
        const size_t skip = relative ? skip_dots(word, folder, &kept) : 0;
        const int written = snprintf(out + used, size - used, "%.*s%.*s", (int)kept, folder,
                                     (int)(length - skip), word + skip);
        used += (size_t)written;
        if (used + 2 > size)
            return lb_fail(err, LB_STATUS_USAGE, "%s=%s: more than %zu characters of paths", name,
                           text, size);
        word += length;
        if (*word == '\0') return LB_STATUS_OK;
        out[used++] = *word;
    }
}

/* Paths from the root on. */
static enum lb_status find_files(const struct lb_values *v, const char *key, const char *text,
                                 char whole[LB_PATH_SIZE], const char *where, struct lb_error *err)
{
    char folder[LB_PATH_SIZE] = "";
    if (getcwd(folder, sizeof folder - 1) == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "%s: %s=%s: this folder has no path: %s", where, key,
                       text, strerror(errno));
    if (strcmp(folder, "/") != 0) strcat(folder, "/");
    LB_OK(lb_values_files_in(v, key, text, folder, whole, LB_PATH_SIZE, err));
    const size_t length = strlen(whole);
    if (length <= LB_PARAMETER_MAX_PATH) return LB_STATUS_OK;
    return lb_fail(
        err, LB_STATUS_USAGE,
        "%s: %s=%s: its whole path has %zu characters, and there is room for %d; a place "
        "nearer to the root would do",
        where, key, text, length, LB_PARAMETER_MAX_PATH);
}

/* "; did you mean 'radius'?", also where a word of its meaning was written: reynolds for re. */
static const char *hint_at(const struct lb_values *v, const char *key, char *out, size_t size)
{
    const size_t length = strlen(key);
    if (lb_values_hint_in_sections(v, key, out, size)) return out;
    if (lb_suggest_hint(key, v->names, out, size)[0] != '\0' || length < 4) return out;
    for (size_t i = 0; i < v->count; i++)
        if (strncasecmp(v->values[i].parameter->meaning, key, length) == 0) {
            snprintf(out, size, "; did you mean '%s'?", v->values[i].parameter->name);
            return out;
        }
    return out;
}

static enum lb_status set_from(struct lb_values *v, const char *key, const char *text,
                               enum lb_value_origin origin, const char *where, struct lb_error *err)
{
    struct lb_value *value = lb_values_find(v, key);
    char hint[128], names[JOINED_SIZE];
    if (value == NULL && strchr(key, '.') != NULL && v->kinds != NULL)
        return lb_values_unknown_key(v, key, text, where, err);
    if (value == NULL)
        return lb_fail(err, LB_STATUS_USAGE,
                       "%s: there is no parameter '%s' (in %s=%s)%s\nknown: %s", where, key, key,
                       text, hint_at(v, key, hint, sizeof hint),
                       lb_names_join(v->names, names, sizeof names));
    if (lb_parameter_has_files(value->parameter) && text[0] != '\0') {
        char whole[LB_PATH_SIZE];
        const enum lb_status st = find_files(v, key, text, whole, where, err);
        return st != LB_STATUS_OK ? st : assign(value, whole, origin, where, err);
    }
    return assign(value, text, origin, where, err);
}

const struct lb_parameter *lb_values_parameter(const struct lb_values *v, const char *name)
{
    const struct lb_value *value = lb_values_find(v, name);
    return value != NULL ? value->parameter : NULL;
}

enum lb_status lb_values_set(struct lb_values *v, const char *key, const char *text,
                             const char *where, struct lb_error *err)
{
    return set_from(v, key, text, LB_ORIGIN_USER, where, err);
}

enum lb_status lb_values_respell(struct lb_values *v, const char *name, const char *text,
                                 struct lb_error *err)
{
    struct lb_value *value = lb_values_find(v, name);
    assert(value != NULL && "there is no such parameter");
    LB_NEED(strlen(text) <= LB_PARAMETER_MAX_TEXT, LB_STATUS_USAGE,
            "%s=%s has %zu characters, and case files have room for %d; shorter names of files "
            "would do",
            name, text, strlen(text), LB_PARAMETER_MAX_TEXT);
    snprintf(value->text, sizeof value->text, "%s", text);
    return LB_STATUS_OK;
}

void lb_values_put(struct lb_values *v, const char *name, double number)
{
    struct lb_value *value = lb_values_find(v, name);
    assert(value != NULL && "there is no such parameter");
    *value = (struct lb_value){.parameter = value->parameter,
                               .origin = LB_ORIGIN_USER,
                               .components = 1,
                               .numbers = {number}};
    write_canonical("", value);
}

enum lb_status lb_values_fix(struct lb_values *v, const char *key, const char *text,
                             const char *where, struct lb_error *err)
{
    LB_OK(set_from(v, key, text, LB_ORIGIN_USER, where, err));
    struct lb_value *value = lb_values_find(v, key);
    const struct lb_value *quick = lb_values_find(v, "quick");
    const struct lb_parameter *p = value->parameter;
    const bool is_quick = quick != NULL && quick->numbers[0] > 0.0 && p->quick != NULL;
    struct lb_value usual = {.parameter = p};
    LB_OK(lb_values_assign_default(&usual, is_quick ? p->quick : p->value, err));
    if (strcmp(usual.text, value->text) == 0) value->origin = LB_ORIGIN_FIXED;
    return LB_STATUS_OK;
}

enum lb_status lb_values_apply_quick(struct lb_values *v, struct lb_error *err)
{
    for (size_t i = 0; i < v->count; i++)
        if (v->values[i].origin < LB_ORIGIN_USER)
            LB_OK(lb_values_assign_default(&v->values[i], v->values[i].parameter->quick, err));
    return LB_STATUS_OK;
}

enum lb_status lb_values_drop_quick(struct lb_values *v, struct lb_error *err)
{
    for (size_t i = 0; i < v->count; i++)
        if (v->values[i].origin == LB_ORIGIN_FIXED)
            LB_OK(lb_values_assign_default(&v->values[i], v->values[i].parameter->value, err));
    return LB_STATUS_OK;
}

double lb_values_number(const struct lb_values *v, const char *name)
{
    return known(v, name)->numbers[0];
}

uint64_t lb_values_count(const struct lb_values *v, const char *name)
{
    return (uint64_t)known(v, name)->numbers[0];
}

bool lb_values_flag(const struct lb_values *v, const char *name)
{
    return known(v, name)->numbers[0] > 0.0;
}

int lb_values_size(const struct lb_values *v, const char *name, uint32_t out[3])
{
    const struct lb_value *value = known(v, name);
    for (int i = 0; i < value->components; i++)
        out[i] = (uint32_t)value->numbers[i];
    return value->components;
}

int lb_values_point(const struct lb_values *v, const char *name, double out[3])
{
    const struct lb_value *value = known(v, name);
    for (int i = 0; i < MAX_COMPONENTS; i++)
        out[i] = value->numbers[i];
    return value->components;
}

bool lb_values_is_set(const struct lb_values *v, const char *name)
{
    return known(v, name)->origin >= LB_ORIGIN_USER;
}

const char *lb_values_text(const struct lb_values *v, const char *name)
{
    return known(v, name)->text;
}

void lb_values_visit(const struct lb_values *v,
                     void (*visit)(const struct lb_parameter *p, const char *text, void *context),
                     void *context)
{
    for (size_t i = 0; i < v->count; i++)
        visit(v->values[i].parameter, v->values[i].text, context);
}
