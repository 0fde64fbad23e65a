/* grid_choice.h - how many subdomains along each axis: read from the user's words, or chosen.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DECOMPOSITION_GRID_CHOICE_H
#define LB_DECOMPOSITION_GRID_CHOICE_H

#include <stdint.h>

#include "base/status.h"
#include "case/lattice.h"

/* The grid of `ranks` subdomains that `split` says: "AxBxC", or "auto", for which a NULL stands, too.
 * Fails with LB_STATUS_USAGE and a sentence where the word is neither, where it is of another number
 * of subdomains, and where a box of `size` cells cannot be cut so. */
enum lb_status lb_grid_read(const char *split, const uint32_t size[3], int ranks,
                            const struct lb_lattice *lattice, int grid[3], struct lb_error *err);

/* The grid whose slowest subdomain takes the least time a step, by a model of GPUs that talk through
 * their hosts; of equals the one with more cuts along z, then along y.  Fails with LB_STATUS_USAGE
 * where no grid of `ranks` subdomains fits. */
enum lb_status lb_grid_choose(const uint32_t size[3], int ranks, const struct lb_lattice *lattice,
                              int grid[3], struct lb_error *err);

#endif
