/* viscosity_model.c - the table of viscosity models.
 * SPDX-License-Identifier: MIT */
#include "case/viscosity_model.h"

#include <float.h>
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

/* With the usual operators it is stable and wrong near walls: docs/theory/viscosity.md. */
static const struct lb_viscosity_model smagorinsky = {
    .name = "smagorinsky",
    .file = "viscosity/smagorinsky.cl",
    .collisions = "rr",
    .parameters = {{"les", "1", 0.1, 0.0, 0.5, "Smagorinsky's constant", "LB_SMAGORINSKY",
                    smagorinsky_factor}}};

/* Shear rates are looked at over that of reference. */
static double shear_scale(double value, const struct lb_lattice *l)
{
    return 1.0 / (sqrt(2.0) * l->sound_speed_squared * value);
}

static double log2_of(double value, const struct lb_lattice *l)
{
    (void)l;
    return log2(value);
}

#define SHEAR_RATE                                                                            \
    {                                                                                         \
        "shear_rate", "1/step", 0.01, 1e-15, 1.0, "where the viscosity is that of reference", \
            "LB_SHEAR_SCALE", shear_scale                                                     \
    }
#define EXPONENT                                                                              \
    {                                                                                         \
        "n", "1", 0.5, 0.2, 3.0, "exponent of the shear rate in the stress", "LB_LAW_N", NULL \
    }
#define LEAST                                                                                      \
    {                                                                                              \
        "least", "1", 0.01, 1e-6, 1.0, "lowest viscosity, over that of reference", "LB_LAW_LEAST", \
            NULL                                                                                   \
    }
#define MOST                                                                                    \
    {                                                                                           \
        "most", "1", 1e3, 1.0, 1e5, "highest viscosity, over that of reference", "LB_LAW_MOST", \
            NULL                                                                                \
    }

static double within(double factor, double least, double most)
{
    return fmin(fmax(factor, least), most);
}

/* Ostwald and de Waele. */
static double power_of_rate(const double values[], double rate)
{
    return within(pow(rate, values[1] - 1.0), values[2], values[3]);
}

/* Carreau 1972. */
static double carreau_of_rate(const double values[], double rate)
{
    const double x = values[2] * rate, least = values[3];
    return least + (1.0 - least) * pow(1.0 + x * x, 0.5 * (values[1] - 1.0));
}

/* Below the yield stress the highest viscosity (O'Donovan & Tanner 1984). */
static double yielding(const double values[], double rate)
{
    const double x = fmax(rate, DBL_MIN);
    return within(values[2] / x + pow(x, values[1] - 1.0), values[3], values[4]);
}

static const struct lb_viscosity_model power_law = {
    .name = "power-law",
    .file = "viscosity/power_law.cl",
    .law = power_of_rate,
    .parameters = {SHEAR_RATE, EXPONENT, LEAST, MOST}};

static const struct lb_viscosity_model carreau = {
    .name = "carreau",
    .file = "viscosity/carreau.cl",
    .law = carreau_of_rate,
    .parameters = {SHEAR_RATE,
                   {"n", "1", 0.5, 0.2, 1.0,
                    "exponent of the shear rate in the stress where it is high", "LB_LAW_N", NULL},
                   {"time", "1", 1.0, 1e-4, 1e4,
                    "1 over the shear rate where thinning begins, times that of reference",
                    "LB_LAW_LOG2_TIME", log2_of},
                   LEAST}};

static const struct lb_viscosity_model herschel_bulkley = {
    .name = "herschel-bulkley",
    .file = "viscosity/herschel_bulkley.cl",
    .law = yielding,
    .parameters = {SHEAR_RATE,
                   EXPONENT,
                   {"yield", "1", 0.5, 0.0, 1e4,
                    "yield stress, over viscosity and shear rate of reference", "LB_LAW_YIELD",
                    NULL},
                   LEAST,
                   MOST}};

const struct lb_viscosity_model *const lb_viscosity_models[] = {
    &constant, &smagorinsky, &power_law, &carreau, &herschel_bulkley, NULL};

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
