/* viscosity_model.h - where the relaxation rate of a cell comes from.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_VISCOSITY_MODEL_H
#define LB_CASE_VISCOSITY_MODEL_H

struct lb_lattice;

enum { LB_MAX_VISCOSITY_PARAMETERS = 5 };

/* A number of a model, which a case has in viscosity_values and kernels as a constant. */
struct lb_viscosity_parameter {
    const char *name, *unit; /* "les"; setups have it by this name */
    double value;            /* what is usual */
    double least, most;
    const char *meaning;
    const char *constant;                                        /* of the kernels */
    double (*printed)(double value, const struct lb_lattice *l); /* NULL: the value itself */
};

struct lb_viscosity_model {
    const char *name;       /* "constant" */
    const char *file;       /* kernels/ path: docs/adding-physics.md says what it defines */
    const char *collisions; /* it is for, as "rr"; NULL: all */
    /* Of a law of the shear rate of a fluid: what multiplies the viscosity at `rate` times the shear rate of reference.
     * NULL: none. */
    double (*law)(const double values[], double rate);
    struct lb_viscosity_parameter
        parameters[LB_MAX_VISCOSITY_PARAMETERS]; /* up to one without a name */
};

/* The first one is the default; ends with NULL. */
extern const struct lb_viscosity_model *const lb_viscosity_models[];

/* NULL if there is none of that name; the one that has a parameter, and the parameter's number. */
const struct lb_viscosity_model *lb_viscosity_model_find(const char *name);
const struct lb_viscosity_model *lb_viscosity_model_with(const char *parameter, int *number);

#endif
