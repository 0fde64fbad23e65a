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
#define LB_PIECE_SIZE 10

#endif
