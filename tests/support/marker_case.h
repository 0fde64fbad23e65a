/* marker_case.h - small boxes of fluid with markers or a membrane in them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_MARKER_CASE_H
#define LB_TESTS_MARKER_CASE_H

#include <stdbool.h>
#include <stdint.h>

#include "case/case.h"

/* A stream u, and a shear (r_along - middle) of one component; walls in the first and last plane
 * of z where `walls`. */
struct lb_marker_flow {
    double u[3];
    double shear;  /* [1/step] */
    int component; /* of the velocity, that the shear is of */
    int along;     /* axis it grows along */
    double middle; /* where the sheared part is zero */
    bool walls;
    uint32_t depth; /* of the box in z */
};

/* D3Q19, SRT; fp64/fp64 or fp32/fp32; `flow` and `markers` must outlive the
 * case. */
void lb_marker_case_init(struct lb_case *c, struct lb_marker_flow *flow,
                         const struct lb_markers *markers, uint32_t nx, uint32_t ny, uint32_t nz,
                         bool fp64, int lanes);

/* A sphere of membrane, moved from its reference shape by a smooth and a random displacement. */
struct lb_test_membrane {
    struct lb_mesh mesh;
    struct lb_membrane_reference reference;
    struct lb_membrane_material material;
    struct lb_markers markers;
};

/* Prints a failure and returns false.  `stir` is the size of the displacement [cells]. */
bool lb_test_membrane_create(struct lb_test_membrane *m, unsigned subdivisions, double radius,
                             const double centre[3], double stir, const char *law,
                             const char *delta);
void lb_test_membrane_free(struct lb_test_membrane *m);

/* The kernel over 2, 3 or 4 cells, from the published formulas. */
double lb_test_delta(int points, double distance);

#endif
