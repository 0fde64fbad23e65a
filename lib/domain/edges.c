/* edges.c - where faces meet, which of them owns the edge.
 * SPDX-License-Identifier: MIT */
#include "domain/faces.h"

static int rank_of(const struct lb_faces *f, int face)
{
    int rank = 0;
    while (lb_boundary_conditions[rank] != f->boundaries[f->boundary_of[face]].condition)
        rank++;
    return rank;
}

void lb_faces_sort(struct lb_faces *f)
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

int lb_faces_owner(const struct lb_faces *f, const uint32_t at[3])
{
    for (int n = 0; n < f->count; n++) {
        const int face = f->order[n], axis = face / 2;
        if (at[axis] == (face % 2 == 0 ? 0 : f->size[axis] - 1)) return f->boundary_of[face];
    }
    return -1;
}
