/* own_slots.cl - in-place streaming of a list of fluid cells (A-A pattern: Bailey et al., ICPP 2009, 550).
 * An even step finds all populations of a cell in the cell's own slots, and leaves each in the slot of its opposite;
 * an odd one finds and leaves them in the neighbours' slots.  A link to a wall is the cell's own slot in both, so that
 * populations bounce back without anything being done.
 * A slot stands here for population i of a cell in a step of parity p: memory/listed_codes.cl finds it.
 * SPDX-License-Identifier: MIT */
#define LB_IN_PLACE 1

#define LB_LOAD_AT 0 /* f_i */
#define LB_LOAD_SLOT(i, p) ((i) | (p) << 5)
#define LB_LOAD_OPPOSITE_AT 0 /* f_(i+1) */
#define LB_LOAD_OPPOSITE_SLOT(i, p) (((i) + 1) | (p) << 5)
