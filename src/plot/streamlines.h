/* streamlines.h - lines along the flow within a plane, evenly spaced (Jobard & Lefer, Visualization in
 * Scientific Computing 1997).  Knows no drawing.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_STREAMLINES_H
#define LB_PLOT_STREAMLINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Velocity components along both axes of width x height cells, the rows one after the other;
 * borrowed.  Lengths are in cells, from the corner of the first cell on: its middle is (0.5,
 * 0.5). */
struct lb_plane_flow {
    uint32_t width, height;
    const double *u[2];
    const bool *walls; /* cells without a flow */
};

/* The velocity at (x, y), linear between the middles of cells.  False outside, in walls, and
 * where it is not finite. */
bool lb_plane_flow_at(const struct lb_plane_flow *flow, const double at[2], double out[2]);

double lb_plane_flow_max(const struct lb_plane_flow *flow); /* the fastest; 0 if nothing moves */

/* Lines of points; line n ends before point ends[n].  Free with lb_streamlines_free(). */
struct lb_streamlines {
    double (*points)[2];
    size_t *ends;
    size_t point_count, line_count;
};

/* New lines begin `distance` (positive) cells beside others, and end half that from them.  A line
 * goes with the flow from its first point to its last.  LB_STATUS_FAILED if there is no memory. */
enum lb_status lb_streamlines_find(const struct lb_plane_flow *flow, double distance,
                                   struct lb_streamlines *out, struct lb_error *err);
void lb_streamlines_free(struct lb_streamlines *lines); /* harmless on {0} */

#endif
