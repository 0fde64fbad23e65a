/* known_flow_duct.h - inside of known_flow.c: the flow between walls.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_KNOWN_FLOW_DUCT_H
#define LB_MEASURE_KNOWN_FLOW_DUCT_H

#include "measure/known_flow.h"

void lb_known_flow_duct_init(struct lb_known_flow *flow); /* the waves are there */
void lb_known_flow_duct_velocity(const struct lb_known_flow *flow, uint32_t y, uint32_t z,
                                 double step, double u[3]);
lb_start_function lb_known_flow_duct_start;

#endif
