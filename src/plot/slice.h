/* slice.h - the numbers behind a picture: one plane of a field as one quantity.  Knows no drawing.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_SLICE_H
#define LB_PLOT_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "io/field.h"

/* A plane normal to `axis`, seen with `across` to the right and `up` upwards, or downwards. */
struct lb_slice {
    const struct lb_field_source *source; /* borrowed */
    const struct lb_field *field;
    int component; /* of the field */
    int axis, across, up;
    bool is_turned;         /* cells along up are counted from its end on */
    uint32_t width, height; /* cells along across and up */
    uint32_t plane;         /* index of the plane along axis: the middle one */
};

/* Of fields that show the component normal to a picture, `component` does not matter. */
struct lb_slice lb_slice_view(const struct lb_field_source *source, const struct lb_field *field,
                              int component, int axis);

/* A quarter to the right: what went up goes to the right. */
void lb_slice_turn(struct lb_slice *slice);

bool lb_slice_is_wall(const struct lb_slice *slice, uint32_t i, uint32_t j);

/* Reads the rows [from, to), counted along up, and what is around them; discard `out` with
 * lb_field_discard(), after a failure, too. */
enum lb_status lb_slice_read(const struct lb_slice *slice, uint32_t from, uint32_t to,
                             struct lb_field_piece *out, struct lb_error *err);

/* The number in the cell (i, j) of the slice, counted along across and up. */
double lb_slice_at(const struct lb_slice *slice, const struct lb_field_piece *rows, uint32_t i,
                   uint32_t j);

/* What the eye can resolve of a slice: one number for each block of block x block cells. */
struct lb_raster {
    uint32_t width, height, block;
    double *values; /* [height][width]; mean over the cells of the block that have the field */
    bool *walls;    /* [height][width]; most of the block is wall without the field */
    bool *faces;    /* [height][width]; and most of that are outer cells of a boundary condition */
    uint64_t not_finite; /* cells of the slice that have the field and are NaN or infinite */
};

/* Reads some rows at a time. */
enum lb_status lb_raster_create(const struct lb_slice *slice, uint32_t block, struct lb_raster *out,
                                struct lb_error *err);
void lb_raster_destroy(struct lb_raster *raster); /* harmless on {0} */

/* The colour range fitted to the finite numbers: from 0 for the speed, symmetric for signed
 * quantities.
 * The vorticity's range leaves out the highest percent where that is far above the rest: it sits
 * in thin layers at walls and would take the colours from the flow.  Never empty. */
enum lb_status lb_raster_fit(const struct lb_raster *raster, enum lb_field_range range, double *low,
                             double *high, struct lb_error *err);

/* Whether some finite number lies below low or above high. */
void lb_raster_beyond(const struct lb_raster *raster, double low, double high, bool *below,
                      bool *above);

#endif
