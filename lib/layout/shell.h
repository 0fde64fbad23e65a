/* shell.h - which memory vectors of a subdomain have cells beside cuts, and whether its step is taken in two
 * launches: those first, so that their populations can travel while the others are advanced.
 * SPDX-License-Identifier: MIT */
#ifndef LB_LAYOUT_SHELL_H
#define LB_LAYOUT_SHELL_H

#include "layout/layout.h"

/* Where a work-item is for one vector, and there are others than those of the shell.  CPUs take rows of
 * vectors (kernels/step/rows.cl); they have no part that computes while another copies. */
bool lb_shell_is_first(const struct lb_case *c, const struct lb_layout *l);

/* Vectors at each end of a cut row that are of the shell, at most a quarter of the row.  Along the other axes one
 * is enough: there the vectors of a layer are side by side in memory, and lines of it are used whole. */
uint32_t lb_shell_row_depth(const struct lb_case *c, const struct lb_layout *l);
uint64_t lb_shell_vectors(const struct lb_case *c, const struct lb_layout *l); /* 0: it is not */

/* The same where moments are kept: of the tiles that a GPU takes those at each end of z, which go first; 0 where all go
 * together, as there are too few, or as what comes out of walls is added behind all. */
uint64_t lb_shell_tiles(const struct lb_case *c, const struct lb_layout *l);

/* Their numbers, in the order of memory. */
void lb_shell_list(const struct lb_case *c, const struct lb_layout *l, uint64_t *list);

#endif
