/* relaxation.h - what the user may choose of a collision operator: magic and the rates of MRT.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_RELAXATION_H
#define LB_RUN_RELAXATION_H

#include "base/status.h"
#include "case/case.h"
#include "parameters/parameter.h"

/* Takes `magic`, `rate-all` and `rate-<group>` into the case, whose lattice and collision operator
 * are chosen.  LB_STATUS_USAGE if the user gave what these do not have. */
enum lb_status lb_relaxation_apply(const struct lb_values *v, struct lb_case *c,
                                   struct lb_error *err);

#endif
