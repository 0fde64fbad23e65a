/* wall_heat.h - the heat that goes through a layer of fluid between two walls of fixed temperatures.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_WALL_HEAT_H
#define LB_SETUPS_WALL_HEAT_H

#include "run/setup.h"

enum { LB_WALL_HOT, LB_WALL_COLD, LB_WALL_SIDES };
/* Observations that a Nusselt number is a mean over. */
enum { LB_WALL_HEAT_WINDOW = 4 };

/* lb_wall_heat_fill initialises it. */
struct lb_wall_heat {
    int face[LB_WALL_SIDES]; /* of the box, as in lb_heat.walls */
    double conduction;       /* heat per step through a wall at rest, of a cell at T = 1 */
    uint64_t looks;          /* observations so far */
    double given[LB_WALL_HEAT_WINDOW + 1]
                [LB_WALL_SIDES]; /* by the walls until each of the last ones, which turn, */
    uint64_t at[LB_WALL_HEAT_WINDOW + 1]; /* and their steps */
    double nusselt[LB_WALL_SIDES];        /* over the last interval */
    double change;                        /* of the hot wall's from an interval to the next */
    double rest; /* that the hot wall gives and the cold one does not take */
};

/* The case of walls at T = 1/2 and -1/2, `height` cells apart, with U = sqrt(g beta dT H), so that nu = sqrt(Pr / Ra) U H:
 * its viscosity, its heat, which pushes up along an axis, and what is measured, through `area` links of each wall. */
struct lb_wall_heat_numbers {
    double rayleigh, prandtl, speed; /* speed: U [cells/step] */
    uint32_t height;
    int up;                  /* axis */
    int face[LB_WALL_SIDES]; /* of the hot and the cold wall, as in lb_heat.walls */
    double area;
};
void lb_wall_heat_fill(struct lb_wall_heat *w, struct lb_heat *heat, struct lb_case *c,
                       const struct lb_wall_heat_numbers *n);
/* Steps between two observations: H / U, and 100 at least. */
uint64_t lb_wall_heat_interval(uint32_t height, double speed);

/* Observes the walls, and adds step and both Nusselt numbers of the interval to the series `which`. */
enum lb_status lb_wall_heat_sample(struct lb_wall_heat *w, struct lb_run *run, int which,
                                   uint64_t step, struct lb_error *err);

/* Nusselt number of a wall over the window, and its steps; NaN before the second observation. */
double lb_wall_heat_nusselt(const struct lb_wall_heat *w, int side);
double lb_wall_heat_steps(const struct lb_wall_heat *w);
/* There is a whole window. */
bool lb_wall_heat_is_full(const struct lb_wall_heat *w);
/* The hot wall's number changes by `share` of it at most, and the cold one's differs by no more.  In 16 bits, where
 * rounding moves both, that is of means over a quarter of the record, if they move by less than 1 %. */
bool lb_wall_heat_is_steady(const struct lb_wall_heat *w, double share);

/* Shows both numbers, and ends the run where it is steady to `share`; 0: never. */
void lb_wall_heat_observe(const struct lb_wall_heat *w, struct lb_run *run, double share);

/* Results `nusselt`, `nusselt_cold`, `nusselt_over`; and nusselt.png of the series `which`. */
void lb_wall_heat_results(const struct lb_wall_heat *w, struct lb_run *run);
enum lb_status lb_wall_heat_chart(struct lb_run *run, int which, struct lb_error *err);

/* Saves or loads it. */
enum lb_status lb_wall_heat_archive(struct lb_wall_heat *w, struct lb_archive *a,
                                    struct lb_error *err);

#endif
