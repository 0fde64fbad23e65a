/* step_special.cl - the program of the step kernel for the vectors that step_plain.cl leaves out,
 * which the host has listed.
 * SPDX-License-Identifier: MIT */
#define LB_PART LB_LISTED_VECTORS
#include "step.cl"
