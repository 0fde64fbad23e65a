/* survey.h - sums and extremes over the cells of a solver.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_SURVEY_H
#define LB_MODULES_SURVEY_H

#include <stdint.h>

#include "workspace/state.h"

/* Where the mass is in a case with a surface [rho0 cells^3].  Their sum is kept. */
struct lb_surface_survey {
    double fluid_mass;     /* of fluid cells */
    double interface_mass; /* of interface cells */
    double pending_mass;   /* on its way from cells that have just turned to interface cells */
    double stranded_mass;  /* left in fluid and gas cells that had no interface cell beside them */
    double removed_mass;   /* of droplets and of what was cut off at the top, so far */
    double volume;         /* sum of fill levels [cells] */
    uint64_t fluid_cells, interface_cells, gas_cells;
    uint64_t contacts; /* links between fluid and gas: there should be none */
};

/* Sums over all fluid cells (those of the interface too), and the extremes. */
struct lb_survey {
    uint64_t step;
    uint64_t fluid_cells;
    double excess_mass;    /* sum of rho - 1 */
    double momentum[3];    /* sum of rho u */
    double alternating[3]; /* sum of (-1)^(x_a + step) rho u_a; theory/alternating-momentum.md */
    double energy;         /* sum of rho u^2 / 2 */
    double density_min, density_max;
    double speed_max;
    double inner_speed_max; /* without the cells of a surface, which may be hardly wet */
    /* Cells whose density or velocity is not finite, or whose density is not positive. */
    uint64_t non_finite;
    uint64_t supersonic; /* cells faster than the lattice's sound speed; not those of a surface */
    uint32_t alarm;      /* 0, or of a step before: LB_ALARM_..., kernels/shared/alarm.h */
    uint64_t alarm_step; /* the first such step, modulo 2^32 */
    uint32_t worst[3];   /* where: a non-finite cell if there is one, else the fastest */
    struct lb_surface_survey surface; /* all 0 if there is none */
};

double lb_surface_survey_mass(const struct lb_surface_survey *s); /* the sum that is kept */

#endif
