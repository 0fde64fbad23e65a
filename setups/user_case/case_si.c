/* case_si.c - metres and seconds: a key with _si behind it stands for the one without, whose unit says by what it is
 * multiplied.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "user_case/case_state.h"

static const char ending[] = "_si";

/* What a number in SI is multiplied by. */
static double factor_of(const struct own_case *s, const char *unit)
{
    const double speed = s->second / s->metre, density = lb_own_number(s, "fluid", "density_si");
    if (strcmp(unit, "cells/step") == 0) return speed;
    if (strcmp(unit, "cells/step^2") == 0) return speed * s->second;
    if (strcmp(unit, "rho0 cells^2/step^2") == 0) return speed * speed / density;
    if (strcmp(unit, "length/speed") == 0) return 1.0 / (s->second * s->steps_per_length);
    return speed / pow(s->metre * s->resolution, s->dimensions - 1.0); /* L^2 cells/step */
}

/* Those of [fluid] say how long a step is. */
const char *lb_own_si_key(const struct own_case *s, const char *section, const char *key,
                          char out[LB_KEY_SIZE], double *factor)
{
    char base[LB_KEY_SIZE];
    snprintf(base, sizeof base, "%s.%s", section, key);
    snprintf(out, LB_KEY_SIZE, "%.80s%s", base, ending);
    *factor = 1.0;
    if (strcmp(section, "fluid") != 0 && lb_values_parameter(s->values, out) != NULL &&
        lb_values_is_set(s->values, out)) {
        *factor = factor_of(s, lb_values_parameter(s->values, base)->unit);
        return out;
    }
    snprintf(out, LB_KEY_SIZE, "%s", base);
    return out;
}

struct check {
    const struct own_case *s;
    enum lb_status st;
    struct lb_error *err;
};

static enum lb_status check_one(const struct own_case *s, const struct lb_parameter *p,
                                const char *text, struct lb_error *err)
{
    char base[LB_KEY_SIZE];
    double numbers[3] = {0.0};
    snprintf(base, sizeof base, "%.*s", (int)(strlen(p->name) - strlen(ending)), p->name);
    const struct lb_parameter *of = lb_values_parameter(s->values, base);
    if (of == NULL) return LB_STATUS_OK;
    LB_NEED(!lb_values_is_set(s->values, base), LB_STATUS_USAGE,
            "%s=%s and %s=%s are the same number: one of them", base,
            lb_values_text(s->values, base), p->name, text);
    LB_NEED(s->second > 0.0, LB_STATUS_USAGE,
            "%s=%s needs box.unit_si=, the metres in L, and fluid.speed_si=, which says how long a "
            "step is",
            p->name, text);
    lb_values_point(s->values, p->name, numbers);
    for (int n = 0; n < (p->kind == LB_PARAMETER_POINT ? 3 : 1); n++) {
        const double here = numbers[n] * factor_of(s, of->unit);
        LB_NEED(here >= of->min && here <= of->max, LB_STATUS_USAGE,
                "%s=%s is %.3g %s here; %g to %g is possible", p->name, text, here, of->unit,
                of->min, of->max);
    }
    return LB_STATUS_OK;
}

static void visit(const struct lb_parameter *p, const char *text, void *context)
{
    struct check *c = context;
    const size_t length = strlen(p->name), end = strlen(ending);
    if (c->st != LB_STATUS_OK || length < end || strcmp(p->name + length - end, ending) != 0 ||
        strncmp(p->name, "fluid.", 6) == 0 || !lb_values_is_set(c->s->values, p->name))
        return;
    c->st = check_one(c->s, p, text, c->err);
}

static enum lb_status read_metre_and_second(struct own_case *s, struct lb_error *err)
{
    const bool has_unit = lb_own_is_set(s, "box", "unit_si");
    LB_NEED(has_unit || !lb_own_is_set(s, "fluid", "speed_si"), LB_STATUS_USAGE,
            "fluid.speed_si=%s needs box.unit_si=, the metres in L",
            lb_own_text(s, "fluid", "speed_si"));
    LB_NEED(lb_own_is_set(s, "fluid", "speed_si") || !lb_own_is_set(s, "fluid", "viscosity_si"),
            LB_STATUS_USAGE,
            "fluid.viscosity_si=%s needs fluid.speed_si=, which says how long a step is",
            lb_own_text(s, "fluid", "viscosity_si"));
    if (!has_unit) return LB_STATUS_OK;
    s->metre = lb_own_number(s, "box", "unit_si") / s->resolution;
    if (lb_own_is_set(s, "fluid", "speed_si"))
        s->second = s->speed * s->metre / lb_own_number(s, "fluid", "speed_si");
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_units(struct own_case *s, struct lb_error *err)
{
    struct check c = {s, LB_STATUS_OK, err};
    s->resolution = lb_own_number(s, "box", "resolution");
    s->speed = lb_own_number(s, "fluid", "speed");
    s->length = lb_own_number(s, "fluid", "length") * s->resolution;
    s->steps_per_length = s->length / s->speed;
    LB_OK(read_metre_and_second(s, err));
    lb_values_visit(s->values, visit, &c);
    return c.st;
}
