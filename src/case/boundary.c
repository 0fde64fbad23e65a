/* boundary.c - the table of boundary conditions.
 * SPDX-License-Identifier: MIT */
#include "case/boundary.h"

#include <stddef.h>
#include <string.h>

static const struct lb_boundary_condition slip = {"slip", "boundary/slip.cl"};
static const struct lb_boundary_condition stream = {"stream", "boundary/stream.cl"};

const struct lb_boundary_condition *const lb_boundary_conditions[] = {&slip, &stream, NULL};

const struct lb_boundary_condition *lb_boundary_condition_find(const char *name)
{
    for (const struct lb_boundary_condition *const *b = lb_boundary_conditions; *b != NULL; b++)
        if (strcmp((*b)->name, name) == 0) return *b;
    return NULL;
}
