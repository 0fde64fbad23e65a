/* temperature.h - what a solver asks of the temperature of its flow.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_TEMPERATURE_H
#define LB_MODULES_TEMPERATURE_H

#include "workspace/workspace.h"

/* What the walls of each face of the box gave since the last time, of this box, in units of 2^-LB_HEAT_BITS; `given`
 * arrives as 0, and stays where there are no walls. */
enum lb_status lb_heat_take_given(void *module, uint64_t given[LB_HEAT_FACES],
                                  struct lb_error *err);

/* The kernel that observes the temperature of cells, as lb_observe does. */
enum lb_status lb_heat_observer(void *module, struct lb_kernel **out, struct lb_error *err);

#endif
