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

/* With the usual operators it is stable and wrong near walls: docs/theory/viscosity.md. */
static const struct lb_viscosity_model smagorinsky = {
    .name = "smagorinsky",
    .file = "viscosity/smagorinsky.cl",
    .collisions = "rr",
    .parameters = {{"les", "1", 0.1, 0.0, 0.5, "Smagorinsky's constant", "LB_SMAGORINSKY",
                    smagorinsky_factor}}};

#define SHEAR_RATE                                                                            \
    {                                                                                         \
        "shear_rate", "1/step", 0.01, 1e-15, 1.0, "where the viscosity is that of reference", \
            NULL, NULL                                                                        \
    }
#define EXPONENT                                                                        \
    {                                                                                   \
        "n", "1", 0.5, 0.2, 3.0, "exponent of the shear rate in the stress", NULL, NULL \
    }
#define LEAST                                                                                 \
    {                                                                                         \
        "least", "1", 0.01, 1e-6, 1.0, "lowest viscosity, over that of reference", NULL, NULL \
    }
#define MOST                                                                                \
    {                                                                                       \
        "most", "1", 1e3, 1.0, 1e5, "highest viscosity, over that of reference", NULL, NULL \
    }

static const double ln2 = 0.69314718055994530942;

/* 2 / ln 2 times the inverse hyperbolic tangent of (m - 1)/(m + 1), m from the root of 1/2 to that of 2. */
double lb_log2(double x)
{
    int exponent;
    double m = frexp(x, &exponent);
    if (m < 0.70710678118654752440) {
        m *= 2.0;
        exponent--;
    }
    const double s = (m - 1.0) / (m + 1.0), square = s * s;
    double p = 0.0;
    for (int odd = 23; odd >= 1; odd -= 2)
        p = p * square + 1.0 / odd;
    return p * s * (2.0 / ln2) + exponent;
}

double lb_power(double x, double y)
{
    const double z = y * lb_log2(x), whole = floor(z + 0.5), t = (z - whole) * ln2;
    double p = 1.0;
    for (int n = 14; n >= 1; n--)
        p = p * t / n + 1.0;
    return ldexp(p, (int)fmin(fmax(whole, -4000.0), 4000.0));
}

/* Ostwald and de Waele. */
static double power_of_rate(const double values[], double rate)
{
    return lb_power(rate, values[1] - 1.0);
}

/* Carreau 1972. */
static double carreau_of_rate(const double values[], double rate)
{
    const double x = values[2] * rate, least = values[3];
    return least + (1.0 - least) * lb_power(1.0 + x * x, 0.5 * (values[1] - 1.0));
}

static const struct lb_viscosity_model power_law = {
    .name = "power-law",
    .file = "viscosity/law.cl",
    .law = power_of_rate,
    .least = 2,
    .most = 3,
    .parameters = {SHEAR_RATE, EXPONENT, LEAST, MOST}};

static const struct lb_viscosity_model carreau = {
    .name = "carreau",
    .file = "viscosity/law.cl",
    .law = carreau_of_rate,
    .least = 3,
    .parameters = {SHEAR_RATE,
                   {"n", "1", 0.5, 0.2, 1.0,
                    "exponent of the shear rate in the stress where it is high", NULL, NULL},
                   {"time", "1", 1.0, 1e-4, 1e4,
                    "1 over the shear rate where thinning begins, times that of reference", NULL,
                    NULL},
                   LEAST}};

/* Below the yield stress the highest viscosity (O'Donovan & Tanner 1984). */
static const struct lb_viscosity_model herschel_bulkley = {
    .name = "herschel-bulkley",
    .file = "viscosity/law.cl",
    .law = power_of_rate,
    .yield = 2,
    .least = 3,
    .most = 4,
    .parameters = {SHEAR_RATE,
                   EXPONENT,
                   {"yield", "1", 0.5, 0.0, 1e4,
                    "yield stress, over viscosity and shear rate of reference", NULL, NULL},
                   LEAST,
                   MOST}};

struct lb_law_limits lb_viscosity_limits(const struct lb_viscosity_model *law,
                                         const double values[])
{
    return (struct lb_law_limits){.yield = law->yield > 0 ? values[law->yield] : 0.0,
                                  .least = law->least > 0 ? values[law->least] : 0.0,
                                  .most = law->most > 0 ? values[law->most] : 1.0};
}

double lb_viscosity_factor(const struct lb_viscosity_model *law, const double values[], double rate)
{
    const struct lb_law_limits limits = lb_viscosity_limits(law, values);
    const double x = fmax(rate, 1e-200);
    return fmin(fmax(limits.yield / x + law->law(values, x), limits.least), limits.most);
}

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
