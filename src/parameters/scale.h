/* scale.h - the values of the same flow with other cells and steps: what is given in cells and steps changes as
 * its unit says, "cells^2/step" as a viscosity does.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PARAMETERS_SCALE_H
#define LB_PARAMETERS_SCALE_H

#include "parameters/parameter.h"

/* How many times as many cells a length has, and a duration steps: 0.5 and 0.5 are half the resolution at the
 * same speed in cells/step. */
struct lb_rescaling {
    double cells, steps;
};

/* What a number in this unit is multiplied by: "cells/step", "rho0 cells^3/step^2", "1/steps"; 1 where neither
 * cells nor steps are in it. */
double lb_unit_factor(const char *unit, struct lb_rescaling r);

/* The number of cells that `resolution` has times about `share`: whole where it is a count, then the share that
 * this is; 0 where it has no value. */
double lb_values_whole_share(const struct lb_values *v, const char *resolution, double share);

/* All values; relaxation times ("tau") keep 1/2, places within a cell ("offset") and what does not change stay as
 * they are.  `where` as for lb_values_set: LB_STATUS_USAGE if a value leaves its range. */
enum lb_status lb_values_rescale(struct lb_values *v, struct lb_rescaling r, const char *where,
                                 struct lb_error *err);

#endif
