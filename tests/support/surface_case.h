/* surface_case.h - small cases with a free surface, for the tests of its kernels.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_SURFACE_CASE_H
#define LB_TESTS_SURFACE_CASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "case/case.h"

enum lb_surface_shape {
    LB_SHAPE_DAM,  /* a column in the corner of a closed box, and a drop in the air above */
    LB_SHAPE_DROP, /* one drop, not quite in the middle of a periodic box, with a velocity */
    LB_SHAPE_POOL  /* fluid below two fifths of the height, flat, a floor and a lid */
};

struct lb_surface_state {
    enum lb_surface_shape shape;
    int dimensions;
    uint32_t size[3];
    double radius;
    bool has_lone_walls; /* single solid cells, scattered in a dam */
    double u[3];
};

/* FP64/FP64 in place with shift, tau 0.6, tension 1e-3, gravity along -y (2D) or -z (3D) of 1e-4
 * for the dam, none for the others.  The caller changes what it wants; `state` must outlive the
 * case. */
void lb_surface_case_init(struct lb_case *c, struct lb_surface_state *state, const char *lattice,
                          enum lb_surface_shape shape, uint32_t nx, uint32_t ny, uint32_t nz);

struct lb_device;
struct lb_survey;

/* Density, velocity and fill level of all cells after `steps` steps: five numbers each. */
enum lb_status lb_surface_run(struct lb_device *device, const struct lb_case *c, unsigned steps,
                              double *out, struct lb_survey *survey, struct lb_error *err);

/* Checks that the mass of a run keeps to `tolerance`, relative, that there is no contact of fluid
 * and gas, and that something does happen. */
void lb_surface_check_dam(struct lb_device *device, const struct lb_case *c, unsigned steps,
                          double tolerance);

#endif
