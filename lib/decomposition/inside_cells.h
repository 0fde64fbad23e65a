/* inside_cells.h - cells beside both a cut and a boundary whose condition reads all populations of
 * the inner cell: links of that boundary beyond the cut need what these cells sent.  Both sides of
 * a cut find them in the start state of the whole box, in the same order, without messages.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DECOMPOSITION_INSIDE_CELLS_H
#define LB_DECOMPOSITION_INSIDE_CELLS_H

#include "case/case.h"

enum { LB_AWAY = 27 }; /* 13 + x + 3 y + 9 z for a neighbour at (x, y, z) */

/* In the order of the neighbours, then x fastest. */
struct lb_inside_cells {
    uint32_t (*own)[3]; /* cells of this subdomain that neighbours need */
    uint64_t *beyond;   /* numbers of the halo cells that this one needs */
    uint32_t sent[LB_AWAY],
        received[LB_AWAY]; /* how many for the neighbour at `away`, and how many of
                                                * the one at the other side */
};

/* For the case of a subdomain; empty if no boundary reads inner cells.  Call
 * lb_inside_cells_clear even after a failure. */
enum lb_status lb_inside_cells_init(struct lb_inside_cells *s, const struct lb_case *c,
                                    struct lb_error *err);
void lb_inside_cells_clear(struct lb_inside_cells *s);

#endif
