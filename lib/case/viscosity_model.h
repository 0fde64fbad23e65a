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
    const char *constant; /* of the kernels; NULL: they do not know it */
    double (*printed)(double value, const struct lb_lattice *l); /* NULL: the value itself */
};

struct lb_viscosity_model {
    const char *name;       /* "constant" */
    const char *file;       /* kernels/ path: docs/adding-physics.md says what it defines */
    const char *collisions; /* it is for, as "rr"; NULL: all */
    /* Of a law of the shear rate of a fluid, whose parameter 0 is the shear rate of reference: what multiplies the
     * viscosity at `rate` > 0 times that, without yield stress and limits; the stress must grow with the rate.  No
     * function whose bits differ between hosts: lb_power.  NULL: none. */
    double (*law)(const double values[], double rate);
    int yield, least,
        most; /* which parameters limit the viscosity (struct lb_law_limits); 0: none does */
    struct lb_viscosity_parameter
        parameters[LB_MAX_VISCOSITY_PARAMETERS]; /* up to one without a name */
};

/* Yield stress and limits of the viscosity of a law, over viscosity and shear rate of reference: 0, 0 and 1 where the
 * law has none. */
struct lb_law_limits {
    double yield, least, most;
};
struct lb_law_limits lb_viscosity_limits(const struct lb_viscosity_model *law,
                                         const double values[]);

/* What a law multiplies the viscosity by at `rate` >= 0 times the shear rate of reference. */
double lb_viscosity_factor(const struct lb_viscosity_model *law, const double values[],
                           double rate);

/* x^y of x > 0, with the same bits on every host, within 1e-15 of its size times 1 + |y log2 x|, and log2 x. */
double lb_power(double x, double y);
double lb_log2(double x);

/* The first one is the default; ends with NULL. */
extern const struct lb_viscosity_model *const lb_viscosity_models[];

/* NULL if there is none of that name; the one that has a parameter, and the parameter's number. */
const struct lb_viscosity_model *lb_viscosity_model_find(const char *name);
const struct lb_viscosity_model *lb_viscosity_model_with(const char *parameter, int *number);

#endif
