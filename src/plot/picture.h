/* picture.h - a PNG of one slice of a field: false colours, colour bar, title; walls are grey.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_PICTURE_H
#define LB_PLOT_PICTURE_H

#include "base/status.h"
#include "io/field.h"

enum lb_picture_quantity {
    LB_PICTURE_NONE,
    LB_PICTURE_SPEED,
    LB_PICTURE_VELOCITY_X,
    LB_PICTURE_VELOCITY_Y,
    LB_PICTURE_VELOCITY_Z,
    LB_PICTURE_VORTICITY, /* component normal to the slice, central differences, one-sided at the box's edge and at walls */
    LB_PICTURE_DENSITY,
    LB_PICTURE_FILL /* share that is wet; 1 where there is no free surface */
};

struct lb_picture {
    enum lb_picture_quantity quantity;
    int axis; /* normal of the slice: 0 x, 1 y, 2 z */
    double low,
        high; /* colour range; equal: fitted to the data (symmetric for signed quantities) */
    const char *title; /* NULL: made from quantity, step and plane */
};

/* Draws the slice of `field` that is one cell thick (size 1 along picture->axis) or its middle,
 * enlarged or reduced to a readable size, into `path` (temporary name, then rename). 
 * LB_STATUS_FAILED on file errors. */
enum lb_status lb_picture_write(const struct lb_picture *picture, const struct lb_field_view *field,
                                const char *path, struct lb_error *err);

#endif
