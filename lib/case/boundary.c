/* boundary.c - the tables of boundary conditions, and of rules for walls between cells.
 * SPDX-License-Identifier: MIT */
#include "case/boundary.h"

#include <math.h>
#include <stddef.h>

#include "base/named_table.h"
#include "base/suggest.h"
#include "case/curved_walls.h"

#define CONDITION(...)                    \
    &(const struct lb_boundary_condition) \
    {                                     \
        __VA_ARGS__                       \
    }
const struct lb_boundary_condition *const lb_boundary_conditions[] = {
    CONDITION("wall", "boundary/wall.cl", .is_closed = true),
    CONDITION("velocity", "boundary/velocity.cl", .looks_inside = true),
    CONDITION("freestream", "boundary/freestream.cl", .keeps = false),
    CONDITION("slip", "boundary/slip.cl", .is_closed = true),
    CONDITION("pressure", "boundary/pressure.cl", .looks_inside = true),
    CONDITION("outlet", "boundary/outlet.cl", .keeps = true),
    NULL};
#undef CONDITION

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

/* --- walls between cells ---------------------------------------------------------------------- */

static const struct lb_wall_rule curved = {"curved", "wall/curved.cl", 0, false};
static const struct lb_wall_rule exact = {"exact", "wall/exact.cl", 1, true};

const struct lb_wall_rule *const lb_wall_rules[] = {&curved, &exact, NULL};

LB_DEFINE_FIND(lb_wall_rule_find, struct lb_wall_rule, lb_wall_rules)

enum lb_status lb_wall_rule_choose(const char *key, const char *text,
                                   const struct lb_wall_rule **out, struct lb_error *err)
{
    const char *names[8] = {"halfway"};
    int n = 0;
    for (; lb_wall_rules[n] != NULL; n++)
        names[n + 1] = lb_wall_rules[n]->name;
    LB_OK(lb_suggest_one_of(key, text, names, &n, err));
    *out = n == 0 ? NULL : lb_wall_rules[n - 1];
    return LB_STATUS_OK;
}

uint32_t lb_curved_q(double q)
{
    return (uint32_t)fmin(fmax(floor(0x1p32 * q + 0.5) - 1.0, 0.0), 0x1p32 - 1.0);
}
