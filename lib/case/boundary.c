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

struct lb_profile_box lb_profile_box_along(int axis, uint32_t count, const double *factor)
{
    struct lb_profile_box p = {{0, 0, 0}, {1, 1, 1}, factor};
    p.size[axis] = count;
    return p;
}

uint64_t lb_profile_box_numbers(const struct lb_profile_box *p)
{
    return p->factor != NULL ? (uint64_t)p->size[0] * p->size[1] * p->size[2] : 0;
}

LB_DEFINE_FIND(lb_boundary_condition_find, struct lb_boundary_condition, lb_boundary_conditions)
