/* volume_fraction.h - how much of a cell a shape wets: start states of free surfaces.
 * Positions count in cells from the box's corner: cell (x, y, z) is the cube [x, x + 1] x ...,
 * in two dimensions the square at z = 1/2.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_VOLUME_FRACTION_H
#define LB_GEOMETRY_VOLUME_FRACTION_H

#include <stdint.h>

/* Distance [cells] of `position` from the shape's surface, positive inside; near the surface right
 * to first order, elsewhere at least no shorter than half the distance. */
typedef double lb_depth_function(const void *shape, const double position[3]);

/* Share of the cell inside the shape, between 0 and 1: 4^dimensions samples, each with the depth
 * of its own part of the cell.  Good to about (curvature [1/cells]) / 400. */
double lb_volume_fraction(lb_depth_function *depth, const void *shape, int dimensions, uint32_t x,
                          uint32_t y, uint32_t z);

struct lb_sphere { /* a circle in two dimensions */
    double centre[3];
    double radius;
};
lb_depth_function lb_sphere_depth;

#endif
