/* scale.c - values in other cells and steps.
 * SPDX-License-Identifier: MIT */
#include "parameters/scale.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parameters/values_internal.h"

static bool is_word(const char *word, size_t length, const char *name)
{
    return length == strlen(name) && strncmp(word, name, length) == 0;
}

/* Words are multiplied; a stroke divides by the one behind it. */
double lb_unit_factor(const char *unit, struct lb_rescaling r)
{
    double factor = 1.0;
    bool is_below = false;
    for (const char *at = unit; *at != '\0';) {
        size_t length = 0;
        while (isalnum((unsigned char)at[length]))
            length++;
        if (length == 0) {
            is_below = *at == '/' || (is_below && *at == ' ');
            at++;
            continue;
        }
        char *end = (char *)at + length;
        const double power = at[length] == '^' ? strtod(at + length + 1, &end) : 1.0;
        const double base = is_word(at, length, "cell") || is_word(at, length, "cells")   ? r.cells
                            : is_word(at, length, "step") || is_word(at, length, "steps") ? r.steps
                                                                                          : 1.0;
        factor *= pow(base, is_below ? -power : power);
        is_below = false;
        at = end;
    }
    return factor;
}

static const char *own_name(const struct lb_parameter *p)
{
    const char *dot = strrchr(p->name, '.');
    return dot != NULL ? dot + 1 : p->name;
}

double lb_values_whole_share(const struct lb_values *v, const char *resolution, double share)
{
    const struct lb_parameter *p = lb_values_parameter(v, resolution);
    const double cells = lb_values_number(v, resolution);
    if (p->kind != LB_PARAMETER_COUNT || !(cells > 0.0)) return cells > 0.0 ? share : 0.0;
    return fmax(1.0, round(share * cells)) / cells;
}

static double rescaled(const struct lb_parameter *p, double number, struct lb_rescaling r)
{
    const double viscosity = r.cells * r.cells / r.steps;
    const bool is_whole = p->kind == LB_PARAMETER_COUNT || p->kind == LB_PARAMETER_SIZE;
    double value = number * lb_unit_factor(p->unit, r);
    if (strcmp(own_name(p), "tau") == 0) value = 0.5 + viscosity * (number - 0.5);
    /* a size of one cell is none: two dimensions */
    if (is_whole) value = number > 1.0 ? fmax(1.0, round(value)) : number;
    return value;
}

static bool stays(const struct lb_values *v, const struct lb_value *value, struct lb_rescaling r)
{
    const struct lb_parameter *p = value->parameter;
    const bool is_hidden = lb_values_find(v, p->name) != value; /* by a setup's own */
    if (is_hidden || value->components == 0 || lb_parameter_is_text(p)) return true;
    bool is_nothing = true;
    for (int k = 0; k < value->components; k++)
        is_nothing = is_nothing && !(fabs(value->numbers[k]) > 0.0);
    if (is_nothing || strcmp(own_name(p), "offset") == 0 || strcmp(own_name(p), "points") == 0)
        return true;
    return strcmp(own_name(p), "tau") != 0 && !(fabs(lb_unit_factor(p->unit, r) - 1.0) > 0.0);
}

enum lb_status lb_values_rescale(struct lb_values *v, struct lb_rescaling r, const char *where,
                                 struct lb_error *err)
{
    for (size_t n = 0; n < v->count; n++) {
        const struct lb_value *value = &v->values[n];
        char text[LB_VALUE_TEXT_SIZE];
        size_t used = 0;
        if (stays(v, value, r)) continue;
        for (int k = 0; k < value->components; k++)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%.15g", k > 0 ? "," : "",
                                     rescaled(value->parameter, value->numbers[k], r));
        LB_OK(lb_values_set(v, value->parameter->name, text, where, err));
    }
    return LB_STATUS_OK;
}
