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

/* Which of them owns an edge. */
static int rank_of(const struct lb_faces *f, int face)
{
    int rank = 0;
    while (lb_boundary_conditions[rank] != f->boundaries[f->boundary_of[face]].condition)
        rank++;
    return rank;
}

static void sort_faces(struct lb_faces *f)
{
    int count = 0;
    for (int face = 0; face < LB_FACES; face++)
        if (f->boundary_of[face] >= 0) f->order[count++] = face;
    for (int n = 1; n < count; n++)
        for (int k = n; k > 0; k--) {
            const int a = f->order[k - 1], b = f->order[k];
            if (rank_of(f, a) <= rank_of(f, b)) break;
            f->order[k - 1] = b;
            f->order[k] = a;
        }
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
    sort_faces(f);
    return LB_STATUS_OK;
}

int lb_faces_owner(const struct lb_faces *f, const uint32_t at[3])
{
    for (int n = 0; n < f->count; n++) {
        const int face = f->order[n], axis = face / 2;
        if (at[axis] == (face % 2 == 0 ? 0 : f->size[axis] - 1)) return f->boundary_of[face];
    }
    return -1;
}
