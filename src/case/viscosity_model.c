/* viscosity_model.c - the table of viscosity models.
 * SPDX-License-Identifier: MIT */
#include "case/viscosity_model.h"

#include <stddef.h>

static const struct lb_viscosity_model constant = {"constant", "viscosity/constant.cl"};

const struct lb_viscosity_model *const lb_viscosity_models[] = {&constant, NULL};
