/* halo_exchange.cl - the program that takes the populations which leave a subdomain from where the next
 * step will look for those that come in, and puts the latter there (exchange_plan.h).
 * Codes are copied as they are.  Their numbers are below 2^32, so that all divisions are of 32 bits.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "cell/load_slot.cl"
#include "shared/exchange_piece.h"

/* The piece of code number `code` in the order of sending. */
LB_INLINE const global uint *lb_piece_of(const global uint *pieces, const uint count,
                                         const uint code)
{
    uint low = 0, high = count;
    while (high - low > 1) {
        const uint middle = (low + high) / 2;
        if (pieces[middle * LB_PIECE_SIZE + LB_PIECE_SENT_AT] <= code)
            low = middle;
        else
            high = middle;
    }
    return pieces + low * LB_PIECE_SIZE;
}

/* Where code number k of piece p is. */
LB_INLINE ulong lb_place_in_piece(const global uint *p, const uint k, const uint parity)
{
    const uint row = k / p[LB_PIECE_EXTENT], layer = row / p[LB_PIECE_EXTENT + 1];
    struct cell c;
    c.x = p[LB_PIECE_BEGIN] + k % p[LB_PIECE_EXTENT];
    c.y = p[LB_PIECE_BEGIN + 1] + row % p[LB_PIECE_EXTENT + 1];
    c.z = p[LB_PIECE_BEGIN + 2] + layer;
    return lb_load_slot(c, p[LB_PIECE_DIRECTION], parity);
}

kernel void lb_pack_halo(const global LB_CODE *f, const global uint *pieces, const uint count,
                         const uint codes, const uint step, global LB_CODE *sent)
{
    const uint code = (uint)get_global_id(0);
    if (code >= codes) return;
    const global uint *p = lb_piece_of(pieces, count, code);
    sent[code] = f[lb_place_in_piece(p, code - p[LB_PIECE_SENT_AT], step & 1u)];
}

kernel void lb_unpack_halo(global LB_CODE *f, const global uint *pieces, const uint count,
                           const uint codes, const uint step, const global LB_CODE *received)
{
    const uint code = (uint)get_global_id(0);
    if (code >= codes) return;
    const global uint *p = lb_piece_of(pieces, count, code);
    const uint k = code - p[LB_PIECE_SENT_AT];
    f[lb_place_in_piece(p, k, step & 1u)] = received[p[LB_PIECE_RECEIVED_AT] + k];
}
