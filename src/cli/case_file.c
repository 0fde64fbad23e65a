/* case_file.c - reads with inih; the reader counts lines, as Debian's build of inih does not tell.
 * SPDX-License-Identifier: MIT */
#include "cli/case_file.h"

#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "io/file.h"
#include "parameters/section.h"

enum {
    KEY_SIZE = 96,
    HEADING_SIZE = 64,
    TEXT_SIZE = LB_PARAMETER_MAX_TEXT + 1,
    MAX_LINES = 2000,
    MAX_HEADINGS = LB_MAX_SECTIONS + 3
};

/* Those that every case has, and those of the setup. */
enum section { SECTION_CASE, SECTION_PARAMETERS, SECTION_DEFAULTS, SECTION_OWN };
static const char *const section_names[] = {"case", "parameters", "defaults", NULL};
static const char *const case_keys[] = {"setup", "lattice",   "collision", "precision", "rounding",
                                        "shift", "streaming", "lanes",     "device",    NULL};

struct entry {
    enum section section;
    size_t heading; /* of SECTION_OWN */
    int line;
    char key[KEY_SIZE];
    char text[TEXT_SIZE];
};

/* "body wing" */
struct heading {
    int line;
    char text[HEADING_SIZE];
};

struct lb_case_file {
    char *path;
    struct heading headings[MAX_HEADINGS]; /* of the setup's sections */
    size_t heading_count;
    size_t count;
    struct entry entries[MAX_LINES];
};

struct reading {
    struct lb_case_file *file;
    FILE *stream;
    int line;
    int failed_line; /* of the first failure in `err` */
    struct lb_error *err;
};

static enum lb_status fail_at(struct reading *r, const char *sentence, const char *word)
{
    if (r->failed_line != 0) return LB_STATUS_USAGE;
    r->failed_line = r->line;
    return lb_fail(r->err, LB_STATUS_USAGE, "%s:%d: %s%s", r->file->path, r->line, sentence, word);
}

static bool is_common(const char *heading)
{
    for (int i = 0; section_names[i] != NULL; i++)
        if (strcmp(section_names[i], heading) == 0) return true;
    return false;
}

/* Also of sections without a key, of which inih does not tell. */
static void add_heading(struct reading *r, const char *line)
{
    struct lb_case_file *file = r->file;
    const char *begin = line + strspn(line, " \t"), *end = strchr(begin, ']');
    char text[HEADING_SIZE], sentence[HEADING_SIZE + 64];
    if (begin[0] != '[' || end == NULL) return;
    const size_t length = (size_t)(end - begin - 1);
    snprintf(text, sizeof text, "%.*s", (int)length, begin + 1);
    if (is_common(text)) return;
    for (size_t n = 0; n < file->heading_count; n++)
        if (strcmp(file->headings[n].text, text) == 0) {
            snprintf(sentence, sizeof sentence, "the section [%s] was begun already, in line %d",
                     text, file->headings[n].line);
            fail_at(r, sentence, "");
            return;
        }
    if (length >= HEADING_SIZE - 16 || file->heading_count == MAX_HEADINGS) {
        fail_at(r,
                length >= HEADING_SIZE - 16 ? "the name of this section is too long"
                                            : "more sections than a case can have",
                "");
        return;
    }
    file->headings[file->heading_count].line = r->line;
    memcpy(file->headings[file->heading_count++].text, text, sizeof text);
}

static char *read_line(char *out, int size, void *context)
{
    struct reading *r = context;
    if (fgets(out, size, r->stream) == NULL) return NULL;
    r->line++;
    add_heading(r, out);
    if (strchr(out, '\n') != NULL || feof(r->stream)) return out;
    fail_at(r, "this line is too long", "");
    return NULL;
}

/* What stands between a wrong word and the words that are known. */
static const char *hint_or_stop(const char *word, const char *const *names, char *out, size_t size)
{
    return lb_suggest_hint(word, names, out, size)[0] != '\0' ? out : ";";
}

static bool find_section(struct reading *r, const char *name, enum section *out)
{
    for (int i = 0; section_names[i] != NULL; i++) {
        *out = (enum section)i;
        if (strcmp(section_names[i], name) == 0) return true;
    }
    *out = SECTION_OWN;
    if (name[0] != '\0') return true;
    fail_at(r, "this line stands before the first section; known: [case] [parameters] ",
            "[defaults]");
    return false;
}

static bool is_case_key(struct reading *r, const char *name)
{
    char hint[128], names[128], sentence[320];
    for (int i = 0; case_keys[i] != NULL; i++)
        if (strcmp(case_keys[i], name) == 0) return true;
    snprintf(sentence, sizeof sentence, "[case] has no key '%s'%s known: ", name,
             hint_or_stop(name, case_keys, hint, sizeof hint));
    fail_at(r, sentence, lb_names_join(case_keys, names, sizeof names));
    return false;
}

/* [parameters] and [defaults] are one place. */
static bool is_same_place(const struct entry *a, const struct entry *b)
{
    if (a->section == SECTION_CASE || b->section == SECTION_CASE) return a->section == b->section;
    if (a->section == SECTION_OWN || b->section == SECTION_OWN)
        return a->section == b->section && a->heading == b->heading;
    return true;
}

static bool is_new(struct reading *r, const struct entry *fresh, const char *name)
{
    for (size_t i = 0; i < r->file->count; i++) {
        const struct entry *e = &r->file->entries[i];
        if (!is_same_place(e, fresh) || strcmp(e->key, name) != 0) continue;
        char sentence[128];
        snprintf(sentence, sizeof sentence, "'%s' was given already, in line %d", name, e->line);
        fail_at(r, sentence, "");
        return false;
    }
    return true;
}

/* Called by inih for each line `name = value`; 0 marks the line as wrong. */
static int add_entry(void *context, const char *section, const char *name, const char *value)
{
    struct reading *r = context;
    struct entry fresh = {.heading = r->file->heading_count - 1, .line = r->line};
    if (r->failed_line != 0) return 0;
    if (!find_section(r, section, &fresh.section)) return 0;
    if (strlen(name) >= KEY_SIZE || strlen(value) >= TEXT_SIZE)
        return fail_at(r, "key or value is too long", "") == LB_STATUS_OK;
    if (fresh.section == SECTION_CASE && !is_case_key(r, name)) return 0;
    if (!is_new(r, &fresh, name)) return 0;
    if (r->file->count == MAX_LINES)
        return fail_at(r, "more lines than a case can have", "") == LB_STATUS_OK;
    struct entry *e = &r->file->entries[r->file->count++];
    *e = fresh;
    snprintf(e->key, sizeof e->key, "%s", name);
    snprintf(e->text, sizeof e->text, "%s", value);
    return 1;
}

enum lb_status lb_case_file_read(const char *path, struct lb_case_file **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct reading r = {.err = err};
    struct lb_case_file *file = calloc(1, sizeof *file);
    LB_REQUIRE(file != NULL, LB_STATUS_FAILED, "no memory for the case file");
    r.file = file;
    file->path = strdup(path);
    LB_REQUIRE(file->path != NULL, LB_STATUS_FAILED, "no memory for the case file");
    r.stream = fopen(path, "r");
    LB_REQUIRE(r.stream != NULL, LB_STATUS_FAILED, "cannot read the case file '%s': %s", path,
               strerror(errno));
    int wrong_line = ini_parse_stream(read_line, &r, add_entry, &r);
    LB_REQUIRE(!ferror(r.stream), LB_STATUS_FAILED, "cannot read the case file '%s': %s", path,
               strerror(errno));
    if (wrong_line > 0 && (r.failed_line == 0 || wrong_line < r.failed_line)) {
        r.failed_line = wrong_line; /* syntax: inih says only where */
        *err = (struct lb_error){0};
        LB_REQUIRE(false, LB_STATUS_USAGE, "%s:%d: expected [section] or key = value", path,
                   wrong_line);
    }
    LB_REQUIRE(wrong_line >= 0, LB_STATUS_FAILED, "no memory for the case file");
    if (r.failed_line != 0) st = LB_STATUS_USAGE;
    if (st != LB_STATUS_OK) goto cleanup;
    *out = file;
    file = NULL;
cleanup:
    if (r.stream != NULL) fclose(r.stream);
    lb_case_file_destroy(file);
    return st;
}

void lb_case_file_destroy(struct lb_case_file *file)
{
    if (file == NULL) return;
    free(file->path);
    free(file);
}

const char *lb_case_file_text(const struct lb_case_file *file, const char *key, char *where,
                              size_t size)
{
    for (size_t i = 0; file != NULL && i < file->count; i++) {
        const struct entry *e = &file->entries[i];
        if (e->section != SECTION_CASE || strcmp(e->key, key) != 0) continue;
        snprintf(where, size, "%s:%d: %s", file->path, e->line, key);
        return e->text;
    }
    return NULL;
}

/* Files are looked for beside the case file. */
static enum lb_status from_here(const struct lb_case_file *file, const struct lb_values *values,
                                const char *key, const char *text, char *out, size_t size,
                                struct lb_error *err)
{
    char folder[LB_PATH_SIZE] = "";
    const char *end = strrchr(file->path, '/');
    if (end != NULL)
        snprintf(folder, sizeof folder, "%.*s", (int)(end - file->path + 1), file->path);
    return lb_values_files_in(values, key, text, folder, out, size, err);
}

struct applying {
    const struct lb_case_file *file;
    struct lb_values *values;
    char prefixes[MAX_HEADINGS][LB_PREFIX_SIZE]; /* of keys, by heading */
};

/* 0, which would only look, where an earlier version wrote down that none were given. */
static bool is_without_steps(const struct entry *e)
{
    return strcmp(e->key, "steps") == 0 && strcmp(e->text, "0") == 0;
}

static enum lb_status apply_entries(const struct applying *a, bool defaults, struct lb_error *err)
{
    for (size_t i = 0; i < a->file->count; i++) {
        const struct entry *e = &a->file->entries[i];
        const bool is_own = e->section == SECTION_OWN;
        char where[512], whole[LB_PATH_SIZE], key[KEY_SIZE + LB_PREFIX_SIZE];
        if (e->section == SECTION_CASE || (e->section == SECTION_DEFAULTS) != defaults) continue;
        if (defaults && is_without_steps(e)) continue;
        snprintf(key, sizeof key, "%s%s%s", is_own ? a->prefixes[e->heading] : "",
                 is_own ? "." : "", e->key);
        LB_OK(from_here(a->file, a->values, key, e->text, whole, sizeof whole, err));
        snprintf(where, sizeof where, "%s:%d", a->file->path, e->line);
        if (defaults)
            LB_OK(lb_values_fix(a->values, key, whole, where, err));
        else
            LB_OK(lb_values_set(a->values, key, whole, where, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status add_sections(struct applying *a, struct lb_error *err)
{
    for (size_t n = 0; n < a->file->heading_count; n++) {
        char where[512];
        snprintf(where, sizeof where, "%s:%d", a->file->path, a->file->headings[n].line);
        LB_OK(lb_values_add_section(a->values, a->file->headings[n].text, where, a->prefixes[n],
                                    err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_case_file_without_setup(const struct lb_case_file *file, struct lb_error *err)
{
    struct lb_values *none = NULL;
    LB_OK(lb_values_create(NULL, NULL, &none, err));
    struct applying a = {.file = file, .values = none};
    const enum lb_status st = add_sections(&a, err);
    lb_values_destroy(none);
    if (st != LB_STATUS_OK) return st;
    return lb_fail(err, LB_STATUS_USAGE, "%s: [case] names no setup", file->path);
}

/* The sections come first, as all keys of theirs are parameters then; what was asked for comes before what was
 * by default: whether quick=1 was says what the defaults were. */
enum lb_status lb_case_file_apply(const struct lb_case_file *file, struct lb_values *values,
                                  struct lb_error *err)
{
    struct applying a = {.file = file, .values = values};
    if (file == NULL) return LB_STATUS_OK;
    LB_OK(add_sections(&a, err));
    LB_OK(apply_entries(&a, false, err));
    return apply_entries(&a, true, err);
}
