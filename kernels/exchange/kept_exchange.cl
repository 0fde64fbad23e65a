/* kept_exchange.cl - the program that takes what cells beside cuts keep in place of populations, and puts what
 * those beyond keep behind this subdomain's own, where its step reads it.  Codes are copied as they are.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "exchange/exchange_pieces.cl"

kernel void lb_pack_halo(const global LB_CODE *f, const global uint *pieces, const uint count,
                         const uint codes, global LB_CARRIED_CODE *sent)
{
    const uint item = (uint)get_global_id(0);
    if (item >= codes) return;
    const global uint *p = lb_piece_of(pieces, count, LB_PIECE_SENT_AT, item);
    const uint k = item - p[LB_PIECE_SENT_AT];
    const struct cell c = lb_cell_behind(p, lb_cell_of_piece(p, k / LB_KEPT_CODES));
    sent[item] = (LB_CARRIED_CODE)f[lb_kept_code_at(k % LB_KEPT_CODES, lb_index(c))];
}

kernel void lb_unpack_halo(global LB_CODE *f, const global uint *pieces, const uint count,
                           const uint codes, const global LB_CARRIED_CODE *received)
{
    const uint item = (uint)get_global_id(0);
    if (item >= codes) return;
    const global uint *p = lb_piece_of(pieces, count, LB_PIECE_SENT_AT, item);
    const uint k = item - p[LB_PIECE_SENT_AT];
    const LB_INDEX n = lb_place_behind(p, lb_cell_of_piece(p, k / LB_KEPT_CODES));
    f[lb_kept_code_at(k % LB_KEPT_CODES, n)] =
        (LB_REGISTER_CODE)received[p[LB_PIECE_RECEIVED_AT] + k];
}
