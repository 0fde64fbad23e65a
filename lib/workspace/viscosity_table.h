/* viscosity_table.h - relaxation rates by a law of viscosity, in the form in which kernels look them up
 * (kernels/viscosity/law.cl).
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_VISCOSITY_TABLE_H
#define LB_WORKSPACE_VISCOSITY_TABLE_H

#include "workspace/workspace.h"

/* What the kernels multiply |n| / rho by, and the rest of their numbers, of a case whose viscosity follows a law. */
struct lb_law_numbers {
    double scale, yield, slowest, fastest;
};
struct lb_law_numbers lb_law_numbers(const struct lb_case *c);

/* Coefficients of row `row` of kernels/shared/law_table.h, for `terms` of them: 1 / (1/2 + A f(r)), where
 * r (1/2 + A f(r)) is the root of s, A = tau - 1/2 and f the law without yield stress and limits.  For s of the
 * smallest numbers it is that of s = 2^-126, and for infinity NaN.  `guess`: log2 r of a row nearby, which becomes
 * this one's. */
void lb_law_row(const struct lb_case *c, int row, int terms, double *guess, double coefficients[]);

/* Creates the table of the case's law on the device; nothing where there is none. */
enum lb_status lb_law_table_create(struct lb_workspace *w, struct lb_error *err);

#endif
