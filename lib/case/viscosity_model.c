/* viscosity_model.c - the table of viscosity models.
 * SPDX-License-Identifier: MIT */
#include "case/viscosity_model.h"

#include <stddef.h>

#include "base/named_table.h"

static const struct lb_viscosity_model constant = {"constant", "viscosity/constant.cl", NULL};
/* With the usual operators it is stable and wrong near walls: docs/theory/collision.md. */
static const struct lb_viscosity_model smagorinsky = {"smagorinsky", "viscosity/smagorinsky.cl",
                                                      "rr"};

const struct lb_viscosity_model *const lb_viscosity_models[] = {&constant, &smagorinsky, NULL};

LB_DEFINE_FIND(lb_viscosity_model_find, struct lb_viscosity_model, lb_viscosity_models)
