/* grid_uncertainty.h - how far a result on the finest of several grids may be from that of cells without
 * size.  Fits f = f0 + a h^p to the results, by least squares weighted with 1/h, as Eça and Hoekstra do (J. Comput.
 * Phys. 262, 104 (2014)).  Pure functions.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_GRID_UNCERTAINTY_H
#define LB_ANALYSIS_GRID_UNCERTAINTY_H

#include <stdbool.h>
#include <stddef.h>

enum { LB_GRIDS_LEAST = 3, LB_GRIDS_MOST = 8 };

struct lb_grid_value {
    double cell;  /* its edge, over that of the finest grid, which has 1 */
    double value; /* of the result, in the same unit on all grids */
};

struct lb_grid_uncertainty {
    double value; /* f0 where the errors fall evenly, else that of the finest grid */
    double
        half_width; /* of the 95 % interval about it: 1.25 |a| and the scatter about the fit where the errors
                        * fall evenly, else three times the range of the values */
    double order; /* p of the fit; NaN: none */
    bool is_even; /* one value after the other, and p from 0.95 to 2.05 */
};

/* Of LB_GRIDS_LEAST to LB_GRIDS_MOST finite values, the finest first, each grid coarser than the one before. */
struct lb_grid_uncertainty lb_grid_uncertainty(const struct lb_grid_value *grids, size_t count);

#endif
