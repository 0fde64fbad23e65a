/* rounding.c - the table of ways to round.
 * SPDX-License-Identifier: MIT */
#include "case/rounding.h"

#include <stddef.h>

static const struct lb_rounding nearest = {"nearest", "", "rounding/nearest.cl"};
static const struct lb_rounding stochastic = {"stochastic", ", stochastic",
                                              "rounding/stochastic.cl"};

const struct lb_rounding *const lb_roundings[] = {&nearest, &stochastic, NULL};
const struct lb_rounding *const lb_rounding_default = &stochastic;
