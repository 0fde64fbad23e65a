/* percolation.h - pores of an image that lead from its first layer to its last one.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_PERCOLATION_H
#define LB_ANALYSIS_PERCOLATION_H

#include <stdint.h>

#include "base/status.h"

enum { LB_PERCOLATION_SOLID, LB_PERCOLATION_PORE, LB_PERCOLATION_THROUGH };

/* An image, and how the flow goes from cell to cell. */
struct lb_percolation {
    uint8_t *cells;   /* x fastest; borrowed */
    uint32_t size[3]; /* size[2] is 1 in two dimensions */
    int axis;         /* of the flow: not periodic; the other two are */
    const int (*links)[3];
    int link_count; /* 26 at most, one cell along each axis */
};

/* Pores that are connected along links with both the first and the last layer across the axis become
 * LB_PERCOLATION_THROUGH; `count` is how many.  LB_STATUS_FAILED without memory. */
enum lb_status lb_percolation_mark(const struct lb_percolation *p, uint64_t *count,
                                   struct lb_error *err);

/* Cells through which the last layer, followed by the first one, lets the flow on. */
uint64_t lb_percolation_seam(const struct lb_percolation *p);

#endif
