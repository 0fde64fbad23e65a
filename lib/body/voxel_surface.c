/* voxel_surface.c - faces of cells, counted, then made.
 * SPDX-License-Identifier: MIT */
#include "body/voxel_surface.h"

#include <string.h>

/* Faces across `axis` at its lower or upper end, in runs along `run`. */
struct direction {
    int axis, run, other;
    bool is_upper;
};

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

/* A row of cells along `run`, and those on the other side of its faces; NULL: there the region ends. */
struct row {
    const uint8_t *cell, *beyond;
    size_t stride;
    uint32_t length;
};

static struct row row_at(const struct lb_voxels *v, const struct direction *d, const uint32_t at[3])
{
    const size_t stride[3] = {1, v->size[0], (size_t)v->size[0] * v->size[1]};
    const uint8_t *cell = v->number + at[2] * stride[2] + at[1] * stride[1] + at[0];
    const bool ends = at[d->axis] == (d->is_upper ? v->size[d->axis] - 1 : 0);
    const uint8_t *beyond = d->is_upper ? cell + stride[d->axis] : cell - stride[d->axis];
    return (struct row){cell, ends ? NULL : beyond, stride[d->run], v->size[d->run]};
}

/* From cell k of the row on: how many have such a face. */
static uint32_t exposed(const struct row *r, uint8_t number, uint32_t k)
{
    const uint32_t from = k;
    while (k < r->length && r->cell[k * r->stride] == number &&
           (r->beyond == NULL || r->beyond[k * r->stride] == 0))
        k++;
    return k - from;
}

/* The rectangles of one direction, from `count` on; without `out` they are only counted.  Rows of one layer across z
 * follow each other, as they lie in memory. */
static uint64_t go_through(const struct lb_voxels *v, uint8_t number, const struct direction *d,
                           uint64_t count, struct lb_mesh *out)
{
    const int slow = d->axis == 2 ? 2 : d->other, fast = 3 - slow - d->run;
    uint32_t at[3] = {0};
    for (at[slow] = 0; at[slow] < v->size[slow]; at[slow]++)
        for (at[fast] = 0; at[fast] < v->size[fast]; at[fast]++) {
            at[d->run] = 0;
            const struct row r = row_at(v, d, at);
            for (uint32_t k = 0; k < r.length; k++) {
                const uint32_t length = exposed(&r, number, k);
                if (length == 0) continue;
                at[d->run] = k;
                if (out != NULL) add_rectangle(v, d, at, length, count, out);
                count++;
                k += length;
            }
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
    if (memchr(v->number, number, (size_t)v->size[0] * v->size[1] * v->size[2]) == NULL)
        return LB_STATUS_OK;
    const uint64_t count = go_round(v, number, NULL);
    if (count == 0 || count > LB_MAX_SURFACE_RECTANGLES) return LB_STATUS_OK;
    LB_OK(lb_mesh_create((uint32_t)(4 * count), (uint32_t)(2 * count), out, err));
    go_round(v, number, out);
    return LB_STATUS_OK;
}
