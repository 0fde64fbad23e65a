/* temperature.h - what a solver asks of the temperature of its flow.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_TEMPERATURE_H
#define LB_MODULES_TEMPERATURE_H

#include "workspace/workspace.h"

/* Enqueues the sum of what walls gave, which the state has from then on. */
enum lb_status lb_heat_collect(void *module, struct lb_error *err);

/* What the walls of each face of the box gave since step 0, in units of 2^-LB_HEAT_BITS. */
enum lb_status lb_heat_read_sums(void *module, int64_t sums[LB_HEAT_FACES], struct lb_error *err);

/* The kernel that observes the temperature of cells, as lb_observe does. */
enum lb_status lb_heat_observer(void *module, struct lb_kernel **out, struct lb_error *err);

#endif
