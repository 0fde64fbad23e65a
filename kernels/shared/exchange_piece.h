/* exchange_piece.h - numbers of a piece that the kernels of subdomains read; struct lb_piece has what
 * they are (exchange_plan.h).
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_EXCHANGE_PIECE_H
#define LB_SHARED_EXCHANGE_PIECE_H

#define LB_PIECE_SENT_AT 0
#define LB_PIECE_RECEIVED_AT 1
#define LB_PIECE_DIRECTION 2
#define LB_PIECE_BEGIN 3  /* three */
#define LB_PIECE_EXTENT 6 /* three */
#define LB_PIECE_PARTNER 9
#define LB_PIECE_AWAY 10 /* three, each with 1 added */
#define LB_PIECE_EXPONENTS 13
#define LB_PIECE_FIRST_CELL 14
#define LB_PIECE_SIZE 15

/* In place of a direction: all that listed cells sent; what cells keep in place of populations; their
 * exponents. */
#define LB_PIECE_OF_LISTED 0
#define LB_PIECE_OF_KEPT 30
#define LB_PIECE_OF_EXPONENTS 31
/* Behind it: directions of the temperature, counted on from here. */
#define LB_PIECE_OF_HEAT 32
/* Of the cells beside cuts, with a free surface: their flags, fill levels and masses; and sums of what they
 * sent. */
#define LB_PIECE_OF_FLAGS 64
#define LB_PIECE_OF_FILL 65
#define LB_PIECE_OF_MASS 66
#define LB_PIECE_OF_SUMS 67
#define LB_IS_PIECE_OF_SURFACE(direction) ((direction) >= LB_PIECE_OF_FLAGS)

#endif
