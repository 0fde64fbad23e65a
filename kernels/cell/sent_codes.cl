/* sent_codes.cl - what a subdomain sent across its cuts in the step before: it is not where it was in memory any
 * more, but still among the codes that were packed.
 * SPDX-License-Identifier: MIT */
#include "shared/exchange_piece.h"

/* The codes in the order of sending; `piece_of[8 * i + cuts]` is the piece of direction i and of cuts, a bit for each
 * axis. */
struct sent_codes {
    const global uint *pieces, *piece_of;
    const global LB_CARRIED_CODE *codes;
};

/* Of cells beyond cuts, all populations that they sent, for boundaries that look at cells inside: the first code of
 * the cell with each number of the halo. */
struct received_codes {
    const global uint *listed_at;
    const global LB_CARRIED_CODE *codes;
};

/* The number of a cell's code in piece p. */
LB_INLINE uint lb_code_of_cell(const global uint *p, const struct cell c)
{
    const uint x = c.x - p[LB_PIECE_BEGIN], y = c.y - p[LB_PIECE_BEGIN + 1],
               z = c.z - p[LB_PIECE_BEGIN + 2];
    return (z * p[LB_PIECE_EXTENT + 1] + y) * p[LB_PIECE_EXTENT] + x;
}

/* Number of the code that cell c sent along direction i, (cx, cy, cz), across cuts. */
LB_INLINE uint lb_code_sent(const struct sent_codes s, const struct cell c, const int i,
                            const int cx, const int cy, const int cz)
{
    const uint cuts = lb_cuts_crossed(c, cx, cy, cz);
    const global uint *p = s.pieces + s.piece_of[8 * i + (int)cuts] * LB_PIECE_SIZE;
    return p[LB_PIECE_SENT_AT] + lb_code_of_cell(p, lb_neighbour(c, cx, cy, cz));
}
