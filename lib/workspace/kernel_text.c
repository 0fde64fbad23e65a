/* kernel_text.c - flattens the includes of a program behind its constants.
 * SPDX-License-Identifier: MIT */
#include "workspace/kernel_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_text.h"
#include "layout/embedded.h"
#include "workspace/kernel_constants.h"
#include "workspace/kernel_slots.h"
#include "workspace/text_constants.h"

enum { MAX_DEPTH = 8, NAME_SIZE = 256, MAX_ONCE = 8 };

/* The first line of a file that a text has once, however often it is included. */
static const char once[] = "#pragma once\n";

struct flattener {
    const struct lb_kernel_source *source; /* NULL: a text that needs no case */
    const char *kernel_dir;                /* NULL: the embedded files */
    FILE *out;
    char once[MAX_ONCE][NAME_SIZE]; /* files that say so and are in the text */
    int once_count;
};

static enum lb_status read_from_disk(const char *folder, const char *name, char **text,
                                     struct lb_error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    *text = file != NULL ? lb_read_text(file) : NULL;
    if (*text == NULL)
        lb_fail(err, LB_STATUS_FAILED, "cannot read kernel file '%s': %s", path, strerror(errno));
    if (file != NULL) fclose(file);
    return *text != NULL ? LB_STATUS_OK : LB_STATUS_FAILED;
}

static enum lb_status read_embedded(const char *name, char **text, struct lb_error *err)
{
    for (const struct lb_embedded_file *f = lb_embedded_files; f->name != NULL; f++) {
        if (strcmp(f->name, name) != 0) continue;
        *text = strdup(f->text);
        if (*text == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for '%s'", name);
        return LB_STATUS_OK;
    }
    return lb_fail(err, LB_STATUS_FAILED, "the program carries no kernel file '%s'", name);
}

/* Whether `line` is `#include "name"`; copies the name. */
static bool is_include(const char *line, size_t length, char name[NAME_SIZE])
{
    static const char start[] = "#include \"";
    if (length < sizeof start || strncmp(line, start, sizeof start - 1) != 0) return false;
    const char *begin = line + sizeof start - 1;
    const char *end = memchr(begin, '"', length - (sizeof start - 1));
    if (end == NULL || (size_t)(end - begin) >= NAME_SIZE) return false;
    memcpy(name, begin, (size_t)(end - begin));
    name[end - begin] = '\0';
    return true;
}

/* Whether a file that is in a text once is there; if not, it is noted. */
static enum lb_status is_repeated(struct flattener *f, const char *name, bool *out,
                                  struct lb_error *err)
{
    *out = false;
    for (int n = 0; n < f->once_count; n++)
        *out = *out || strcmp(f->once[n], name) == 0;
    if (*out) return LB_STATUS_OK;
    LB_NEED(f->once_count < MAX_ONCE, LB_STATUS_FAILED, "too many files like '%s'", name);
    snprintf(f->once[f->once_count++], NAME_SIZE, "%s", name);
    return LB_STATUS_OK;
}

static enum lb_status append_file(struct flattener *f, const char *name, int depth,
                                  struct lb_error *err);

/* The file of each condition that the case has, once. */
static enum lb_status append_boundaries(struct flattener *f, int depth, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (const struct lb_boundary_condition *const *b = lb_boundary_conditions;
         *b != NULL && st == LB_STATUS_OK; b++) {
        bool is_used = false;
        for (int n = 0; n < f->source->c->boundary_count; n++)
            is_used = is_used || f->source->c->boundaries[n].condition == *b;
        if (is_used) st = append_file(f, (*b)->file, depth, err);
    }
    return st;
}

/* What `included`, named in a line of `name`, stands for. */
static enum lb_status append_included(struct flattener *f, const char *included, const char *name,
                                      unsigned number, int depth, struct lb_error *err)
{
    const bool is_slot = strncmp(included, "slot/", 5) == 0;
    if (f->source != NULL && strcmp(included, "slot/boundaries") == 0)
        return append_boundaries(f, depth, err);
    const char *file = f->source != NULL ? lb_kernel_slot_file(f->source, included)
                       : is_slot         ? NULL
                                         : included;
    LB_NEED(file != NULL, LB_STATUS_FAILED,
            "kernel file '%s', line %u: this program has nothing for '%s'", name, number, included);
    return *file != '\0' ? append_file(f, file, depth, err) : LB_STATUS_OK;
}

/* Lines of the file `name`, of which `text` begins with line `number`. */
static enum lb_status append_lines(struct flattener *f, const char *text, const char *name,
                                   unsigned number, int depth, struct lb_error *err)
{
    fprintf(f->out, "#line %u \"%s\"\n", number, name);
    for (const char *line = text; *line != '\0'; number++) {
        const char *end = strchr(line, '\n');
        const size_t length = end != NULL ? (size_t)(end - line) : strlen(line);
        char included[NAME_SIZE];
        if (is_include(line, length, included)) {
            LB_OK(append_included(f, included, name, number, depth + 1, err));
            fprintf(f->out, "#line %u \"%s\"\n", number + 1, name);
        } else {
            fprintf(f->out, "%.*s\n", (int)length, line);
        }
        line += length + (end != NULL ? 1 : 0);
    }
    return LB_STATUS_OK;
}

static enum lb_status append_file(struct flattener *f, const char *name, int depth,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL;
    bool is_there = false;
    LB_REQUIRE(depth < MAX_DEPTH, LB_STATUS_FAILED, "kernel file '%s' includes itself", name);
    if (f->kernel_dir != NULL)
        LB_TRY(read_from_disk(f->kernel_dir, name, &text, err));
    else
        LB_TRY(read_embedded(name, &text, err));
    const bool is_once = strncmp(text, once, sizeof once - 1) == 0;
    if (is_once) LB_TRY(is_repeated(f, name, &is_there, err));
    if (!is_there)
        LB_TRY(append_lines(f, is_once ? text + sizeof once - 1 : text, name, is_once ? 2 : 1,
                            depth, err));
cleanup:
    free(text);
    return st;
}

/* The text of a stream in memory, which is closed. */
static enum lb_status close_text(FILE **stream, const char *entry, struct lb_error *err)
{
    const bool written = fclose(*stream) == 0;
    *stream = NULL;
    if (written) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "out of memory for the text of '%s'", entry);
}

static enum lb_status open_text(char **text, size_t *size, FILE **out, const char *entry,
                                struct lb_error *err)
{
    *out = open_memstream(text, size);
    if (*out != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "out of memory for the text of '%s'", entry);
}

static enum lb_status create(const char *entry, const struct lb_kernel_source *source,
                             const struct lb_kernel_places *places, char **out,
                             struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *body = NULL, *constants = NULL, *text = NULL;
    size_t size[3];
    FILE *front = NULL, *whole = NULL;
    struct flattener f = {.source = source,
                          .kernel_dir = places != NULL ? places->kernel_dir : NULL};
    LB_TRY(open_text(&body, &size[0], &f.out, entry, err));
    LB_TRY(append_file(&f, entry, 0, err));
    LB_TRY(close_text(&f.out, entry, err));
    LB_TRY(open_text(&constants, &size[1], &front, entry, err));
    if (source != NULL) lb_kernel_constants_print(front, entry, source);
    LB_TRY(close_text(&front, entry, err));
    LB_TRY(open_text(&text, &size[2], &whole, entry, err));
    LB_TRY(lb_print_constants(whole, constants, body, err));
    fputs(body, whole);
    LB_TRY(close_text(&whole, entry, err));
    *out = text;
    text = NULL;
cleanup:
    if (f.out != NULL) fclose(f.out);
    if (front != NULL) fclose(front);
    if (whole != NULL) fclose(whole);
    free(body);
    free(constants);
    free(text);
    return st;
}

int lb_kernel_source_lanes(const struct lb_kernel_source *s)
{
    return s->is_scalar ? 1 : s->layout->arithmetic_lanes;
}

struct lb_population_set lb_case_populations(const struct lb_case *c, const struct lb_layout *l)
{
    return (struct lb_population_set){.lattice = c->lattice,
                                      .storage = c->storage,
                                      .collision = c->collision,
                                      .stride = l->stride,
                                      .read_next = LB_BUFFER_F,
                                      .other = lb_case_has_one_copy(c) ? LB_BUFFER_F
                                                                       : LB_BUFFER_OTHER_F};
}

struct lb_population_set lb_case_heat_populations(const struct lb_case *c,
                                                  const struct lb_layout *l)
{
    struct lb_population_set set = lb_case_populations(c, l);
    set.lattice = lb_heat_lattice(c);
    set.read_next = LB_BUFFER_HEAT;
    set.other = lb_case_has_one_copy(c) ? LB_BUFFER_HEAT : LB_BUFFER_OTHER_HEAT;
    return set;
}

enum lb_status lb_kernel_text_create(const char *entry, const struct lb_kernel_source *source,
                                     const struct lb_kernel_places *places, char **out,
                                     struct lb_error *err)
{
    return create(entry, source, places, out, err);
}

enum lb_status lb_kernel_text_create_plain(const char *entry, const struct lb_kernel_places *places,
                                           char **out, struct lb_error *err)
{
    return create(entry, NULL, places, out, err);
}
