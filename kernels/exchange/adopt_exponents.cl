/* adopt_exponents.cl - the program that gives a subdomain whose state was loaded the exponents of cells beyond cuts.
 * SPDX-License-Identifier: MIT */
#include "exchange/halo_exchange.cl"

/* Of a state that was loaded, whose codes from beyond cuts have exponents that only just hold them: they become those
 * that they were, with the exponents that the neighbours now sent and lb_take_halo_exponents then puts there.
 * Those are not smaller, and the codes are whole numbers times a power of two: nothing is rounded. */
kernel void lb_adopt_exponents(global LB_CODE *f, const global uchar *flags,
                               const global uint *pieces, const uint count, const uint codes,
                               const uint step, const global LB_CARRIED_CODE *received)
{
    const uint item = (uint)get_global_id(0);
    if (item >= codes) return;
    const global uint *p = lb_piece_of(pieces, count, LB_PIECE_SENT_AT, item);
    const uint i = p[LB_PIECE_DIRECTION];
    if (i == LB_PIECE_OF_LISTED || i == LB_PIECE_OF_EXPONENTS || LB_IS_PIECE_OF_SURFACE(i)) return;
    const struct cell c = lb_cell_of_piece(p, lb_code_of_item(p, item - p[LB_PIECE_SENT_AT]));
    const LB_INDEX n = lb_neighbour_at(c, LB_AGAINST(i));
    if (LB_HAS_SOLID && (flags[n] & LB_CELL_SOLID) != 0) return;
    if (LB_MADE_FOR > 0 && (flags[lb_index(c)] & LB_MADE_FOR) != 0) return;
    const global uint *sent = pieces + p[LB_PIECE_EXPONENTS] * LB_PIECE_SIZE;
    /* the layer that it comes to, where the neighbour has the cell that it comes from */
    const struct cell in_layer = lb_neighbour(c, (int)p[LB_PIECE_AWAY] - 1 - lb_directions[i][0],
                                              (int)p[LB_PIECE_AWAY + 1] - 1 - lb_directions[i][1],
                                              (int)p[LB_PIECE_AWAY + 2] - 1 - lb_directions[i][2]);
    const uint exponent =
        received[sent[LB_PIECE_RECEIVED_AT] + lb_code_of_cell(sent, in_layer)] >> 2u;
    const int zero = 1 << (LB_CODE_BITS - 1);
    const ulong at = lb_load_slot(c, i, step & 1u);
    const int number = (int)lb_code_at(f, at) - zero;
    const int further = 1 << (exponent - (lb_exponent_at(f, 0, n) >> 2u));
    lb_set_code(f, at, (LB_REGISTER_CODE)(number / further + zero));
}

kernel void lb_take_halo_exponents(global LB_CODE *f, const global uint *pieces, const uint count,
                                   const uint codes, const global LB_CARRIED_CODE *received)
{
    const uint item = (uint)get_global_id(0);
    if (item >= codes) return;
    const global uint *p = lb_piece_of(pieces, count, LB_PIECE_SENT_AT, item);
    if (p[LB_PIECE_DIRECTION] != LB_PIECE_OF_EXPONENTS) return;
    const uint k = lb_code_of_item(p, item - p[LB_PIECE_SENT_AT]);
    const struct cell c = lb_cell_of_piece(p, k);
    lb_set_exponent_byte(f, lb_place_behind(p, c), received[p[LB_PIECE_RECEIVED_AT] + k]);
}
