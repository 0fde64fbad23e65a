/* in_place.cl - in-place streaming with one copy of the populations (Esoteric-Pull).
 * Lehmann, Computation 10, 92 (2022).  p is the parity of the step.  For a pair (i, i+1) of
 * opposite directions a cell x owns, in step p, one slot at x and one at x + c_i: it reads both,
 * collides, and writes both with the two populations exchanged.  No other cell touches them, so any
 * order of cells is right.
 * AT counts in multiples of c_i; i is the odd member of the pair, i+1 its opposite.
 * SPDX-License-Identifier: MIT */
#define LB_IN_PLACE 1

#define LB_LOAD_AT 0 /* f_i */
#define LB_LOAD_SLOT(i, p) ((i) + 1 - (p))
#define LB_LOAD_OPPOSITE_AT 1 /* f_(i+1) */
#define LB_LOAD_OPPOSITE_SLOT(i, p) ((i) + (p))

#define LB_STORE_AT 1
#define LB_STORE_SLOT(i, p) ((i) + (p))
#define LB_STORE_OPPOSITE_AT 0
#define LB_STORE_OPPOSITE_SLOT(i, p) ((i) + 1 - (p))

/* What a cell sent into a wall is in the other slot of the place where it will look for what comes
 * out: where a step stores it with the other parity, it is there at once. */
#define LB_BOUNCE_AT 0
#define LB_BOUNCE_SLOT(i, p) ((i) + (p))
#define LB_BOUNCE_OPPOSITE_AT 1
#define LB_BOUNCE_OPPOSITE_SLOT(i, p) ((i) + 1 - (p))
