/* voxel_shape.h - what solid cells are as a body: areas, parts and gaps too thin for a flow.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_VOXEL_SHAPE_H
#define LB_BODY_VOXEL_SHAPE_H

#include "body/voxels.h"

/* Columns of cells along an axis with a solid one of this body [cells^2]; 0: of any body. */
uint64_t lb_voxels_frontal_area(const struct lb_voxels *v, int axis, uint8_t number);

/* Solid cells of this body that are not of one before it [cells^3]; 0: of any body. */
uint64_t lb_voxels_volume(const struct lb_voxels *v, uint8_t number);

/* Index 0: of one cell, index 1: of two. */
struct lb_thinness {
    uint64_t solid_cells;
    uint64_t thin_cells[2];   /* whose shortest run of solid cells along an axis is that long */
    uint64_t gap_cells[2];    /* free, in a run that long between solid cells along an axis */
    uint32_t thin_at[3];      /* the first of the thinnest, in cells of the box */
    uint32_t gap_at[3];       /* the first of the narrowest */
    uint64_t ground_cells[2]; /* free, in a run that long between the ground and a body */
    uint32_t ground_at[3];
    uint64_t shadow_cells; /* of the body, from above */
};

/* Runs of all bodies together, along the axes of which the box has more than one cell; what is cut off
 * by the box is taken to go on outside. */
enum lb_status lb_voxels_thinness(const struct lb_voxels *v, const uint32_t box[3],
                                  struct lb_thinness *out, struct lb_error *err);

/* Sets the last three: what is between a body and a ground, which is the lowest layer of cells along the axis `up`. */
void lb_voxels_ground_gaps(const struct lb_voxels *v, int up, struct lb_thinness *out);

#endif
