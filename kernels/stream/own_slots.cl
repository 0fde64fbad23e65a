/* own_slots.cl - in-place streaming of a list of fluid cells (A-A pattern: Bailey et al., ICPP 2009, 550).
 * An even step finds all populations of a cell in the cell's own slots, and leaves each in the slot of its opposite;
 * an odd one finds and leaves them in the neighbours' slots.  A link to a wall is the cell's own slot in both, so that
 * populations bounce back without anything being done.
 * A slot stands here for population i that a cell finds in a step of parity p, or that it sent in the one before:
 * memory/listed_codes.cl finds it.
 * SPDX-License-Identifier: MIT */
#define LB_IN_PLACE 1

#define LB_LOAD_AT 0 /* f_i */
#define LB_LOAD_SLOT(i, p) ((i) | (p) << 5)
#define LB_LOAD_OPPOSITE_AT 0 /* f_(i+1) */
#define LB_LOAD_OPPOSITE_SLOT(i, p) (((i) + 1) | (p) << 5)

#define LB_SENT_SLOT(i, parity, c, cx, cy, cz) \
    lb_place_of_code(LB_LOAD_SLOT(i, parity) | LB_IS_SENT, lb_index(c))
#define LB_SENT_OPPOSITE_SLOT(i, parity, c, cx, cy, cz) \
    lb_place_of_code(LB_LOAD_OPPOSITE_SLOT(i, parity) | LB_IS_SENT, lb_index(c))
