/* grid_choice.h - the number of subdomains along each axis: read from the user's words, or chosen.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DECOMPOSITION_GRID_CHOICE_H
#define LB_DECOMPOSITION_GRID_CHOICE_H

#include <stdint.h>

#include "base/status.h"
#include "case/lattice.h"

/* Of a grid that is chosen: it may have cuts across axis a where bit a of `axes` is set, and then no subdomain has fewer
 * cells along it than that, at least 1. */
struct lb_grid_limits {
    unsigned axes;
    uint32_t least_cells;
};

/* Reads the grid of `ranks` subdomains from `split`: "AxBxC", or "auto" or NULL for a choice.
 * LB_STATUS_USAGE and a sentence if it is neither, has another number of subdomains, or a box of
 * `size` cells cannot be divided so. */
enum lb_status lb_grid_read(const char *split, const uint32_t size[3], int ranks,
                            const struct lb_lattice *lattice, const struct lb_grid_limits *limits,
                            int grid[3], struct lb_error *err);

/* The grid whose slowest subdomain takes the least time a step, by a model of GPUs that communicate
 * through their hosts; among equal grids the one with more cuts along z, then along y.
 * LB_STATUS_USAGE if no grid of `ranks` subdomains fits. */
enum lb_status lb_grid_choose(const uint32_t size[3], int ranks, const struct lb_lattice *lattice,
                              const struct lb_grid_limits *limits, int grid[3],
                              struct lb_error *err);

#endif
