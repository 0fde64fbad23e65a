/* decomposition.h - division of a box into a grid of subdomains, one for each rank.  Plain
 * numbers: no device, no messages.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DECOMPOSITION_DECOMPOSITION_H
#define LB_DECOMPOSITION_DECOMPOSITION_H

#include <stdint.h>

#include "base/status.h"

/* One subdomain and its place among the others.  Ranks count x fastest, then y, then z. */
struct lb_decomposition {
    uint32_t whole[3]; /* cells of the whole box */
    int grid[3];       /* subdomains along each axis */
    int rank;
    int place[3];       /* of this one in the grid */
    uint32_t origin[3]; /* its first cell in the whole box */
    uint32_t size[3];   /* its cells */
    unsigned cut; /* bit a: along axis a it is cut off, from others or, if looped, from itself */
};

/* Fails with LB_STATUS_USAGE if there are fewer cells than subdomains along an axis; names the
 * option --split. */
enum lb_status lb_decomposition_check(const uint32_t whole[3], const int grid[3],
                                      struct lb_error *err);

/* Fills `d` for one rank of a grid that lb_decomposition_check has passed.  `looped`: axes, a
 * bit each, that are cut though there is one subdomain along them, which is its own neighbour. */
void lb_decomposition_init(struct lb_decomposition *d, const uint32_t whole[3], const int grid[3],
                           int rank, unsigned looped);

/* Rank of the neighbour at `away`, -1 to 1 along each axis; the whole box is periodic. */
int lb_decomposition_neighbour(const struct lb_decomposition *d, const int away[3]);

/* First cell of subdomain number n along an axis of `size` cells, n from 0 to `subdomains`,
 * where it is `size`.  All but the last are multiples of 16, 8, 4 or 2, as far as the largest is
 * then no more than a 32nd above the mean. */
uint32_t lb_subdomain_begin(uint32_t size, int subdomains, int n);

#endif
