/* collision.c - the collision operators.
 * SPDX-License-Identifier: MIT */
#include "case/collision.h"

#include <stddef.h>

#include "base/named_table.h"

static const struct lb_collision srt = {
    .name = "srt",
    .file = "collide/srt.cl",
    .summary = "single relaxation time (BGK)",
};

static const struct lb_collision trt = {
    .name = "trt",
    .file = "collide/trt.cl",
    .summary = "two relaxation times (magic parameter)",
    .has_magic = true,
};

static const struct lb_collision mrt = {
    .name = "mrt",
    .file = "collide/mrt.cl",
    .summary = "multiple relaxation times",
    .has_rates = true,
    .own_equilibrium = true,
};

const struct lb_collision *const lb_collisions[] = {&srt, &trt, &mrt, NULL};

LB_DEFINE_FIND(lb_collision_find, struct lb_collision, lb_collisions)
