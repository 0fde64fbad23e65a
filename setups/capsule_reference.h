/* capsule_reference.h - deformation of a neo-Hookean capsule in unbounded shear flow without
 * inertia, viscosity inside as outside: published results that the setup compares with.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_CAPSULE_REFERENCE_H
#define LB_SETUPS_CAPSULE_REFERENCE_H

#include <stdbool.h>

enum { LB_CAPSULE_REFERENCE_TIMES = 12 };
extern const double lb_capsule_reference_times[LB_CAPSULE_REFERENCE_TIMES]; /* rate t */

struct lb_capsule_reference {
    double capillary; /* with k1 = E_s = 3 G_s */
    double taylor;    /* D when it no longer changes */
    double angle;     /* of the longest axis to the flow [degrees]; 0: not known */
    bool has_transient;
    double transient[LB_CAPSULE_REFERENCE_TIMES]; /* D at those times */
    const char *source;                           /* of the transient, for a legend */
};

/* NULL where there is none for this capillary number. */
const struct lb_capsule_reference *lb_capsule_reference_find(double capillary);

#endif
