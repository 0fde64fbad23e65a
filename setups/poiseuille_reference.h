/* poiseuille_reference.h - what error the staircase cylinder is expected to have.
 * docs/accuracy/poiseuille.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_POISEUILLE_REFERENCE_H
#define LB_SETUPS_POISEUILLE_REFERENCE_H

#include <stdbool.h>

#include "case/case.h"

struct lb_expected_error {
    bool is_bound;    /* `value` is 0 and `tolerance` an upper bound of the staircase's error */
    double value;     /* relative L2 error over the cross-section */
    double tolerance; /* absolute */
};

/* What the method itself is off by: the error in double precision, whatever the number format of
 * `c`, and how much more this format may have.  For channel radius [cells], Reynolds number and exact
 * centre velocity [cells/step]. */
struct lb_expected_error lb_poiseuille_expected_error(const struct lb_case *c, double radius,
                                                      double reynolds, double u_max);

/* The bound for a fluid whose viscosity at the wall is `wall_factor` times that of `c`, and to which a wall out of
 * place matters `steepness` times as much as to a parabola. */
struct lb_expected_error lb_poiseuille_law_bound(const struct lb_case *c, double radius,
                                                 double wall_factor, double steepness);

/* How far the velocity may be from double precision's, of the error that this has. */
double lb_poiseuille_allowance(const struct lb_case *c);

/* How far what 32 bits round may move the velocity in the long run, relative; 0 for other formats, and
 * for stored flows, whose bars are known.  Each step rounds the populations that carry momentum along
 * the channel by up to half a unit of their last digit; a steady flow repeats that, so that it adds
 * to the force. */
double lb_poiseuille_rounding(const struct lb_case *c, double radius, double reynolds,
                              double u_max);

/* A stored run of an independent program in the same number format, rounded to nearest; `tolerance`
 * either way.  False where there is none. */
bool lb_poiseuille_stored_run(const struct lb_case *c, double radius, double reynolds, double u_max,
                              struct lb_expected_error *out);

#endif
