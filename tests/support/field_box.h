/* field_box.h - a box of cells in memory as a source of fields.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_FIELD_BOX_H
#define LB_TESTS_FIELD_BOX_H

#include "io/field.h"

/* Borrowed arrays, x fastest; those that are NULL read as 0. */
struct lb_field_box {
    uint32_t size[3];
    const double *rho, *u, *fill;
    uint64_t max_cells; /* of one read so far */
    uint64_t cells_read;
};

/* For struct lb_field_source; `context` is the box. */
enum lb_status lb_field_box_read(void *context, const uint32_t begin[3], const uint32_t end[3],
                                 double *rho, double *u, double *fill, struct lb_error *err);

#endif
