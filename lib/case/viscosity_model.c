/* viscosity_model.c - the table of viscosity models.
 * SPDX-License-Identifier: MIT */
#include "case/viscosity_model.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/named_table.h"
#include "case/lattice.h"

static const struct lb_viscosity_model constant = {.name = "constant",
                                                   .file = "viscosity/constant.cl"};

/* What |n| / rho is multiplied by. */
static double smagorinsky_factor(double value, const struct lb_lattice *l)
{
    const double cs2 = l->sound_speed_squared;
    return 2.0 * sqrt(2.0) * value * value / (cs2 * cs2);
}

/* With the usual operators it is stable and wrong near walls: docs/theory/collision.md. */
static const struct lb_viscosity_model smagorinsky = {
    .name = "smagorinsky",
    .file = "viscosity/smagorinsky.cl",
    .collisions = "rr",
    .parameters = {{"les", "1", 0.1, 0.0, 0.5, "Smagorinsky's constant", "LB_SMAGORINSKY",
                    smagorinsky_factor}}};

const struct lb_viscosity_model *const lb_viscosity_models[] = {&constant, &smagorinsky, NULL};

LB_DEFINE_FIND(lb_viscosity_model_find, struct lb_viscosity_model, lb_viscosity_models)

const struct lb_viscosity_model *lb_viscosity_model_with(const char *parameter, int *number)
{
    for (const struct lb_viscosity_model *const *m = lb_viscosity_models; *m != NULL; m++)
        for (int n = 0; n < LB_MAX_VISCOSITY_PARAMETERS && (*m)->parameters[n].name != NULL; n++)
            if (strcmp((*m)->parameters[n].name, parameter) == 0) {
                *number = n;
                return *m;
            }
    return NULL;
}
