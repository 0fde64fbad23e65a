/* pull.cl - one-step pull with two copies of the populations (A-B pattern): read from the
 * neighbours in one copy, write to the cell itself in the other.
 * AT counts in multiples of c_i; i is the odd member of a pair, i+1 its opposite; the parity p
 * does not matter.
 * SPDX-License-Identifier: MIT */
#define LB_IN_PLACE 0

#define LB_LOAD_AT (-1) /* f_i */
#define LB_LOAD_SLOT(i, p) (i)
#define LB_LOAD_OPPOSITE_AT 1 /* f_(i+1) */
#define LB_LOAD_OPPOSITE_SLOT(i, p) ((i) + 1)

#define LB_STORE_AT 0
#define LB_STORE_SLOT(i, p) (i)
#define LB_STORE_OPPOSITE_AT 0
#define LB_STORE_OPPOSITE_SLOT(i, p) ((i) + 1)

/* What a cell sent into a wall is its own opposite population. */
#define LB_BOUNCE_AT 0
#define LB_BOUNCE_SLOT(i, p) ((i) + 1)
#define LB_BOUNCE_OPPOSITE_AT 0
#define LB_BOUNCE_OPPOSITE_SLOT(i, p) (i)
