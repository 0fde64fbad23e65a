/* membrane_law.h - the in-plane elasticity of a membrane as data: which kernel file, which energy.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEMBRANE_MEMBRANE_LAW_H
#define LB_MEMBRANE_MEMBRANE_LAW_H

#include <stdbool.h>

/* Energy per reference area and its derivatives by the strain invariants, all in units of the
 * shear modulus. */
struct lb_membrane_strain_energy {
    double w;
    double w1; /* dw/dI1 */
    double w2; /* dw/dI2 */
};

struct lb_membrane_law {
    const char *name; /* "neo-hookean" */
    const char *file; /* kernels/ path: the same law on the device */
    const char *summary;
    bool has_area_resistance; /* takes Skalak's C */
    /* I1 = l1^2 + l2^2 - 2 and I2 = l1^2 l2^2 - 1, with l1, l2 the principal stretches.
     * Without strain (0, 0) the energy is zero and w1 + w2 = 0: no tension. */
    struct lb_membrane_strain_energy (*energy)(double i1, double i2, double area_resistance);
};

extern const struct lb_membrane_law *const lb_membrane_laws[]; /* ends with NULL */

/* NULL if there is none of that name. */
const struct lb_membrane_law *lb_membrane_law_find(const char *name);

#endif
