/* file_part.c - boxes of points and of cells.
 * SPDX-License-Identifier: MIT */
#include "decomposition/file_part.h"

struct lb_cell_box lb_file_part(const struct lb_decomposition *d)
{
    struct lb_cell_box box = lb_cells_of(d, LB_IMAGE_ITSELF);
    for (int a = 0; a < 3; a++)
        if (box.end[a] < d->whole[a]) box.end[a]++;
    return box;
}

struct lb_cell_box lb_cells_with_neighbours(struct lb_cell_box box, const uint32_t whole[3])
{
    if (lb_cells_count(&box) == 0) return box;
    for (int a = 0; a < 3; a++) {
        if (whole[a] == 1) continue;
        box.begin[a]--;
        box.end[a]++;
    }
    return box;
}

struct lb_cell_box lb_cells_of(const struct lb_decomposition *d, int image)
{
    const int64_t away[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
    struct lb_cell_box box;
    for (int a = 0; a < 3; a++) {
        box.begin[a] = (int64_t)d->origin[a] + away[a] * (int64_t)d->whole[a];
        box.end[a] = box.begin[a] + (int64_t)d->size[a];
    }
    return box;
}

bool lb_cells_meet(const struct lb_cell_box *a, const struct lb_cell_box *b,
                   struct lb_cell_box *out)
{
    bool is_empty = false;
    for (int axis = 0; axis < 3; axis++) {
        out->begin[axis] = a->begin[axis] > b->begin[axis] ? a->begin[axis] : b->begin[axis];
        out->end[axis] = a->end[axis] < b->end[axis] ? a->end[axis] : b->end[axis];
        is_empty = is_empty || out->begin[axis] >= out->end[axis];
    }
    return !is_empty;
}

uint64_t lb_cells_count(const struct lb_cell_box *box)
{
    uint64_t count = 1;
    for (int a = 0; a < 3; a++)
        count *= (uint64_t)(box->end[a] - box->begin[a]);
    return count;
}
