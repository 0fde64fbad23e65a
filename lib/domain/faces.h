/* faces.h - the six faces of a box: which boundary condition each has, and which of them owns the
 * cells of edges and corners.
 *
 * Faces 2 a and 2 a + 1 are the lower and the upper end of axis a.  A face with a condition is one
 * layer of boundary cells (LB_CELL_BOUNDARY) inside the box; one without joins the opposite one:
 * periodic. SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_FACES_H
#define LB_DOMAIN_FACES_H

#include "base/status.h"
#include "case/case.h"

enum { LB_FACES = 6 };

/* For a case's boundaries: `boundaries` and `count` of them; the struct must outlive the case. */
struct lb_faces {
    uint32_t size[3]; /* of the box [cells] */
    struct lb_boundary boundaries[LB_FACES];
    int count, boundary_of[LB_FACES]; /* number of a face's boundary; -1: periodic */
    int order[LB_FACES]; /* `count` faces: the first one of a cell at an edge owns it */
};

/* All faces periodic. */
void lb_faces_init(struct lb_faces *f, const uint32_t size[3]);

/* Gives a face a condition with density 1 at velocity `u` [cells/step], which is multiplied by `profile`;
 * NULL: by 1.  Names face and condition and fails with LB_STATUS_FAILED where there is no such condition
 * or the face has one. */
enum lb_status lb_faces_add(struct lb_faces *f, int face, const char *condition, const double u[3],
                            const struct lb_profile_box *profile, struct lb_error *err);

/* "lower y" */
const char *lb_face_name(int face);

/* The boundary that owns an outer cell; -1 inside.  At edges and corners it is the one
 * whose condition stands first in lb_boundary_conditions; of two alike the face of the lower
 * number. */
int lb_faces_owner(const struct lb_faces *f, const uint32_t at[3]);

#endif
