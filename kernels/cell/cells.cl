/* cells.cl - the program of what a run does with single cells: start state, observation, sums, walls.
 * Of these only bounce-back is for every step.  Kernels that the case never runs are left out, because
 * they would cost time to build.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "shared/fixed_point.h"
#include "slot/start"
#include "cell/observe.cl"
#include "cell/survey.cl"

#if LB_HAS_SOLID
#include "cell/mark_walls.cl"
#endif
#if LB_HAS_SOLID && LB_LISTED == 0
#include "slot/bounce"
#endif

#if LB_LISTED > 0
#include "list/list_cells.cl"
#endif
