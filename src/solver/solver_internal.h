/* solver_internal.h - the struct behind a solver, for the files of this room that observe or change
 * its flow.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLVER_SOLVER_INTERNAL_H
#define LB_SOLVER_SOLVER_INTERNAL_H

#include "solver/part.h"
#include "solver/solver.h"

struct lb_solver {
    struct lb_workspace w;
    struct lb_parts parts;
    struct lb_kernel *step_kernel;
    uint64_t probes_recorded, wall_forces_recorded;
    uint32_t wall_force_items; /* each leaves six sums a record; 0 until the force is wanted */
};

#endif
