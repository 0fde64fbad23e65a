/* section.c - sections of case files: which there are, and their keys as parameters.
 * SPDX-License-Identifier: MIT */
#include "parameters/section.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/suggest.h"
#include "parameters/values_internal.h"

enum { MAX_KINDS = 32, JOINED_SIZE = 1024 };

/* --- life ------------------------------------------------------------------------------------------- */

void lb_values_share_sections(struct lb_values *v)
{
    for (size_t n = 0; n < v->section_count; n++)
        v->sections[n]->owners++;
}

void lb_values_release_sections(struct lb_values *v)
{
    for (size_t n = 0; n < v->section_count; n++) {
        if (--v->sections[n]->owners > 0) continue;
        free(v->sections[n]->parameters);
        free(v->sections[n]);
    }
    v->section_count = 0;
}

/* The names lie behind the table, in one block. */
static enum lb_status copy_table(struct lb_section_table *s, struct lb_error *err)
{
    const struct lb_parameter *from = s->section.kind->parameters;
    size_t count = 0;
    while (from[count].name != NULL)
        count++;
    s->parameters = calloc(count + 1, sizeof *from + LB_KEY_SIZE);
    LB_NEED(s->parameters != NULL, LB_STATUS_FAILED, "no memory for the section [%s]", s->prefix);
    char *names = (char *)(s->parameters + count + 1);
    for (size_t n = 0; n < count; n++) {
        char *name = names + LB_KEY_SIZE * n;
        snprintf(name, LB_KEY_SIZE, "%s.%s", s->prefix, from[n].name);
        s->parameters[n] = from[n];
        s->parameters[n].name = name;
    }
    return LB_STATUS_OK;
}

static enum lb_status add(struct lb_values *v, const struct lb_section_kind *kind, const char *name,
                          struct lb_error *err)
{
    struct lb_section_table *s = calloc(1, sizeof *s);
    LB_NEED(s != NULL, LB_STATUS_FAILED, "no memory for the section [%s]", name);
    s->owners = 1;
    const size_t before = kind->has_prefix ? strlen(kind->name) + 1 : 0;
    snprintf(s->prefix, sizeof s->prefix, "%s%s%s", before > 0 ? kind->name : "",
             before > 0 ? "." : "", name);
    s->section = (struct lb_section){kind, s->prefix + before, s->prefix};
    v->sections[v->section_count++] = s;
    LB_OK(copy_table(s, err));
    return lb_values_add_table(v, s->parameters, err);
}

enum lb_status lb_values_set_kinds(struct lb_values *v, const struct lb_section_kind *kinds,
                                   struct lb_error *err)
{
    v->kinds = kinds;
    for (; kinds != NULL && kinds->name != NULL; kinds++)
        if (!kinds->is_named) LB_OK(add(v, kinds, kinds->name, err));
    return LB_STATUS_OK;
}

void lb_values_reserve(struct lb_values *v, const struct lb_reserved_section *reserved)
{
    v->reserved = reserved;
}

/* --- headings ----------------------------------------------------------------------------------------- */

/* The name in a heading; "" where it has none. */
static const char *name_in(const char *heading)
{
    const char *blank = strchr(heading, ' ');
    return blank != NULL ? blank + strspn(blank, " ") : "";
}

static const struct lb_section_kind *find_kind(const struct lb_values *v, const char *word,
                                               size_t length)
{
    for (const struct lb_section_kind *k = v->kinds; k != NULL && k->name != NULL; k++)
        if (strlen(k->name) == length && strncmp(k->name, word, length) == 0) return k;
    return NULL;
}

/* "known: [case] [parameters] [defaults] [box] [body NAME]" */
static const char *known_kinds(const struct lb_values *v, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "known: [case] [parameters] [defaults]");
    for (const struct lb_section_kind *k = v->kinds; k != NULL && k->name != NULL && used < size;
         k++)
        used += (size_t)snprintf(out + used, size - used, k->is_named ? " [%s NAME]" : " [%s]",
                                 k->name);
    return out;
}

static enum lb_status refuse_reserved(const struct lb_values *v, const char *word, size_t length,
                                      const char *where, struct lb_error *err)
{
    const struct lb_reserved_section *r = v->reserved;
    for (; r != NULL && r->name != NULL; r++)
        LB_NEED(strlen(r->name) != length || strncmp(r->name, word, length) != 0, LB_STATUS_USAGE,
                "%s: the section [%s] is reserved for %s, which this version does not have", where,
                r->name, r->purpose);
    return LB_STATUS_OK;
}

static enum lb_status refuse_kind(const struct lb_values *v, const char *heading, size_t length,
                                  const char *where, struct lb_error *err)
{
    const char *names[MAX_KINDS + 4] = {"case", "parameters", "defaults"};
    char word[LB_KEY_SIZE], hint[128], known[JOINED_SIZE];
    size_t count = 3;
    LB_OK(refuse_reserved(v, heading, length, where, err));
    for (const struct lb_section_kind *k = v->kinds;
         k != NULL && k->name != NULL && count < MAX_KINDS + 3; k++)
        names[count++] = k->name;
    snprintf(word, sizeof word, "%.*s", (int)length, heading);
    const char *found = lb_suggest_hint(word, names, hint, sizeof hint);
    return lb_fail(err, LB_STATUS_USAGE, "%s: there is no section [%s]%s %s", where, heading,
                   found[0] != '\0' ? found : ";", known_kinds(v, known, sizeof known));
}

static bool is_name(const char *text)
{
    const size_t length = strlen(text);
    for (const char *c = text; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr("-+_", *c) == NULL) return false;
    return length > 0 && length < LB_SECTION_NAME_SIZE && isalpha((unsigned char)text[0]);
}

/* Of a name that another section has. */
static const char *in_place(const struct lb_section_kind *kind, const char *name,
                            const struct lb_section *other)
{
    if (strcmp(other->name, name) != 0)
        return "; names that differ in case alone are one where a file system ignores case";
    return kind->alone != NULL && kind != other->kind && kind->alone == other->kind->alone
               ? kind->alone
               : "";
}

static enum lb_status check_name(const struct lb_values *v, const struct lb_section_kind *kind,
                                 const char *name, const char *where, struct lb_error *err)
{
    LB_NEED(kind->is_named || name[0] == '\0', LB_STATUS_USAGE,
            "%s: [%s %s]: there is one section [%s], which has no name", where, kind->name, name,
            kind->name);
    if (!kind->is_named) return LB_STATUS_OK;
    LB_NEED(name[0] != '\0', LB_STATUS_USAGE, "%s: [%s] needs a name of yours, as in [%s first]",
            where, kind->name, kind->name);
    LB_NEED(is_name(name), LB_STATUS_USAGE,
            "%s: [%s %s]: a name begins with a letter and has letters, digits, -, + and _, at most "
            "%d",
            where, kind->name, name, LB_SECTION_NAME_SIZE - 1);
    LB_NEED(kind->has_prefix || find_kind(v, name, strlen(name)) == NULL, LB_STATUS_USAGE,
            "%s: [%s %s]: [%s] is a section, and its keys would be confused with this one's; "
            "another name is needed",
            where, kind->name, name, name);
    for (size_t n = 0; n < v->section_count; n++) {
        const struct lb_section *other = &v->sections[n]->section;
        const bool may_be = kind->has_prefix != other->kind->has_prefix;
        LB_NEED(may_be || strcasecmp(other->name, name) != 0, LB_STATUS_USAGE,
                "%s: [%s %s]: the name is taken by [%s %s]%s", where, kind->name, name,
                other->kind->name, other->name, in_place(kind, name, other));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_values_add_section(struct lb_values *v, const char *heading, const char *where,
                                     char *prefix, struct lb_error *err)
{
    const size_t length = strcspn(heading, " ");
    const char *name = name_in(heading);
    const struct lb_section_kind *kind = find_kind(v, heading, length);
    if (kind == NULL) return refuse_kind(v, heading, length, where, err);
    LB_OK(check_name(v, kind, name, where, err));
    snprintf(prefix, LB_PREFIX_SIZE, "%s", kind->name);
    if (!kind->is_named) return LB_STATUS_OK;
    LB_NEED(v->section_count < LB_MAX_SECTIONS, LB_STATUS_USAGE, "%s: [%s]: more than %d sections",
            where, heading, LB_MAX_SECTIONS);
    LB_OK(add(v, kind, name, err));
    snprintf(prefix, LB_PREFIX_SIZE, "%s", v->sections[v->section_count - 1]->prefix);
    return LB_STATUS_OK;
}

/* --- asking ------------------------------------------------------------------------------------------- */

size_t lb_values_section_count(const struct lb_values *v)
{
    return v->section_count;
}

struct lb_section lb_values_section(const struct lb_values *v, size_t n)
{
    return v->sections[n]->section;
}

const struct lb_section_table *lb_values_section_of(const struct lb_values *v, const char **key)
{
    for (size_t n = 0; n < v->section_count; n++) {
        const struct lb_section_table *s = v->sections[n];
        const size_t length = strlen(s->prefix);
        if (strncmp(s->prefix, *key, length) != 0 || (*key)[length] != '.') continue;
        *key += length + 1;
        return s;
    }
    return NULL;
}

static enum lb_status no_section(const struct lb_values *v, const char *key, const char *text,
                                 const char *where, struct lb_error *err)
{
    const char *names[LB_MAX_SECTIONS + 1] = {NULL};
    char word[LB_KEY_SIZE], hint[128], known[JOINED_SIZE];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(key, "."), key);
    LB_OK(refuse_reserved(v, word, strlen(word), where, err));
    for (size_t n = 0; n < v->section_count; n++)
        names[n] = v->sections[n]->prefix;
    return lb_fail(err, LB_STATUS_USAGE, "%s: there is no section '%s' (in %s=%s)%s\nthere are: %s",
                   where, word, key, text, lb_suggest_hint(word, names, hint, sizeof hint),
                   lb_names_join(names, known, sizeof known));
}

bool lb_values_hint_in_sections(const struct lb_values *v, const char *own, char *out, size_t size)
{
    for (size_t n = 0; n < v->section_count; n++)
        for (const struct lb_parameter *p = v->sections[n]->section.kind->parameters;
             p->name != NULL; p++)
            if (strcmp(p->name, own) == 0) {
                snprintf(out, size, "; did you mean '%s.%s'?", v->sections[n]->prefix, own);
                return true;
            }
    return false;
}

enum lb_status lb_values_unknown_key(const struct lb_values *v, const char *key, const char *text,
                                     const char *where, struct lb_error *err)
{
    const char *own = key, *names[64] = {NULL};
    char hint[128], known[JOINED_SIZE], heading[LB_KEY_SIZE];
    size_t count = 0;
    const struct lb_section_table *s = lb_values_section_of(v, &own);
    if (s == NULL) return no_section(v, key, text, where, err);
    const struct lb_section_kind *kind = s->section.kind;
    for (const struct lb_parameter *p = kind->parameters; p->name != NULL && count < 63; p++)
        names[count++] = p->name;
    if (!lb_values_hint_in_sections(v, own, hint, sizeof hint))
        lb_suggest_hint(own, names, hint, sizeof hint);
    snprintf(heading, sizeof heading, kind->is_named ? "%s %s" : "%s", kind->name, s->section.name);
    return lb_fail(err, LB_STATUS_USAGE, "%s: [%s] has no key '%s' (in %s=%s)%s\nknown: %s", where,
                   heading, own, key, text, hint, lb_names_join(names, known, sizeof known));
}
