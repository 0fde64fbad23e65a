/* kernel_parameters.c - a scanner for the declarations of kernels: tokens, then parameters.
 * SPDX-License-Identifier: MIT */
#include "opencl/kernel_parameters.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- tokens ----------------------------------------------------------------------------------- */

struct token {
    const char *start;
    size_t length; /* 0: the text has ended */
};

static bool is_word(const struct token *t, const char *word)
{
    return t->length == strlen(word) && strncmp(t->start, word, t->length) == 0;
}

static bool is_identifier(const struct token *t)
{
    return t->length > 0 && (isalpha((unsigned char)*t->start) || *t->start == '_');
}

/* The end of a directive, which goes on behind a backslash at the end of its line and inside of a
 * comment. */
static const char *skip_directive(const char *at)
{
    while (*at != '\0' && *at != '\n') {
        if (at[0] == '\\' && at[1] != '\0') at++;
        if (at[0] == '/' && at[1] == '/') return at;
        if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            if (end == NULL) return at + strlen(at);
            at = end + 1;
        }
        at++;
    }
    return at;
}

/* Over blanks, comments and directives. */
static const char *skip_blank(const char *at)
{
    for (;;) {
        while (isspace((unsigned char)*at))
            at++;
        if (at[0] == '/' && at[1] == '/') {
            at += strcspn(at, "\n");
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            at = end != NULL ? end + 2 : at + strlen(at);
        } else if (*at == '#') {
            at = skip_directive(at);
        } else {
            return at;
        }
    }
}

static const char *skip_quoted(const char *at)
{
    const char quote = *at++;
    while (*at != '\0' && *at != quote)
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

/* The next word, number, quoted text or single character. */
static struct token next(const char **at)
{
    const char *start = skip_blank(*at), *end = start;
    if (isalnum((unsigned char)*start) || *start == '_')
        while (isalnum((unsigned char)*end) || *end == '_')
            end++;
    else if (*start == '"' || *start == '\'')
        end = skip_quoted(start);
    else if (*start != '\0')
        end++;
    *at = end;
    return (struct token){start, (size_t)(end - start)};
}

/* Goes on behind the bracket that closes the one before `at`. */
static void skip_brackets(const char **at)
{
    for (int depth = 1; depth > 0;) {
        const struct token t = next(at);
        if (t.length == 0) return;
        depth += is_word(&t, "(") - is_word(&t, ")");
    }
}

/* --- declarations ----------------------------------------------------------------------------- */

static enum lb_status copy(const struct token *t, char *out, size_t size, struct lb_error *err)
{
    if (t->length >= size)
        return lb_fail(err, LB_STATUS_FAILED, "'%.*s' is too long for a name in a kernel",
                       (int)t->length, t->start);
    memcpy(out, t->start, t->length);
    out[t->length] = '\0';
    return LB_STATUS_OK;
}

static bool is_qualifier(const struct token *t)
{
    static const char *const qualifiers[] = {"const",     "volatile",   "restrict",     "private",
                                             "__private", "__restrict", "__attribute__"};
    for (size_t n = 0; n < sizeof qualifiers / sizeof *qualifiers; n++)
        if (is_word(t, qualifiers[n])) return true;
    return false;
}

/* Reads up to the comma or bracket behind a parameter; its name is the last word, its type the word
 * before.  *is_last says that the bracket was met; a parameter without a name is none. */
static enum lb_status read_parameter(const char **at, struct lb_parameter *out, bool *is_last,
                                     struct lb_error *err)
{
    struct token name = {NULL, 0}, type = {NULL, 0}, t;
    *out = (struct lb_parameter){.is_buffer = false};
    for (t = next(at); t.length > 0 && !is_word(&t, ",") && !is_word(&t, ")"); t = next(at)) {
        if (is_word(&t, "(")) skip_brackets(at);
        if (is_word(&t, "*")) out->is_buffer = true;
        if (!is_identifier(&t) || is_qualifier(&t)) continue;
        type = name;
        name = t;
    }
    *is_last = !is_word(&t, ",");
    if (type.length == 0) return LB_STATUS_OK; /* () and (void) */
    const enum lb_status st = copy(&name, out->name, sizeof out->name, err);
    if (st != LB_STATUS_OK || out->is_buffer) return st;
    return copy(&type, out->type, sizeof out->type, err);
}

static enum lb_status read_parameters(const char **at, struct lb_kernel_declaration *k,
                                      struct lb_error *err)
{
    struct lb_parameter p;
    for (bool is_last = false; !is_last;) {
        const enum lb_status st = read_parameter(at, &p, &is_last, err);
        if (st != LB_STATUS_OK) return st;
        if (p.name[0] == '\0') continue;
        struct lb_parameter *longer =
            realloc(k->parameters, (k->count + 1) * sizeof *k->parameters);
        if (longer == NULL || k->count == LB_MAX_PARAMETERS) {
            if (longer != NULL) k->parameters = longer;
            return lb_fail(err, LB_STATUS_FAILED, "too many parameters of kernel '%s'", k->name);
        }
        k->parameters = longer;
        k->parameters[k->count++] = p;
    }
    return LB_STATUS_OK;
}

/* Behind the word `kernel`: attributes, `void`, a name and its bracket; else it is no declaration,
 * and *at stays. */
static bool read_head(const char **at, struct token *name)
{
    const char *here = *at;
    struct token t = next(&here);
    while (is_word(&t, "__attribute__")) {
        t = next(&here);
        skip_brackets(&here);
        t = next(&here);
    }
    if (!is_word(&t, "void")) return false;
    *name = next(&here);
    if (!is_identifier(name)) return false;
    t = next(&here);
    if (!is_word(&t, "(")) return false;
    *at = here;
    return true;
}

static enum lb_status add_kernel(struct lb_kernel_declarations *d, const struct token *name,
                                 const char **at, struct lb_error *err)
{
    struct lb_kernel_declaration *longer = realloc(d->kernels, (d->count + 1) * sizeof *d->kernels);
    if (longer == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "out of memory for the kernels of a program");
    d->kernels = longer;
    struct lb_kernel_declaration *k = &d->kernels[d->count++];
    *k = (struct lb_kernel_declaration){.count = 0};
    const enum lb_status st = copy(name, k->name, sizeof k->name, err);
    return st != LB_STATUS_OK ? st : read_parameters(at, k, err);
}

enum lb_status lb_kernel_declarations_scan(const char *text, struct lb_kernel_declarations *out,
                                           struct lb_error *err)
{
    *out = (struct lb_kernel_declarations){0};
    const char *at = text;
    struct token name;
    for (struct token t = next(&at); t.length > 0; t = next(&at)) {
        if (!is_word(&t, "kernel") && !is_word(&t, "__kernel")) continue;
        if (!read_head(&at, &name)) continue;
        const enum lb_status st = add_kernel(out, &name, &at, err);
        if (st == LB_STATUS_OK) continue;
        lb_kernel_declarations_free(out);
        return st;
    }
    return LB_STATUS_OK;
}

void lb_kernel_declarations_free(struct lb_kernel_declarations *d)
{
    for (size_t n = 0; n < d->count; n++)
        free(d->kernels[n].parameters);
    free(d->kernels);
    *d = (struct lb_kernel_declarations){0};
}

/* --- looking up ------------------------------------------------------------------------------- */

const struct lb_kernel_declaration *
lb_kernel_declaration_find(const struct lb_kernel_declarations *d, const char *name)
{
    for (size_t n = 0; n < d->count; n++)
        if (strcmp(d->kernels[n].name, name) == 0) return &d->kernels[n];
    return NULL;
}

int lb_parameter_index(const struct lb_kernel_declaration *kernel, const char *name)
{
    for (unsigned n = 0; n < kernel->count; n++)
        if (strcmp(kernel->parameters[n].name, name) == 0) return (int)n;
    return -1;
}

void lb_parameter_names(const struct lb_kernel_declaration *kernel, char *out, size_t size)
{
    size_t used = 0;
    snprintf(out, size, "%s", kernel->count == 0 ? "none" : "");
    for (unsigned n = 0; n < kernel->count && used < size; n++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", n > 0 ? ", " : "",
                                 kernel->parameters[n].name);
}
