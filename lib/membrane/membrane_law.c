/* membrane_law.c - the laws of elastic membranes.
 * SPDX-License-Identifier: MIT */
#include "membrane/membrane_law.h"

#include <stddef.h>

#include "base/named_table.h"

/* W = G/2 (I1 - 1 + 1/(I2 + 1)) */
static struct lb_membrane_strain_energy neo_hookean_energy(double i1, double i2,
                                                           double area_resistance)
{
    (void)area_resistance;
    double inverse = 1.0 / (i2 + 1.0);
    return (struct lb_membrane_strain_energy){
        .w = 0.5 * (i1 - 1.0 + inverse), .w1 = 0.5, .w2 = -0.5 * inverse * inverse};
}

/* W = G/4 (I1^2 + 2 I1 - 2 I2 + C I2^2) */
static struct lb_membrane_strain_energy skalak_energy(double i1, double i2, double area_resistance)
{
    return (struct lb_membrane_strain_energy){
        .w = 0.25 * (i1 * i1 + 2.0 * i1 - 2.0 * i2 + area_resistance * i2 * i2),
        .w1 = 0.5 * (i1 + 1.0),
        .w2 = 0.5 * (area_resistance * i2 - 1.0)};
}

static const struct lb_membrane_law neo_hookean = {
    .name = "neo-hookean",
    .file = "immersed/law/neo_hookean.cl",
    .summary = "thin sheet of rubber",
    .energy = neo_hookean_energy,
};

static const struct lb_membrane_law skalak = {
    .name = "skalak",
    .file = "immersed/law/skalak.cl",
    .summary = "red blood cell: hardens, and resists a change of area",
    .has_area_resistance = true,
    .energy = skalak_energy,
};

const struct lb_membrane_law *const lb_membrane_laws[] = {&neo_hookean, &skalak, NULL};

LB_DEFINE_FIND(lb_membrane_law_find, struct lb_membrane_law, lb_membrane_laws)
