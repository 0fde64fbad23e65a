/* case_check.h - what every case must be, whatever made it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_CASE_CHECK_H
#define LB_CASE_CASE_CHECK_H

#include "case/case.h"

/* LB_STATUS_USAGE and what would be right for: a box without cells or with more than any device holds, a lattice
 * of fewer dimensions than the box, an operator or moments that the lattice does not have, a viscosity that
 * is not positive or that the arithmetic cannot keep. */
enum lb_status lb_case_check(const struct lb_case *c, struct lb_error *err);

#endif
