/* vote_rows.c - rows of cells whose own count is not what the other two axes say.
 * Beside a hole, and all through a tube without lids: there a row meets no triangle at all.
 * SPDX-License-Identifier: MIT */
#include "body/crossings_internal.h"

struct row {
    const uint8_t *votes;
    size_t stride;
    uint32_t size;
    int axis;
};

/* Bit 0: it has a solid cell; bit 1: it is wrong about a cell. */
static unsigned look_along(const struct row *r)
{
    unsigned found = 0;
    for (uint32_t k = 0; k < r->size; k++) {
        const uint8_t votes = r->votes[k * r->stride];
        const bool says = (votes >> r->axis & 1) != 0;
        const bool is_solid = lb_votes_are_most(votes);
        found |= (is_solid ? 1u : 0u) | (is_solid != says ? 2u : 0u);
    }
    return found;
}

static void note_first(const struct lb_voxel_box *region, int axis, const uint32_t at[3],
                       struct lb_voxel_report *report)
{
    const uint64_t before = report->wrong_rows[0] + report->wrong_rows[1] + report->wrong_rows[2];
    if (before + report->open_rows[0] + report->open_rows[1] + report->open_rows[2] > 0) return;
    report->open_axis = axis;
    for (int a = 0; a < 3; a++)
        report->open_at[a] = a == axis ? 0 : region->begin[a] + at[a];
}

static void count_along(const uint8_t *votes, const struct lb_voxel_box *region, int axis,
                        struct lb_voxel_report *report)
{
    const size_t stride[3] = {1, region->size[0], (size_t)region->size[0] * region->size[1]};
    const int a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
    struct row r = {.stride = stride[axis], .size = region->size[axis], .axis = axis};
    uint32_t at[3] = {0};
    for (at[b] = 0; at[b] < region->size[b]; at[b]++)
        for (at[a] = 0; at[a] < region->size[a]; at[a]++) {
            r.votes = votes + at[a] * stride[a] + at[b] * stride[b];
            const unsigned found = look_along(&r);
            if ((found & 2) != 0) note_first(region, axis, at, report);
            report->rows[axis] += found != 0;
            report->wrong_rows[axis] += found >> 1;
        }
}

void lb_votes_count_rows(const uint8_t *votes, const struct lb_voxel_box *region,
                         struct lb_voxel_report *report)
{
    for (int axis = 0; axis < 3; axis++)
        count_along(votes, region, axis, report);
}
