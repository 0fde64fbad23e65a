/* relaxation.c - takes the parameters of the collision operators into a case.
 * SPDX-License-Identifier: MIT */
#include "run/relaxation.h"

#include <stdio.h>
#include <string.h>

#include "run/setup.h"

enum { NAME_SIZE = 32 };
static const char prefix[] = "rate-";

static enum lb_status take_magic(const struct lb_values *v, struct lb_case *c, struct lb_error *err)
{
    if (lb_values_is_set(v, "magic") && !c->collision->has_magic)
        return lb_fail(err, LB_STATUS_USAGE, "magic: only --collision trt has it, not %s",
                       c->collision->name);
    c->magic = lb_values_number(v, "magic");
    return LB_STATUS_OK;
}

static const struct lb_rate *find_rate(const struct lb_lattice *l, const char *group)
{
    for (const struct lb_rate *r = l->rates; r->group != NULL; r++)
        if (strcmp(r->group, group) == 0 && r->shear <= 0.0) return r;
    return NULL;
}

/* "e eps q" */
static const char *free_groups(const struct lb_lattice *l, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (const struct lb_rate *r = l->rates; r->group != NULL && used < size; r++)
        if (r->shear <= 0.0)
            used +=
                (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? " " : "", r->group);
    return out;
}

struct checking {
    const struct lb_values *values;
    const struct lb_case *c;
    struct lb_error *err;
    enum lb_status st;
};

/* A rate that the user gave must have something to act on. */
static void check_rate(const struct lb_parameter *p, const char *text, void *context)
{
    struct checking *k = context;
    char groups[128];
    (void)text;
    if (k->st != LB_STATUS_OK || strncmp(p->name, prefix, sizeof prefix - 1) != 0) return;
    if (!lb_values_is_set(k->values, p->name)) return;
    if (!k->c->collision->has_rates) {
        k->st = lb_fail(k->err, LB_STATUS_USAGE, "%s: only --collision mrt has rates, not %s",
                        p->name, k->c->collision->name);
        return;
    }
    const char *group = p->name + sizeof prefix - 1;
    if (strcmp(group, "all") == 0 || find_rate(k->c->lattice, group) != NULL) return;
    k->st =
        lb_fail(k->err, LB_STATUS_USAGE, "%s: %s has no such group of moments; it has %s", p->name,
                k->c->lattice->name, free_groups(k->c->lattice, groups, sizeof groups));
}

static void take_rates(const struct lb_values *v, struct lb_case *c)
{
    const double all = lb_values_number(v, "rate-all");
    int count = 0;
    for (const struct lb_rate *r = c->lattice->rates; r->group != NULL; r++) {
        char name[NAME_SIZE];
        if (r->shear > 0.0) continue;
        snprintf(name, sizeof name, "%s%s", prefix, r->group);
        const double own = lb_values_number(v, name);
        if (own > 0.0 || all > 0.0)
            c->rates[count++] = (struct lb_chosen_rate){r->group, own > 0.0 ? own : all};
    }
}

enum lb_status lb_relaxation_apply(const struct lb_values *v, struct lb_case *c,
                                   struct lb_error *err)
{
    struct checking k = {.values = v, .c = c, .err = err, .st = LB_STATUS_OK};
    const enum lb_status st = take_magic(v, c, err);
    if (st != LB_STATUS_OK) return st;
    lb_values_visit(v, check_rate, &k);
    if (k.st == LB_STATUS_OK && c->collision->has_rates) take_rates(v, c);
    return k.st;
}

enum lb_status lb_setup_viscosity(struct lb_case *c, const char *parameter, double value,
                                  struct lb_error *err)
{
    int n = 0;
    const struct lb_viscosity_model *model = lb_viscosity_model_with(parameter, &n);
    LB_NEED(model != NULL, LB_STATUS_FAILED, "no viscosity model has a parameter '%s'", parameter);
    if (c->viscosity_model != model)
        for (int k = 0; k < LB_MAX_VISCOSITY_PARAMETERS; k++)
            c->viscosity_values[k] = model->parameters[k].value;
    c->viscosity_values[n] = value;
    if (!(value > 0.0)) return LB_STATUS_OK;
    c->viscosity_model = model;
    if (model->collisions == NULL || strcmp(model->collisions, c->collision->name) == 0)
        return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE,
                   "%s=%g is for --collision %s; with %s it would be stable and wrong beside walls",
                   parameter, value, model->collisions, c->collision->name);
}
