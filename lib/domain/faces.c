/* faces.c - conditions of the faces of a box.
 * SPDX-License-Identifier: MIT */
#include "domain/faces.h"

#include <string.h>

const char *lb_face_name(int face)
{
    static const char *const names[LB_FACES] = {"lower x", "upper x", "lower y",
                                                "upper y", "lower z", "upper z"};
    return names[face];
}

void lb_faces_init(struct lb_faces *f, const uint32_t size[3])
{
    *f = (struct lb_faces){.count = 0};
    memcpy(f->size, size, sizeof f->size);
    for (int face = 0; face < LB_FACES; face++)
        f->boundary_of[face] = -1;
}

enum lb_status lb_faces_add(struct lb_faces *f, int face, const char *condition, const double u[3],
                            const struct lb_profile_box *profile, struct lb_error *err)
{
    const struct lb_boundary_condition *found = lb_boundary_condition_find(condition);
    LB_NEED(found != NULL, LB_STATUS_FAILED, "face %s: there is no boundary condition '%s'",
            lb_face_name(face), condition);
    LB_NEED(f->boundary_of[face] < 0, LB_STATUS_FAILED, "face %s has a boundary condition already",
            lb_face_name(face));
    f->boundaries[f->count] =
        (struct lb_boundary){.condition = found, .rho = 1.0, .u = {u[0], u[1], u[2]}};
    if (profile != NULL) f->boundaries[f->count].profile = *profile;
    f->boundary_of[face] = f->count++;
    lb_faces_sort(f);
    return LB_STATUS_OK;
}
