/* override.c - a command line over a case file: what of the file it takes away, or takes the place of.
 * SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "parameters/values_internal.h"

static const char si[] = "_si";

LB_PRINTF_LIKE(2, 3) static void tell(struct lb_values *v, const char *format, ...)
{
    const size_t used = strlen(v->overridden);
    const int before =
        snprintf(v->overridden + used, sizeof v->overridden - used, "%s", used > 0 ? "; " : "");
    va_list args;
    if (used + (size_t)before >= sizeof v->overridden) return;
    va_start(args, format);
    vsnprintf(v->overridden + used + before, sizeof v->overridden - used - (size_t)before, format,
              args);
    va_end(args);
}

/* As if the file did not have it. */
static enum lb_status take_away(struct lb_value *value, struct lb_error *err)
{
    *value = (struct lb_value){.parameter = value->parameter};
    return lb_values_assign_default(value, value->parameter->value, err);
}

/* "steps" is of "until steps turns", and so is "steps_si". */
static bool is_of(const char *group, const char *key)
{
    size_t length = strlen(key);
    if (length > strlen(si) && strcmp(key + length - strlen(si), si) == 0) length -= strlen(si);
    for (const char *word = group; *word != '\0'; word += strspn(word, " ")) {
        const size_t end = strcspn(word, " ");
        if (end == length && strncmp(word, key, end) == 0) return true;
        word += end;
    }
    return false;
}

/* The file's alternatives to a key that the command line gives. */
static enum lb_status make_way(struct lb_values *v, const struct lb_section_table *s,
                               const char *group, const struct lb_value *given,
                               struct lb_error *err)
{
    const size_t prefix = strlen(s->prefix) + 1;
    for (const struct lb_parameter *p = s->parameters; p->name != NULL; p++) {
        struct lb_value *other = lb_values_find(v, p->name);
        if (other == given || other->origin != LB_ORIGIN_USER || !is_of(group, p->name + prefix))
            continue;
        tell(v, "%s=%s takes the place of %s=%s in the case file", given->parameter->name,
             given->text, p->name, other->text);
        LB_OK(take_away(other, err));
        other->made_way = true;
    }
    return LB_STATUS_OK;
}

/* Two keys for the end of a run: of a case file that has both, only one is true. */
static enum lb_status make_way_for_steps(struct lb_values *v, const struct lb_value *given,
                                         struct lb_error *err)
{
    struct lb_value *own = lb_values_find(v, "stop.steps");
    const bool is_end = strcmp(given->parameter->name, "steps") == 0 && given->numbers[0] > 0.0;
    if (!is_end || own == NULL || own->origin != LB_ORIGIN_USER) return LB_STATUS_OK;
    tell(v, "steps=%s takes the place of stop.steps=%s in the case file", given->text, own->text);
    own->made_way = true;
    return take_away(own, err);
}

enum lb_status lb_values_override(struct lb_values *v, const char *key, const char *text,
                                  const char *where, struct lb_error *err)
{
    const char *own = key;
    struct lb_value *value = lb_values_find(v, key);
    if (text[0] == '\0' && value != NULL && value->origin == LB_ORIGIN_USER) {
        tell(v, "%s=%s in the case file is taken away", key, value->text);
        return take_away(value, err);
    }
    if (text[0] == '\0' && value != NULL && value->made_way) return LB_STATUS_OK;
    LB_NEED(text[0] != '\0' || value == NULL || strchr(key, '.') == NULL, LB_STATUS_USAGE,
            "%s: %s= takes a key of the case file away, and it has no such key", where, key);
    LB_OK(lb_values_set(v, key, text, where, err));
    value->origin = LB_ORIGIN_COMMAND;
    LB_OK(make_way_for_steps(v, value, err));
    const struct lb_section_table *s = lb_values_section_of(v, &own);
    const char *const *group = s != NULL ? s->section.kind->alternatives : NULL;
    for (; group != NULL && *group != NULL; group++)
        if (is_of(*group, own)) LB_OK(make_way(v, s, *group, value, err));
    return LB_STATUS_OK;
}

const char *lb_values_overridden(const struct lb_values *v)
{
    return v->overridden;
}
