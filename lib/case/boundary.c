/* boundary.c - the table of boundary conditions.
 * SPDX-License-Identifier: MIT */
#include "case/boundary.h"

#include <stddef.h>

#include "base/named_table.h"

static const struct lb_boundary_condition slip = {"slip", "boundary/slip.cl", false, false};
static const struct lb_boundary_condition freestream = {"freestream", "boundary/freestream.cl",
                                                        false, false};
static const struct lb_boundary_condition wall = {"wall", "boundary/wall.cl", false, false};
static const struct lb_boundary_condition velocity = {"velocity", "boundary/velocity.cl", false,
                                                      true};
static const struct lb_boundary_condition pressure = {"pressure", "boundary/pressure.cl", false,
                                                      true};
static const struct lb_boundary_condition outlet = {"outlet", "boundary/outlet.cl", true, false};

const struct lb_boundary_condition *const lb_boundary_conditions[] = {
    &slip, &freestream, &wall, &velocity, &pressure, &outlet, NULL};

LB_DEFINE_FIND(lb_boundary_condition_find, struct lb_boundary_condition, lb_boundary_conditions)
