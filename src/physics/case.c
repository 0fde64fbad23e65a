/* case.c - small derived quantities of a case.
 * SPDX-License-Identifier: MIT */
#include "physics/case.h"

#include <stdio.h>

double lb_case_relaxation_time(const struct lb_case *c)
{
    return c->viscosity / c->lattice->sound_speed_squared + 0.5;
}

uint64_t lb_case_cell_count(const struct lb_case *c)
{
    return (uint64_t)c->size[0] * c->size[1] * c->size[2];
}

bool lb_case_has_prescribed(const struct lb_case *c)
{
    return (c->cell_kinds & (LB_CELL_EQUILIBRIUM | LB_CELL_MOVING)) != 0;
}

void lb_case_precision_name(const struct lb_case *c, char *out, unsigned long size)
{
    snprintf(out, size, "%s/%s", c->arithmetic == LB_ARITHMETIC_FP64 ? "fp64" : "fp32",
             c->storage->name);
}
