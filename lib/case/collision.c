/* collision.c - the collision operators.
 * SPDX-License-Identifier: MIT */
#include "case/collision.h"

#include <stddef.h>
#include <string.h>

#include "base/named_table.h"
#include "case/lattice.h"

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

static const struct lb_collision rr = {
    .name = "rr",
    .file = "collide/rr.cl",
    .summary = "recursive regularised",
    .makes_all_anew = true,
    .lattices = "d2q9, d3q19, d3q27",
};

static const struct lb_collision rlb = {
    .name = "rlb",
    .file = "collide/rlb.cl",
    .summary = "regularised, plain",
    .makes_all_anew = true,
    .lattices = "d2q9, d3q15, d3q19, d3q27",
};

const struct lb_collision *const lb_collisions[] = {&srt, &trt, &mrt, &rr, &rlb, NULL};

LB_DEFINE_FIND(lb_collision_find, struct lb_collision, lb_collisions)

enum lb_status lb_collision_check(const struct lb_collision *o, const struct lb_lattice *l,
                                  struct lb_error *err)
{
    if (o->lattices == NULL || strstr(o->lattices, l->name) != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_USAGE, "--collision %s is for %s, not for %s", o->name,
                   o->lattices, l->name);
}
