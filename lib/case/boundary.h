/* boundary.h - boundary conditions: what comes out of the outer cells of a box.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_BOUNDARY_H
#define LB_CASE_BOUNDARY_H

#include <stdbool.h>
#include <stdint.h>

struct lb_boundary_condition {
    const char *name; /* "slip" */
    const char *file; /* kernels/ path: docs/adding-physics.md says what it defines */
    bool keeps;       /* a number for each link, from step to step */
    /* It calls lb_moments_inside: all populations of the cell inside, which may belong to another
     * subdomain. */
    bool looks_inside;
    bool is_closed; /* no mass goes through it */
};

/* Where two faces meet, the condition that stands first here owns the edge.  Ends with NULL. */
extern const struct lb_boundary_condition *const lb_boundary_conditions[];

/* NULL if there is none of that name. */
const struct lb_boundary_condition *lb_boundary_condition_find(const char *name);

/* What a velocity is multiplied by: a number for each cell of a part of the whole box, x
 * fastest, then y. Along an axis of size 1 it is the same everywhere; along the others all cells
 * of the boundary lie in the part. */
struct lb_profile_box {
    uint32_t begin[3], size[3];
    const double *factor; /* borrowed; NULL: 1 everywhere */
};

/* A profile along one axis of the box, which has `count` cells along it. */
struct lb_profile_box lb_profile_box_along(int axis, uint32_t count, const double *factor);

/* How many numbers it has; 0 without. */
uint64_t lb_profile_box_numbers(const struct lb_profile_box *p);

/* A boundary of a case: a condition, and the density and velocity [cells/step] that it
 * prescribes, if it does. */
struct lb_boundary {
    const struct lb_boundary_condition *condition;
    double rho, u[3];
    struct lb_profile_box profile; /* of u */
};

#endif
