/* boundary.c - the table of boundary conditions.
 * SPDX-License-Identifier: MIT */
#include "case/boundary.h"

#include <stddef.h>

#include "base/named_table.h"

static const struct lb_boundary_condition slip = {"slip", "boundary/slip.cl"};
static const struct lb_boundary_condition stream = {"stream", "boundary/stream.cl"};

const struct lb_boundary_condition *const lb_boundary_conditions[] = {&slip, &stream, NULL};

LB_DEFINE_FIND(lb_boundary_condition_find, struct lb_boundary_condition, lb_boundary_conditions)
