/* poiseuille_law.h - the steady flow through a cylindrical channel of a fluid whose viscosity follows the shear rate.
 * docs/setups/poiseuille.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_POISEUILLE_LAW_H
#define LB_SETUPS_POISEUILLE_LAW_H

#include "case/case.h"

enum { LB_LAW_POINTS = 4001 };

struct lb_law_profile {
    double r[LB_LAW_POINTS], u[LB_LAW_POINTS]; /* from the axis to the wall [cells, cells/step] */
    double force;                              /* per volume that drives it [rho0 cells/step^2] */
    double wall_factor;                        /* viscosity at the wall over that of reference */
    double axis_factor;                        /* the same at a tenth of the radius */
    /* Of the stress with the shear rate at the wall, over the viscosity of reference. */
    double wall_change;
    double steepness; /* what a wall out of place costs, over what it costs a parabola */
};

/* The profile with `u_max` on the axis, by integrating the law over its shear rate; the law and its shear rate of
 * reference are those of `c`. */
void lb_law_profile_find(const struct lb_case *c, double radius, double u_max,
                         struct lb_law_profile *out);

/* The shear rate, over that of reference, up to which the viscosity is more than `factor` times that of reference. */
double lb_law_rate_above(const struct lb_case *c, double factor);

/* u at r [cells], from 0 to the radius; 0 beyond. */
double lb_law_velocity(const struct lb_law_profile *p, double r);

#endif
