/* case_keys.c - reads keys of sections: "wing" and "pitch" are the parameter "wing.pitch".
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number_text.h"
#include "base/suggest.h"
#include "user_case/case_state.h"

double lb_own_number(const struct own_case *s, const char *section, const char *key)
{
    char name[LB_KEY_SIZE];
    double factor;
    lb_own_si_key(s, section, key, name, &factor);
    return factor * lb_values_number(s->values, name);
}

const char *lb_own_text(const struct own_case *s, const char *section, const char *key)
{
    char name[LB_KEY_SIZE];
    double factor;
    return lb_values_text(s->values, lb_own_si_key(s, section, key, name, &factor));
}

bool lb_own_has_law(const struct own_case *s)
{
    return strcmp(lb_own_text(s, "law", "kind"), "none") != 0;
}

int lb_own_point(const struct own_case *s, const char *section, const char *key, double out[3])
{
    char name[LB_KEY_SIZE];
    double factor;
    const int count =
        lb_values_point(s->values, lb_own_si_key(s, section, key, name, &factor), out);
    for (int axis = 0; axis < 3; axis++)
        out[axis] *= factor;
    return count;
}

bool lb_own_is_set(const struct own_case *s, const char *section, const char *key)
{
    char name[LB_KEY_SIZE];
    double factor;
    return lb_values_is_set(s->values, lb_own_si_key(s, section, key, name, &factor));
}

enum lb_status lb_own_one_key(const struct own_case *s, const char *section,
                              const char *const *keys, const char *verb, const char **out,
                              struct lb_error *err)
{
    *out = NULL;
    for (; *keys != NULL; keys++) {
        if (!lb_own_is_set(s, section, *keys)) continue;
        LB_NEED(*out == NULL, LB_STATUS_USAGE, "%s.%s=%s and %s.%s=%s both %s: one of them",
                section, *out, lb_own_text(s, section, *out), section, *keys,
                lb_own_text(s, section, *keys), verb);
        *out = *keys;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_own_word(const struct own_case *s, const char *section, const char *key,
                           const char *const *words, int *out, struct lb_error *err)
{
    char path[200];
    snprintf(path, sizeof path, "%s.%s", section, key);
    return lb_suggest_one_of(path, lb_own_text(s, section, key), words, out, err);
}

enum lb_status lb_own_place(const struct own_case *s, const char *section, const char *key,
                            double out[3], struct lb_error *err)
{
    double place[3];
    const int count = lb_own_point(s, section, key, place);
    LB_NEED(count == s->dimensions || (s->dimensions == 2 && count == 3), LB_STATUS_USAGE,
            "%s.%s=%s: %d numbers are needed in %d dimensions", section, key,
            lb_own_text(s, section, key), s->dimensions, s->dimensions);
    for (int axis = 0; axis < 3; axis++)
        out[axis] = axis < s->dimensions
                        ? (place[axis] - s->origin[axis]) * s->resolution + s->layer[axis]
                        : 0.5;
    return LB_STATUS_OK;
}

enum lb_status lb_own_rate(const struct own_case *s, const char *section, const char *key,
                           double out[3], struct lb_error *err)
{
    static const char unit[] = "speed/length";
    char text[LB_PARAMETER_MAX_TEXT + 1];
    double unit_rate = 1.0, numbers[3] = {0.0, 0.0, 0.0};
    int count = 0;
    snprintf(text, sizeof text, "%s", lb_own_text(s, section, key));
    char *end = strstr(text, unit);
    if (end != NULL && end[strlen(unit)] == '\0') {
        unit_rate = s->speed / s->length;
        while (end > text && end[-1] == ' ')
            end--;
        *end = '\0';
    }
    bool is_good = true;
    for (const char *part = text; is_good && count < 3; count++) {
        const size_t length = strcspn(part, ",");
        is_good = lb_number_parse(part, length, &numbers[count]);
        if (part[length] == '\0') {
            count++;
            break;
        }
        part += length + 1;
    }
    LB_NEED(is_good && count == (s->dimensions == 2 ? 1 : 3), LB_STATUS_USAGE,
            "%s.%s=%s: %s in radians a step, or the same with speed/length behind, as in "
            "%s speed/length",
            section, key, lb_own_text(s, section, key),
            s->dimensions == 2 ? "a rate" : "rates about the three axes",
            s->dimensions == 2 ? "2" : "0,0,2");
    for (int axis = 0; axis < 3; axis++)
        out[axis] = unit_rate * (s->dimensions == 3 ? numbers[axis] : axis == 2 ? numbers[0] : 0.0);
    return LB_STATUS_OK;
}

int lb_own_named(const struct own_case *s, const char *kind, const char **out, int max)
{
    int count = 0;
    for (size_t n = 0; n < lb_values_section_count(s->values); n++) {
        const struct lb_section section = lb_values_section(s->values, n);
        if (strcmp(section.kind->name, kind) != 0) continue;
        if (count < max) out[count] = section.prefix;
        count++;
    }
    return count;
}

enum lb_status lb_own_axis(const struct own_case *s, const char *section, const char *key,
                           int *axis, struct lb_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    LB_OK(lb_own_word(s, section, key, axes, axis, err));
    LB_NEED(*axis < s->dimensions, LB_STATUS_USAGE, "%s.%s=%s: there are two dimensions, x and y",
            section, key, lb_own_text(s, section, key));
    return LB_STATUS_OK;
}
