/* viscosity_model.h - where the relaxation rate of a cell comes from.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_VISCOSITY_MODEL_H
#define LB_CASE_VISCOSITY_MODEL_H

struct lb_viscosity_model {
    const char *name; /* "constant" */
    const char *file; /* kernels/ path: docs/adding.md says what it defines */
};

/* The first one is the default; ends with NULL. */
extern const struct lb_viscosity_model *const lb_viscosity_models[];

#endif
