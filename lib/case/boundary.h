/* boundary.h - boundary conditions: what comes out of the outer cells of a box.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_BOUNDARY_H
#define LB_CASE_BOUNDARY_H

#include <stdbool.h>

struct lb_boundary_condition {
    const char *name; /* "slip" */
    const char *file; /* kernels/ path: docs/adding.md says what it defines */
    bool keeps;       /* a number for each link, from step to step */
    bool
        looks_inside; /* at all populations of the cell inside, which may be of another subdomain */
};

/* Ends with NULL. */
extern const struct lb_boundary_condition *const lb_boundary_conditions[];

/* NULL where there is none of that name. */
const struct lb_boundary_condition *lb_boundary_condition_find(const char *name);

/* A boundary of a case: a condition, and the density and velocity [cells/step] that it prescribes, if
 * it does. */
struct lb_boundary {
    const struct lb_boundary_condition *condition;
    double rho, u[3];
    const double
        *profile; /* what u is multiplied by, for each cell along an axis; borrowed; NULL: by 1 */
    int profile_axis;
};

#endif
