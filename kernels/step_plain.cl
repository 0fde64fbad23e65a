/* step_plain.cl - the program of the step kernel for the plain vectors of a case that also has
 * others: no code for walls and prescribed cells, and so fewer registers.
 * SPDX-License-Identifier: MIT */
#define LB_PART LB_PLAIN_VECTORS
#undef LB_HAS_SOLID
#undef LB_HAS_MOVING
#undef LB_HAS_EQUILIBRIUM
#define LB_HAS_SOLID 0
#define LB_HAS_MOVING 0
#define LB_HAS_EQUILIBRIUM 0
#include "step.cl"
