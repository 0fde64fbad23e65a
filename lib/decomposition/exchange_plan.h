/* exchange_plan.h - the data that a subdomain sends in a step, their receivers and order: pieces.
 *
 * A piece is all cells x for which population i crosses the same cuts between x - c_i and x.
 * Its codes are where the next step reads population i at x.  This subdomain itself, which is
 * periodic in memory, has put them there; they belong to the neighbour at `away`, and those in
 * the same piece of the neighbour on the other side replace them.  Direction LB_PIECE_OF_LISTED
 * stands for listed cells, of which all populations are sent (inside_cells.h),
 * LB_PIECE_OF_EXPONENTS for the exponents of the cells that populations come from, one for each
 * cell that they go to; LB_PIECE_OF_HEAT + i for population i of the temperature.
 * With a free surface, what cells beside cuts have goes along, LB_PIECE_OF_FLAGS and the others (halo.h); their
 * pieces are of the cells that are sent, and land as far beyond the opposite end.
 * Where cells keep moments, no population is sent: LB_PIECE_OF_KEPT stands for all codes of the cells
 * that populations would come from, cell by cell.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DECOMPOSITION_EXCHANGE_PLAN_H
#define LB_DECOMPOSITION_EXCHANGE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "case/case.h"
#include "decomposition/decomposition.h"
#include "decomposition/inside_cells.h"
#include "shared/exchange_piece.h"

struct lb_piece {
    int direction;                 /* i */
    int away[3];                   /* cuts that are crossed: c_i, or 0, along each axis */
    uint32_t begin[3], extent[3];  /* its cells in the subdomain; x fastest, then y, then z */
    uint64_t count, received;      /* codes: the product of `extent`, times those that a cell keeps,
                                    * except for listed cells */
    uint64_t sent_at, received_at; /* its first code in what is sent, in what is received */
    int partner;                   /* number of the piece of the opposite population and `away` */
    int exponents;                 /* of those of this `away`; 0 if there are none */
    int receiver, source;          /* ranks */
    uint64_t first_cell;           /* of a surface: how many cells the pieces before it have */
};

enum { LB_MAX_PIECES = 98 + 6 + 26 + LB_AWAY + 3 * 26, LB_MAX_MESSAGES = 26 };

/* All codes to or from one rank: a range of the sent or received codes. */
struct lb_message {
    int rank;
    uint64_t begin, count; /* codes */
};

/* Pieces are sent in the order (receiver, away, direction) and received in the order (source, away,
 * direction), so that messages need no headers. */
struct lb_exchange_plan {
    int pieces, sends, receives;
    uint64_t codes, received;             /* sent, and received, in a step */
    uint64_t surface_cells;               /* of all pieces of a surface */
    struct lb_piece piece[LB_MAX_PIECES]; /* in the order of sending */
    struct lb_message send[LB_MAX_MESSAGES], receive[LB_MAX_MESSAGES];
};

/* No pieces if nothing is cut.  `heat`, `listed`: NULL for none; `with_exponents`: populations of a cell
 * share one; `surface`: the case if it has a free surface, else NULL.  A subdomain that is its own neighbour sends messages to its own rank. */
void lb_exchange_plan_init(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                           const struct lb_lattice *lattice, const struct lb_lattice *heat,
                           bool with_exponents, const struct lb_inside_cells *listed,
                           const struct lb_case *surface);

/* What is sent within a step of a case with a free surface, between the step and the conversion of cells. */
void lb_exchange_plan_init_within(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                                  const struct lb_case *surface);

/* The same where each cell keeps `codes` in place of populations. */
void lb_exchange_plan_init_kept(struct lb_exchange_plan *plan, const struct lb_decomposition *d,
                                const struct lb_lattice *lattice, unsigned codes);

/* The piece of listed cells for a neighbour, as numbered in inside_cells.h; NULL: there is none. */
const struct lb_piece *lb_exchange_plan_listed(const struct lb_exchange_plan *plan, int away);

#endif
