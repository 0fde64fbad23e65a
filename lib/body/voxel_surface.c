/* voxel_surface.c - faces of cells, counted, then made.
 * SPDX-License-Identifier: MIT */
#include "body/voxel_surface.h"

#include <string.h>

/* Faces across `axis` at its lower or upper end, in runs along `run`. */
struct direction {
    int axis, run, other;
    bool is_upper;
};

static bool is_exposed(const struct lb_voxels *v, uint8_t number, const struct direction *d,
                       const uint32_t at[3])
{
    const size_t stride[3] = {1, v->size[0], (size_t)v->size[0] * v->size[1]};
    const uint8_t *cell = v->number + at[2] * stride[2] + at[1] * stride[1] + at[0];
    if (*cell != number) return false;
    if (d->is_upper) return at[d->axis] + 1 == v->size[d->axis] || cell[stride[d->axis]] == 0;
    return at[d->axis] == 0 || *(cell - stride[d->axis]) == 0;
}

/* The face of a cell, and those of the `length` - 1 cells behind it. */
static void add_rectangle(const struct lb_voxels *v, const struct direction *d,
                          const uint32_t at[3], uint32_t length, uint64_t number,
                          struct lb_mesh *out)
{
    double *position = out->position + 12 * number;
    uint32_t *corner = out->corner + 6 * number;
    for (int k = 0; k < 4; k++, position += 3) {
        for (int a = 0; a < 3; a++)
            position[a] = (double)v->begin[a] + at[a];
        position[d->axis] += d->is_upper;
        position[d->run] += (k & 1) != 0 ? length : 0.0;
        position[d->other] += (k & 2) != 0 ? 1.0 : 0.0;
    }
    /* 0 1 3, 0 3 2 goes round the axis where run and other come behind it in turn */
    const bool forward = ((d->run + 1) % 3 == d->other) == d->is_upper;
    const uint32_t order[6] = {0, forward ? 1 : 3, forward ? 3 : 1,
                               0, forward ? 3 : 2, forward ? 2 : 3};
    for (int k = 0; k < 6; k++)
        corner[k] = (uint32_t)(4 * number) + order[k];
}

/* The rectangles of one direction, from `count` on; without `out` they are only counted. */
static uint64_t go_through(const struct lb_voxels *v, uint8_t number, const struct direction *d,
                           uint64_t count, struct lb_mesh *out)
{
    uint32_t at[3] = {0};
    for (at[d->axis] = 0; at[d->axis] < v->size[d->axis]; at[d->axis]++)
        for (at[d->other] = 0; at[d->other] < v->size[d->other]; at[d->other]++)
            for (at[d->run] = 0; at[d->run] < v->size[d->run];) {
                uint32_t from[3];
                memcpy(from, at, sizeof from);
                while (at[d->run] < v->size[d->run] && is_exposed(v, number, d, at))
                    at[d->run]++;
                const uint32_t length = at[d->run] - from[d->run];
                if (length == 0) {
                    at[d->run]++;
                    continue;
                }
                if (out != NULL) add_rectangle(v, d, from, length, count, out);
                count++;
            }
    return count;
}

static uint64_t go_round(const struct lb_voxels *v, uint8_t number, struct lb_mesh *out)
{
    uint64_t count = 0;
    for (int axis = 0; axis < 3; axis++)
        for (int upper = 0; upper < 2; upper++) {
            const int run = axis == 0 ? 1 : 0;
            const struct direction d = {axis, run, 3 - axis - run, upper == 1};
            count = go_through(v, number, &d, count, out);
        }
    return count;
}

enum lb_status lb_voxels_surface(const struct lb_voxels *v, uint8_t number, struct lb_mesh *out,
                                 struct lb_error *err)
{
    *out = (struct lb_mesh){0};
    const uint64_t count = go_round(v, number, NULL);
    if (count == 0 || count > LB_MAX_SURFACE_RECTANGLES) return LB_STATUS_OK;
    LB_OK(lb_mesh_create((uint32_t)(4 * count), (uint32_t)(2 * count), out, err));
    go_round(v, number, out);
    return LB_STATUS_OK;
}
