/* pipe_case.h - the flow through a pipe of any direction in a box, from its inlet to its outlet.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_PIPE_CASE_H
#define LB_TESTS_PIPE_CASE_H

#include "body/voxels.h"
#include "case/case.h"
#include "domain/openings.h"
#include "geometry/mesh.h"

/* The case points into it: it must not be moved. */
struct lb_pipe {
    struct lb_mesh mesh;
    struct lb_voxels voxels;
    struct lb_voxel_report report;
    struct lb_openings openings; /* 0: the inlet, 1: the outlet */
    struct lb_boundary boundaries[2];
};

/* Between the middles of the ends [cells].  A developed flow of mean speed `speed` comes in, and
 * the density at the outlet is 1.  Makes case and pipe, in FP32. */
enum lb_status lb_pipe_make(struct lb_pipe *p, struct lb_case *c, const uint32_t size[3],
                            const double from[3], const double to[3], double radius, double speed,
                            struct lb_error *err);
void lb_pipe_free(struct lb_pipe *p);

#endif
