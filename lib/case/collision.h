/* collision.h - the collision operators as data: which kernel file, which relaxation rates.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_COLLISION_H
#define LB_CASE_COLLISION_H

#include <stdbool.h>

#include "base/status.h"

struct lb_lattice;

struct lb_collision {
    const char *name; /* "srt" */
    const char *file; /* kernels/ path: docs/adding-physics.md says what it defines */
    const char *summary;
    const char *lattices; /* it is for, as "d2q9, d3q19"; NULL: all */
    bool has_magic;       /* takes the magic parameter */
    bool has_rates;       /* takes a rate for each group of the lattice's moments */
    bool makes_all_anew;  /* populations are made of density, momentum and second moments */
    bool own_equilibrium; /* takes the lattice's own equilibrium if it has one */
};

extern const struct lb_collision *const lb_collisions[]; /* ends with NULL */

/* NULL if there is none of that name. */
const struct lb_collision *lb_collision_find(const char *name);

/* LB_STATUS_USAGE if the operator is not for the lattice. */
enum lb_status lb_collision_check(const struct lb_collision *o, const struct lb_lattice *l,
                                  struct lb_error *err);

#endif
