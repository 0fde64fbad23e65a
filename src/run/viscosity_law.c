/* viscosity_law.c - takes a law of viscosity and its parameters into a case.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "run/setup.h"

enum { NAME_SIZE = 32 };

/* "power-law, carreau, herschel-bulkley" */
static const char *law_names(char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (const struct lb_viscosity_model *const *m = lb_viscosity_models; *m != NULL; m++)
        if ((*m)->law != NULL && used < size)
            used +=
                (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", (*m)->name);
    return out;
}

static bool has_parameter(const struct lb_viscosity_model *m, const char *name)
{
    for (int n = 0; n < LB_MAX_VISCOSITY_PARAMETERS && m->parameters[n].name != NULL; n++)
        if (strcmp(m->parameters[n].name, name) == 0) return true;
    return false;
}

/* What another law would need, and this one does not know. */
static enum lb_status refuse_others(const struct lb_values *v, const char *prefix,
                                    const struct lb_viscosity_model *law, struct lb_error *err)
{
    char key[NAME_SIZE];
    for (const struct lb_viscosity_model *const *m = lb_viscosity_models; *m != NULL; m++)
        for (int n = 1; (*m)->law != NULL && n < LB_MAX_VISCOSITY_PARAMETERS; n++) {
            const char *name = (*m)->parameters[n].name;
            if (name == NULL) break;
            snprintf(key, sizeof key, "%s%s", prefix, name);
            LB_NEED((law != NULL && has_parameter(law, name)) || !lb_values_is_set(v, key),
                    LB_STATUS_USAGE, "%s=%s is of %s, and the law is %s", key,
                    lb_values_text(v, key), law != NULL ? (*m)->name : "a law of viscosity",
                    law != NULL ? law->name : "none");
        }
    return LB_STATUS_OK;
}

enum lb_status lb_setup_law(struct lb_case *c, const struct lb_values *v, const char *prefix,
                            const char *word, double shear_rate, struct lb_error *err)
{
    char key[NAME_SIZE], known[128];
    const bool has_law = word[0] != '\0' && strcmp(word, "none") != 0;
    const struct lb_viscosity_model *law = has_law ? lb_viscosity_model_find(word) : NULL;
    LB_NEED(!has_law || (law != NULL && law->law != NULL), LB_STATUS_USAGE,
            "'%s' is no law of viscosity; known: %s", word, law_names(known, sizeof known));
    LB_OK(refuse_others(v, prefix, law, err));
    if (law == NULL) return LB_STATUS_OK;
    LB_NEED(
        c->viscosity_model == NULL, LB_STATUS_USAGE,
        "%s cannot be combined with les=: one viscosity follows the fluid, the other the eddies",
        law->name);
    LB_NEED(strcmp(c->lattice->name, "d3q7") != 0, LB_STATUS_USAGE,
            "d3q7 carries no shear stress, which %s follows; another --lattice is needed",
            law->name);
    c->viscosity_model = law;
    c->viscosity_values[0] = shear_rate;
    for (int n = 1; n < LB_MAX_VISCOSITY_PARAMETERS && law->parameters[n].name != NULL; n++) {
        const struct lb_viscosity_parameter *p = &law->parameters[n];
        snprintf(key, sizeof key, "%s%s", prefix, p->name);
        const double value = lb_values_is_set(v, key) ? lb_values_number(v, key) : p->value;
        LB_NEED(value >= p->least && value <= p->most, LB_STATUS_USAGE,
                "%s=%g of %s: from %g to %g", key, value, law->name, p->least, p->most);
        c->viscosity_values[n] = value;
    }
    return LB_STATUS_OK;
}

void lb_plan_add_law(struct lb_plan *plan, const struct lb_case *c)
{
    if (!lb_case_has_law(c)) return;
    const double viscous = lb_case_relaxation_time(c) - 0.5;
    const struct lb_law_limits limits =
        lb_viscosity_limits(c->viscosity_model, c->viscosity_values);
    lb_plan_add_fact(plan, "shear_rate", c->viscosity_values[0], "1/step", "of reference");
    lb_plan_add_fact(plan, "viscosity_there",
                     lb_viscosity_factor(c->viscosity_model, c->viscosity_values, 1.0), "1",
                     "times that of reference");
    lb_plan_add_fact(plan, "tau_least", 0.5 + viscous * limits.least, "steps",
                     "that the law allows");
    lb_plan_add_fact(plan, "tau_most", 0.5 + viscous * limits.most, "steps", NULL);
}
