/* rounding.h - which of the two nearest codes a number between them is stored as.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_ROUNDING_H
#define LB_CASE_ROUNDING_H

#include <stdint.h>

struct lb_rounding {
    const char *name;     /* "nearest", "stochastic", "conserving" */
    const char *suffix;   /* behind the name of a run, "" or ", stochastic" */
    const char *words;    /* behind the name of a format: " rounded to nearest" */
    const char *file;     /* kernels/ path: docs/adding-physics.md says what it defines */
    const char *conserve; /* kernels/ path: rounds a cell's populations together, or NULL */
};

/* Nearest is the first one; ends with NULL. */
extern const struct lb_rounding *const lb_roundings[];

/* The default: docs/decisions/0003-rounding.md. */
extern const struct lb_rounding *const lb_rounding_default;

/* What the kernels' noise takes from the seed and the number of a step, two words in one.  A seed's second words
 * of all 2^32 steps differ.  docs/theory/rounding.md */
uint64_t lb_noise_keys(uint64_t seed, uint32_t step);

#endif
