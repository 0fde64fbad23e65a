/* poiseuille_reference.h - what error the staircase cylinder is expected to have. 
 * docs/setups/poiseuille.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_POISEUILLE_REFERENCE_H
#define LB_SETUPS_POISEUILLE_REFERENCE_H

#include "case/case.h"

struct lb_expected_error {
    bool is_bound;    /* no stored run fits: `value` is 0 and `tolerance` an upper bound */
    double value;     /* relative L2 error over the cross-section */
    double tolerance; /* absolute, either way */
};

/* For `c` with channel radius [cells], Reynolds number and exact centre velocity [cells/step]. */
struct lb_expected_error lb_poiseuille_expected_error(const struct lb_case *c, double radius,
                                                      double reynolds, double u_max);

#endif
