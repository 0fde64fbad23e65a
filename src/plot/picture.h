/* picture.h - a PNG of one slice of a field: false colours, colour bar, title; walls are grey.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_PICTURE_H
#define LB_PLOT_PICTURE_H

#include "base/status.h"
#include "io/field.h"

struct lb_picture {
    const char *field; /* a name of lb_fields; NULL: no picture */
    int component;     /* of a vector; of the vorticity always that normal to the slice */
    int axis;          /* normal of the slice: 0 x, 1 y, 2 z */
    double low,
        high; /* colour range; equal: fitted to the data (symmetric for signed quantities) */
    const char *title; /* NULL: made from field, step and plane */
};

/* Draws the slice of the box that is one cell thick (size 1 along picture->axis) or its middle,
 * enlarged or reduced to a readable size, into `path` (temporary name, then rename).  Derivatives
 * are one-sided at the box's edges and at walls.  LB_STATUS_FAILED on file errors. */
enum lb_status lb_picture_write(const struct lb_picture *picture,
                                const struct lb_field_source *source, const char *path,
                                struct lb_error *err);

#endif
