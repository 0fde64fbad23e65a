/* slice.h - the numbers behind a picture: one plane of a field as one quantity.  Knows no drawing.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_SLICE_H
#define LB_PLOT_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "io/field.h"
#include "plot/picture.h"

/* A plane normal to `axis`, seen with `across` to the right and `up` upwards. */
struct lb_slice {
    const struct lb_field_view *field; /* borrowed */
    int axis, across, up;
    uint32_t width, height; /* cells along across and up */
    uint32_t plane;         /* index of the plane along axis: the middle one */
};

struct lb_slice lb_slice_view(const struct lb_field_view *field, int axis);

bool lb_slice_is_wall(const struct lb_slice *slice, uint32_t i, uint32_t j);

/* The quantity in the cell (i, j) of the slice, counted along across and up. */
double lb_picture_quantity_at(const struct lb_slice *slice, enum lb_picture_quantity quantity,
                              uint32_t i, uint32_t j);

/* Whether zero is the middle of the quantity's colours. */
bool lb_picture_is_signed(enum lb_picture_quantity quantity);

const char *lb_picture_quantity_name(enum lb_picture_quantity quantity); /* "vorticity" */
const char *lb_picture_quantity_unit(enum lb_picture_quantity quantity); /* "1/step" */

/* What the eye can resolve of a slice: one number for each block of block x block cells. */
struct lb_raster {
    uint32_t width, height, block;
    double *values;      /* [height][width]; mean over the fluid cells of the block */
    bool *walls;         /* [height][width]; most of the block is wall */
    uint64_t not_finite; /* fluid cells of the slice that are NaN or infinite */
};

enum lb_status lb_raster_create(const struct lb_slice *slice, enum lb_picture_quantity quantity,
                                uint32_t block, struct lb_raster *out, struct lb_error *err);
void lb_raster_destroy(struct lb_raster *raster); /* harmless on {0} */

/* The colour range fitted to the finite numbers: from 0 for the speed, symmetric for signed
 * quantities.
 * The vorticity's range leaves out the highest percent where that is far above the rest: it sits
 * in thin layers at walls and would take the colours from the flow.  Never empty. */
enum lb_status lb_raster_fit(const struct lb_raster *raster, enum lb_picture_quantity quantity,
                             double *low, double *high, struct lb_error *err);

/* Whether some finite number lies below low or above high. */
void lb_raster_beyond(const struct lb_raster *raster, double low, double high, bool *below,
                      bool *above);

#endif
