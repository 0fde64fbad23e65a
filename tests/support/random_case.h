/* random_case.h - small cases with a random but repeatable start, walls and forces.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_RANDOM_CASE_H
#define LB_TESTS_RANDOM_CASE_H

#include <stdint.h>

#include "case/case.h"

/* What a case has beside fluid; bits. */
enum {
    LB_WITH_NOTHING = 0,
    LB_WITH_FORCE = 1,
    LB_WITH_SOLID = 2,       /* scattered resting walls */
    LB_WITH_MOVING = 4,      /* scattered walls, each with a velocity of its own */
    LB_WITH_EQUILIBRIUM = 8, /* scattered cells that hold their start state */
    LB_WITH_ALL = 15
};

struct lb_random_state {
    unsigned with;
    int dimensions;
    uint64_t seed;
    uint32_t size[3];
    double amplitude;         /* of the velocity components */
    double density_amplitude; /* of rho - 1 */
};

/* Uniform in [-1, 1), a pure function of its arguments. */
double lb_random_number(uint64_t seed, uint32_t x, uint32_t y, uint32_t z, uint32_t channel);

/* Fills case and state: SRT, FP64/FP64 in place with shift, tau 0.8, a smooth wave plus noise in
 * every cell.  The caller changes what it wants; `state` must outlive the case. */
void lb_random_case_init(struct lb_case *c, struct lb_random_state *state,
                         const struct lb_lattice *lattice, unsigned with, uint32_t nx, uint32_t ny,
                         uint32_t nz);

#endif
