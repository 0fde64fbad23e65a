/* fluid_list.h - a list of the fluid cells of a case, x fastest, and the words that say which cells are in it:
 * kernels/list/fluid_words.cl.
 * SPDX-License-Identifier: MIT */
#ifndef LB_LAYOUT_FLUID_LIST_H
#define LB_LAYOUT_FLUID_LIST_H

#include <stdint.h>

#include "case/case.h"

/* Cells that are not solid: asks c->start for all of them; without it there are no walls. */
uint64_t lb_fluid_count(const struct lb_case *c);

/* Words of the case, and of one row of cells along x. */
uint64_t lb_fluid_words(const struct lb_case *c);
uint64_t lb_fluid_words_of_row(const struct lb_case *c);

/* Ranks that a word has room for. */
#define LB_FLUID_RANKS ((uint64_t)1 << 30)

/* The words of row (y, z), and `rank` of its first fluid cell, which becomes that of the next row. */
void lb_fluid_row(const struct lb_case *c, uint32_t y, uint32_t z, uint64_t *words, uint64_t *rank);

#endif
