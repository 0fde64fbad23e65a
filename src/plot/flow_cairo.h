/* flow_cairo.h - arrows and streamlines over a picture; for picture_cairo.c.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_FLOW_CAIRO_H
#define LB_PLOT_FLOW_CAIRO_H

#include "plot/canvas.h"
#include "plot/picture.h"
#include "plot/slice.h"

/* Where the lower left corner of the slice is on the canvas, and pixels per cell of the raster. */
struct lb_flow_place {
    double left, bottom, across, up;
};

/* Draws the velocity within the plane of `slice`, block by block of its raster. */
enum lb_status lb_flow_draw(struct lb_canvas *canvas, const struct lb_slice *slice,
                            const struct lb_raster *raster, enum lb_picture_flow how,
                            const struct lb_flow_place *place, struct lb_error *err);

#endif
