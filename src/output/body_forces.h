/* body_forces.h - the forces that links give to bodies, by face.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_BODY_FORCES_H
#define LB_OUTPUT_BODY_FORCES_H

#include "analysis/wall_faces.h"
#include "output/output.h"

/* What bodies get in a step: of this rank's links, and in the mean from cells that became solid or
 * fluid. */
struct lb_body_record {
    struct lb_link_load *links; /* owned */
    size_t count, room;
    double renewal[LB_MAX_BODIES][3];
    bool is_there;
    uint64_t step;
};
/* Collective; of now, in place of what was there. */
enum lb_status lb_body_record_take(struct lb_body_record *r, const struct lb_output_services *s,
                                   struct lb_error *err);
void lb_body_record_free(struct lb_body_record *r); /* {0} is fine */

/* Collective: force[3 * n + axis] of each face, in the order of lb_wall_faces_find.  It is the mean of
 * now and of `before`, if that is of the step before, as in records of forces.  The faces of a body add
 * up to the force of lb_solver_forces; NaN if that is.  What cells gave that became solid or fluid,
 * whose places are not kept, is in it by area. */
enum lb_status lb_body_forces_find(const struct lb_output_services *s,
                                   const struct lb_body_record *before,
                                   const struct lb_walls *walls, const struct lb_wall_face *faces,
                                   const struct lb_wall_load *loads, size_t count, double *force,
                                   struct lb_error *err);

#endif
