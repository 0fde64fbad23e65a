/* test_solver.h - a solver with a layout by rule, but for what a test asks of it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_TEST_SOLVER_H
#define LB_TESTS_TEST_SOLVER_H

#include "base/status.h"
#include "case/lookup.h"
#include "solver/solver.h"

/* Of the solvers to come.  The cases of random_case.h, surface_case.h and marker_case.h set it when they
 * are made. */
extern struct lb_layout_wishes lb_test_layout;

/* As lb_solver_create, without places. */
enum lb_status lb_test_solver_create(const struct lb_case *c, struct lb_device *device,
                                     struct lb_solver **out, struct lb_error *err);

/* The mass that a solver's fluid cells gain in so many steps, over their mass at rest. */
enum lb_status lb_test_mass_gain(struct lb_solver *s, uint64_t steps, double *out,
                                 struct lb_error *err);

/* The heat that each of the case's groups, `groups` of them, gives in so many steps. */
enum lb_status lb_test_heat_given(struct lb_solver *s, uint64_t steps, int groups, double *given,
                                  struct lb_error *err);

#endif
