/* halo_exchange.cl - the program that takes the populations which leave a subdomain from where the next
 * step will look for those that come in, and puts the latter there (exchange_plan.h).
 * Codes are copied as they are, and the exponents that cells beside cuts have for theirs.  Their numbers are below 2^32, so that all divisions are of 32 bits.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "cell/load_slot.cl"
#include "exchange/exchange_pieces.cl"
#include "slot/solids"

/* Work-item `item` of a piece takes code number k of it: where the piece has whole slabs, those side by side take
 * the lanes of a vector, which are side by side in memory, and lie a slab apart in the order of sending. */
LB_INLINE uint lb_code_of_item(const global uint *p, const uint item)
{
    uint extent[3] = {p[LB_PIECE_EXTENT], p[LB_PIECE_EXTENT + 1], p[LB_PIECE_EXTENT + 2]};
    if (LB_V == 1 || extent[LB_LANE_AXIS] != LB_SLAB * LB_V) return item;
    extent[LB_LANE_AXIS] = LB_SLAB;
    const uint lane = item % LB_V, cell = item / LB_V, row = cell / extent[0];
    uint at[3] = {cell % extent[0], row % extent[1], row / extent[1]};
    at[LB_LANE_AXIS] += lane * LB_SLAB;
    return (at[2] * p[LB_PIECE_EXTENT + 1] + at[1]) * p[LB_PIECE_EXTENT] + at[0];
}

/* Where population i is that would come to cell c if the ends of memory were joined: in a list it stays with the
 * cell that sent it. */
LB_INLINE ulong lb_leaving_slot(const struct cell c, const uint i, const uint parity)
{
    if (LB_LISTED == 0) return lb_load_slot(c, i, parity);
    return lb_sent_slot(lb_neighbour(c, LB_AGAINST(i)), (int)i, parity);
}

/* Populations of the temperature stream as those of the flow along the axes, which are the first ones. */
LB_INLINE uint lb_direction_of(const global uint *p)
{
    const uint i = p[LB_PIECE_DIRECTION];
    return i > LB_PIECE_OF_HEAT ? i - LB_PIECE_OF_HEAT : i;
}

kernel void lb_pack_halo(const global LB_CODE *f, const global LB_CODE *heat,
                         const global uint *pieces, const uint count, const uint codes,
                         const uint step, global LB_CARRIED_CODE *sent)
{
    const uint item = (uint)get_global_id(0);
    if (item >= codes) return;
    const global uint *p = lb_piece_of(pieces, count, LB_PIECE_SENT_AT, item);
    const uint i = lb_direction_of(p), parity = step & 1u;
    const global LB_CODE *from = p[LB_PIECE_DIRECTION] > LB_PIECE_OF_HEAT ? heat : f;
    if (i == LB_PIECE_OF_LISTED || LB_IS_PIECE_OF_SURFACE(p[LB_PIECE_DIRECTION]))
        return; /* lb_pack_inside, lb_pack_surface */
    const uint k = lb_code_of_item(p, item - p[LB_PIECE_SENT_AT]);
    const struct cell c = lb_cell_of_piece(p, k);
    sent[p[LB_PIECE_SENT_AT] + k] =
        (LB_CARRIED_CODE)(i == LB_PIECE_OF_EXPONENTS
                              ? lb_exponent_at(f, 1 - parity, lb_index(lb_cell_behind(p, c)))
                              : lb_code_at(from, lb_leaving_slot(c, i, parity)));
}

LB_INLINE bool lb_stops_heat(const uchar flags, const global uchar *numbers, const LB_INDEX n)
{
    const uchar number = LB_HAS_NUMBERS ? numbers[n] : (uchar)0;
    return (flags & LB_CELL_SOLID) != 0 && !lb_conducts(flags, number);
}

/* With a wall beyond the cut, what the cell itself sent into it comes back.  That was fetched as the opposite
 * population's, of the cell which in memory is where the wall would be. */
kernel void lb_unpack_halo(global LB_CODE *f, global LB_CODE *heat, const global uchar *flags,
                           const global uchar *numbers, const global uint *pieces, const uint count,
                           const uint codes, const uint step, const global LB_CARRIED_CODE *sent,
                           const global LB_CARRIED_CODE *received)
{
    const uint item = (uint)get_global_id(0);
    if (item >= codes) return;
    const global uint *p = lb_piece_of(pieces, count, LB_PIECE_SENT_AT, item);
    const uint i = lb_direction_of(p);
    global LB_CODE *to = p[LB_PIECE_DIRECTION] > LB_PIECE_OF_HEAT ? heat : f;
    if (i == LB_PIECE_OF_LISTED || LB_IS_PIECE_OF_SURFACE(p[LB_PIECE_DIRECTION]))
        return; /* stays where it is; lb_unpack_surface */
    const uint k = lb_code_of_item(p, item - p[LB_PIECE_SENT_AT]);
    const struct cell c = lb_cell_of_piece(p, k);
    LB_CARRIED_CODE found = received[p[LB_PIECE_RECEIVED_AT] + k];
    if (i == LB_PIECE_OF_EXPONENTS) {
        lb_set_exponent_byte(f, lb_place_behind(p, c), found);
        return;
    }
    const LB_INDEX behind = lb_neighbour_at(c, LB_AGAINST(i));
    const uchar beyond = flags[behind];
    const bool of_heat = p[LB_PIECE_DIRECTION] > LB_PIECE_OF_HEAT; /* to which openings are walls */
    if (LB_HAS_SOLID && (of_heat ? lb_stops_heat(beyond, numbers, behind) : lb_is_wall(beyond))) {
        const global uint *back = pieces + p[LB_PIECE_PARTNER] * LB_PIECE_SIZE;
        found =
            sent[back[LB_PIECE_SENT_AT] + lb_code_of_cell(back, lb_neighbour(c, LB_AGAINST(i)))];
    }
    lb_set_code(to, lb_load_slot(c, i, step & 1u), (LB_REGISTER_CODE)found);
}
