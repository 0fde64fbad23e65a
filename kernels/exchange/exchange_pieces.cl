/* exchange_pieces.cl - the cells of the pieces that subdomains exchange (exchange_plan.h).
 * SPDX-License-Identifier: MIT */

/* The piece that number `item` is of, of those that count from `member` of each piece on: codes in the order of
 * sending, or cells of a surface. */
LB_INLINE const global uint *lb_piece_of(const global uint *pieces, const uint count,
                                         const uint member, const uint item)
{
    uint low = 0, high = count;
    while (high - low > 1) {
        const uint middle = (low + high) / 2;
        if (pieces[middle * LB_PIECE_SIZE + member] <= item)
            low = middle;
        else
            high = middle;
    }
    return pieces + low * LB_PIECE_SIZE;
}

/* The cell of code number k of piece p. */
LB_INLINE struct cell lb_cell_of_piece(const global uint *p, const uint k)
{
    const uint row = k / p[LB_PIECE_EXTENT], layer = row / p[LB_PIECE_EXTENT + 1];
    struct cell c;
    c.x = p[LB_PIECE_BEGIN] + k % p[LB_PIECE_EXTENT];
    c.y = p[LB_PIECE_BEGIN + 1] + row % p[LB_PIECE_EXTENT + 1];
    c.z = p[LB_PIECE_BEGIN + 2] + layer;
    return c;
}

/* The cell that what comes to cell c in piece p comes from, as memory has it, and its place in the halo. */
LB_INLINE struct cell lb_cell_behind(const global uint *p, const struct cell c)
{
    const global uint *away = p + LB_PIECE_AWAY;
    return lb_neighbour(c, 1 - (int)away[0], 1 - (int)away[1], 1 - (int)away[2]);
}

LB_INLINE LB_INDEX lb_place_behind(const global uint *p, const struct cell c)
{
    const global uint *away = p + LB_PIECE_AWAY;
    return lb_neighbour_at(c, 1 - (int)away[0], 1 - (int)away[1], 1 - (int)away[2]);
}
