/* field_box.c - a box of cells in memory as a source of fields.
 * SPDX-License-Identifier: MIT */
#include "support/field_box.h"

static void copy(double *to, size_t n, const double *from, size_t at, size_t components)
{
    for (size_t c = 0; to != NULL && c < components; c++)
        to[components * n + c] = from != NULL ? from[components * at + c] : 0.0;
}

enum lb_status lb_field_box_read(void *context, const uint32_t begin[3], const uint32_t end[3],
                                 double *rho, double *u, double *fill, struct lb_error *err)
{
    struct lb_field_box *box = context;
    size_t n = 0;
    for (int axis = 0; axis < 3; axis++)
        if (begin[axis] >= end[axis] || end[axis] > box->size[axis])
            return lb_fail(err, LB_STATUS_FAILED, "[%u, %u) is not within the box", begin[axis],
                           end[axis]);
    for (uint32_t z = begin[2]; z < end[2]; z++)
        for (uint32_t y = begin[1]; y < end[1]; y++)
            for (uint32_t x = begin[0]; x < end[0]; x++, n++) {
                const size_t at = ((size_t)z * box->size[1] + y) * box->size[0] + x;
                copy(rho, n, box->rho, at, 1);
                copy(u, n, box->u, at, 3);
                copy(fill, n, box->fill, at, 1);
            }
    if (n > box->max_cells) box->max_cells = n;
    box->cells_read += n;
    return LB_STATUS_OK;
}
