/* viscosity_model.h - where the relaxation rate of a cell comes from.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_VISCOSITY_MODEL_H
#define LB_CASE_VISCOSITY_MODEL_H

struct lb_viscosity_model {
    const char *name;       /* "constant" */
    const char *file;       /* kernels/ path: docs/adding.md says what it defines */
    const char *collisions; /* it is for, as "rr"; NULL: all */
};

/* The first one is the default; ends with NULL. */
extern const struct lb_viscosity_model *const lb_viscosity_models[];

/* NULL where there is none of that name. */
const struct lb_viscosity_model *lb_viscosity_model_find(const char *name);

#endif
