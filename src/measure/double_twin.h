/* double_twin.h - what double precision makes of a flow: what a number format is judged by.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_DOUBLE_TWIN_H
#define LB_MEASURE_DOUBLE_TWIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "case/case.h"
#include "solver/solver.h"

/* Begins a flow in FP64 arithmetic and storage with the density and velocity that `solver` has now, advances it
 * by `steps` steps on the same device, and reads the velocity of all cells, x fastest, as lb_solver_read
 * does: what is left of the format's error has as many steps to die down.  For a whole box without a free
 * surface and markers.  False in *is_known, and `u` as it was, on a device without FP64. */
enum lb_status lb_double_twin(const struct lb_case *c, struct lb_solver *solver,
                              struct lb_device *device, const struct lb_kernel_places *places,
                              uint64_t steps, double *u, bool *is_known, struct lb_error *err);

#endif
