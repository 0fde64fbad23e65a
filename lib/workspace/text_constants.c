/* text_constants.c - which constants a kernel text asks for.
 * SPDX-License-Identifier: MIT */
#include "workspace/text_constants.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct constant {
    const char *line, *name; /* in the text of the constants */
    size_t line_length, name_length;
    bool is_used;
};

static const char define[] = "#define ";

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t name_length(const char *text)
{
    size_t n = 0;
    while (is_in_name(text[n]))
        n++;
    return n;
}

static size_t line_length(const char *text)
{
    const char *end = strchr(text, '\n');
    return end != NULL ? (size_t)(end - text) + 1 : strlen(text);
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text += line_length(text))
        n++;
    return n;
}

/* What is no definition has an empty name. */
static struct constant constant_of(const char *line)
{
    struct constant k = {.line = line, .line_length = line_length(line), .name = line};
    if (strncmp(line, define, sizeof define - 1) == 0) {
        k.name = line + sizeof define - 1;
        k.name_length = name_length(k.name);
    }
    return k;
}

/* Marks the constants of that name, or of those that begin so. */
static void mark(struct constant *constants, size_t count, const char *name, size_t length,
                 bool is_prefix)
{
    for (struct constant *k = constants; k < constants + count; k++)
        if ((k->name_length == length || (is_prefix && k->name_length > length)) &&
            memcmp(k->name, name, length) == 0)
            k->is_used = true;
}

/* Behind a comment or a string, which messages are; the same place where none begins. */
static const char *skip_prose(const char *text)
{
    const bool is_comment = strncmp(text, "/*", 2) == 0;
    if (!is_comment && *text != '"') return text;
    const char *end = is_comment ? strstr(text + 2, "*/") : strchr(text + 1, '"');
    return end == NULL ? text + strlen(text) : is_comment ? end + 2 : end + 1;
}

static void mark_used(struct constant *constants, size_t count, const char *body)
{
    static const char asked[] = "defined(";
    for (const char *at = body; *at != '\0';) {
        const char *behind = skip_prose(at);
        const size_t length = name_length(at);
        if (behind != at) {
            at = behind;
        } else if (strncmp(at, asked, sizeof asked - 1) == 0) {
            at += sizeof asked - 1;
            at += name_length(at);
        } else if (length > 0) {
            mark(constants, count, at, length, strncmp(at + length, "##", 2) == 0);
            at += length;
        } else {
            at++;
        }
    }
}

enum lb_status lb_print_constants(FILE *out, const char *constants, const char *body,
                                  struct lb_error *err)
{
    const size_t count = count_lines(constants);
    struct constant *all = calloc(count + 1, sizeof *all);
    if (all == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for constants");
    const char *line = constants;
    for (size_t n = 0; n < count; n++, line += line_length(line))
        all[n] = constant_of(line);
    mark_used(all, count, body);
    for (const struct constant *k = all; k < all + count; k++) {
        if (k->is_used || k->name_length == 0)
            fprintf(out, "%.*s", (int)k->line_length, k->line);
        else
            fprintf(out, "%s%.*s 0\n", define, (int)k->name_length, k->name);
    }
    free(all);
    return LB_STATUS_OK;
}
