/* picture.h - a PNG of one slice of a field: false colours, colour bar, title; walls are grey; and a
 * PNG of pixels that are there already.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_PICTURE_H
#define LB_PLOT_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "io/field.h"
#include "plot/colour_map.h"

/* What of the flow within the slice is drawn over its colours. */
enum lb_picture_flow { LB_PICTURE_NO_FLOW, LB_PICTURE_ARROWS, LB_PICTURE_STREAMLINES };

enum { LB_PICTURE_MIN_SIDE = 100, LB_PICTURE_MAX_SIDE = 8000 };

struct lb_picture {
    const char *field; /* a name of lb_fields; NULL: no picture */
    int component;     /* of a vector; of the vorticity always that normal to the slice */
    int axis;          /* normal of the slice: 0 x, 1 y, 2 z */
    double low,
        high; /* colour range; equal: fitted to the data (symmetric for signed quantities) */
    const char *title;               /* NULL: made from field, step and plane */
    bool has_plane;                  /* else the middle one */
    uint32_t plane;                  /* cell along axis */
    const struct lb_colour_map *map; /* NULL: by the field's range */
    enum lb_picture_flow flow;
    bool is_turned;   /* a quarter to the right: what goes up otherwise goes to the right */
    uint32_t side;    /* at most so many pixels of the slice along its longer side; 0: some 900 */
    double axis_unit; /* of the axes along the slice [cells]; 0: cells */
    const char *axis_unit_name; /* borrowed: "mm" */
    double corner[3];           /* [cells] where axes in such a unit are 0 */
};

/* Draws the slice of the box that is one cell thick (size 1 along picture->axis), or that of the
 * plane, enlarged or reduced to a readable size, into `path` (temporary name, then rename).
 * Derivatives are one-sided at the box's edges and at walls.  LB_STATUS_FAILED on file errors. */
enum lb_status lb_picture_write(const struct lb_picture *picture,
                                const struct lb_field_source *source, const char *path,
                                struct lb_error *err);

/* Pixels as they are, 0xRRGGBB, pixels[height][width] from the top, as a PNG with the title in
 * the lower left corner (NULL: none).  Temporary name, then rename. */
enum lb_status lb_pixels_write(const char *path, int width, int height, const uint32_t *pixels,
                               const char *title, struct lb_error *err);

/* The luminance of the pixels of a PNG, 0 black to 255 white, transparent ones on white, from
 * the lowest row on: the first of the file is the top.  Caller frees.  LB_STATUS_USAGE if it
 * is none that can be read. */
enum lb_status lb_pixels_read(const char *path, uint32_t *width, uint32_t *height, uint8_t **out,
                              struct lb_error *err);

#endif
