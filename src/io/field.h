/* field.h - a read-only view of a region's density and velocity on the host; what the writers take.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_FIELD_H
#define LB_IO_FIELD_H

#include <stdbool.h>
#include <stdint.h>

/* Arrays are borrowed, x fastest: rho[n], u[3 * n + axis], flags[n], fill[n]. */
struct lb_field_view {
    uint32_t size[3];
    uint64_t step;
    const double *rho;     /* [rho0] */
    const double *u;       /* [cells/step] */
    const uint8_t *flags;  /* cell flags, or NULL: all fluid */
    const double *fill;    /* share of each cell that is wet, or NULL: no free surface */
    bool double_precision; /* write 64-bit numbers (FP64 runs) rather than 32-bit ones */
};

#endif
