/* beyond.cl - the free surface of a subdomain: what it sends of its own cells beside cuts, and what becomes of the
 * cells beyond, as far as its own depend on it (docs/how-several-devices-work.md).
 * SPDX-License-Identifier: MIT */
#if LB_CUT != 0
#include "exchange/exchange_pieces.cl"

/* --- the halo ---------------------------------------------------------------------------------- */

/* How far from the box; more than the depth where place n is of no cell, or of one that has another place. */
LB_INLINE uint lb_depth_of(const struct cell c, const LB_INDEX n)
{
    const uint distance = lb_distance_of(c);
    return distance > LB_HALO_DEPTH || lb_place_of(c) != n ? LB_HALO_DEPTH + 1 : distance;
}

/* --- the exchange ------------------------------------------------------------------------------ */

#define LB_NUMBER_CODES \
    (uint)(sizeof(scalar) > sizeof(LB_CARRIED_CODE) ? sizeof(scalar) / sizeof(LB_CARRIED_CODE) : 1)

#if LB_ARITHMETIC_FP64
typedef ulong number_bits;
#define LB_NUMBER_OF(bits) as_double(bits)
#define LB_BITS_OF(x) as_ulong(x)
#else
typedef uint number_bits;
#define LB_NUMBER_OF(bits) as_float(bits)
#define LB_BITS_OF(x) as_uint(x)
#endif

/* A number among codes, which may be smaller or larger. */
#define LB_PUT_AS(type)                        \
    for (uint k = 0; k < LB_NUMBER_CODES; k++) \
        ((global type *)to)[k] = (type)(bits >> (8 * sizeof(type) * k));
LB_INLINE void lb_put_number(global LB_CARRIED_CODE *to, const scalar x)
{
    const number_bits bits = LB_BITS_OF(x);
    switch (sizeof(LB_CARRIED_CODE)) {
    case 1: LB_PUT_AS(uchar) break;
    case 2: LB_PUT_AS(ushort) break;
    case 4: LB_PUT_AS(uint) break;
    default: LB_PUT_AS(ulong)
    }
}
#undef LB_PUT_AS

#define LB_GET_AS(type)                        \
    for (uint k = 0; k < LB_NUMBER_CODES; k++) \
        bits |= (number_bits)((const global type *)from)[k] << (8 * sizeof(type) * k);
LB_INLINE scalar lb_get_number(const global LB_CARRIED_CODE *from)
{
    number_bits bits = 0;
    switch (sizeof(LB_CARRIED_CODE)) {
    case 1: LB_GET_AS(uchar) break;
    case 2: LB_GET_AS(ushort) break;
    case 4: LB_GET_AS(uint) break;
    default: LB_GET_AS(ulong)
    }
    return LB_NUMBER_OF(bits);
}
#undef LB_GET_AS

LB_INLINE uint lb_cells_of(const global uint *p)
{
    return p[LB_PIECE_EXTENT] * p[LB_PIECE_EXTENT + 1] * p[LB_PIECE_EXTENT + 2];
}

/* `flags` are those of the moment, marked within a step; so many cells. */
kernel void lb_pack_surface(const global LB_CODE *f, const global uchar *flags,
                            const global scalar *fill, const global scalar *mass,
                            const global uint *pieces, const uint count, const uint cells,
                            const uint step, global LB_CARRIED_CODE *sent)
{
    const uint item = (uint)get_global_id(0);
    if (item >= cells) return;
    const global uint *p = lb_piece_of(pieces, count, LB_PIECE_FIRST_CELL, item);
    const uint k = item - p[LB_PIECE_FIRST_CELL], all = lb_cells_of(p);
    global LB_CARRIED_CODE *to = sent + p[LB_PIECE_SENT_AT];
    const struct cell c = lb_cell_of_piece(p, k);
    const LB_INDEX n = lb_index(c);
    real h[LB_Q];
    scalar sums[4];
    switch (p[LB_PIECE_DIRECTION]) {
    case LB_PIECE_OF_FLAGS: ((global uchar *)to)[k] = flags[n]; break;
    case LB_PIECE_OF_FILL: lb_put_number(to + k * LB_NUMBER_CODES, fill[n]); break;
    case LB_PIECE_OF_MASS: lb_put_number(to + k * LB_NUMBER_CODES, mass[n]); break;
    case LB_PIECE_OF_SUMS:
        lb_sent(h, f, c, step & 1u);
        lb_add_up(sums, h);
        for (uint a = 0; a < 4; a++)
            lb_put_number(to + (a * all + k) * LB_NUMBER_CODES, sums[a]);
    }
}

/* Where a cell of piece p that was received is: `relative` counts from the first one. */
LB_INLINE uint lb_place_beyond_end(const uint away, const uint relative, const uint extent,
                                   const uint size)
{
    return away == 1 ? relative : away == 2 ? relative - extent : size + relative;
}

LB_INLINE LB_INDEX lb_place_received(const global uint *p, const uint k)
{
    const global uint *extent = p + LB_PIECE_EXTENT, *away = p + LB_PIECE_AWAY;
    struct cell c;
    c.x = lb_place_beyond_end(away[0], k % extent[0], extent[0], LB_NX);
    c.y = lb_place_beyond_end(away[1], k / extent[0] % extent[1], extent[1], LB_NY);
    c.z = lb_place_beyond_end(away[2], k / extent[0] / extent[1], extent[2], LB_NZ);
    return lb_place_of(c);
}

kernel void lb_unpack_surface(global uchar *flags, global scalar *fill, global scalar *mass,
                              global scalar *beyond_sums, const global uint *pieces,
                              const uint count, const uint cells,
                              const global LB_CARRIED_CODE *received)
{
    const uint item = (uint)get_global_id(0);
    if (item >= cells) return;
    const global uint *p = lb_piece_of(pieces, count, LB_PIECE_FIRST_CELL, item);
    const uint k = item - p[LB_PIECE_FIRST_CELL], all = lb_cells_of(p);
    const global LB_CARRIED_CODE *from = received + p[LB_PIECE_RECEIVED_AT];
    const LB_INDEX n = lb_place_received(p, k);
    switch (p[LB_PIECE_DIRECTION]) {
    case LB_PIECE_OF_FLAGS: flags[n] = ((const global uchar *)from)[k]; break;
    case LB_PIECE_OF_FILL: fill[n] = lb_get_number(from + k * LB_NUMBER_CODES); break;
    case LB_PIECE_OF_MASS: mass[n] = lb_get_number(from + k * LB_NUMBER_CODES); break;
    case LB_PIECE_OF_SUMS:
        for (uint a = 0; a < 4; a++)
            beyond_sums[4 * (ulong)(n - LB_PLACES) + a] =
                lb_get_number(from + (a * all + k) * LB_NUMBER_CODES);
    }
}

/* --- conversion -------------------------------------------------------------------------------- */

/* Lists own vectors around a cell that turns. */
LB_INLINE void lb_list_beside(const struct cell c, const uint now, global LB_INDEX *joining,
                              global LB_INDEX *turning, volatile global uint *count,
                              volatile global uint *stamp){
#define NEIGHBOUR(x, y, z)                                                           \
    {                                                                                \
        const LB_INDEX at = LB_BESIDE(c, x, y, z);                                   \
        if (at < LB_PLACES) lb_list_vector(at, now, joining, turning, count, stamp); \
    }
    LB_FOR_NEIGHBOURS
#undef NEIGHBOUR
}

/* lb_convert_to_fluid of cells beyond cuts, as far as those one nearer depend on them; before that of the own ones,
 * as it adds to their lists.  `step` is the next one. */
kernel void lb_convert_beyond_to_fluid(const global uchar *flags, global uchar *to, const uint step,
                                       global LB_INDEX *busy, global LB_INDEX *turning,
                                       volatile global uint *counts, volatile global uint *stamp)
{
    const LB_INDEX n = LB_PLACES + (LB_INDEX)get_global_id(0);
    if (n >= LB_PLACES + LB_HALO) return;
    volatile global uint *count = counts + LB_COUNTS * (~step & 1u);
    const struct cell c = lb_halo_cell(n);
    const uint depth = lb_depth_of(c, n);
    if (depth >= LB_HALO_DEPTH) return;
    const uchar here = flags[n];
    to[n] = lb_beside_new_fluid(flags, c, here);
    if (depth == 1 && (lb_is_type(here, LB_CELL_TO_FLUID) || lb_is_type(here, LB_CELL_TO_GAS)))
        lb_list_beside(c, LB_STAMP(step - 1u), busy + count[LB_FOUND], turning, count, stamp);
}

/* The same of lb_convert_to_gas, one cell nearer; before lb_distribute_mass. */
kernel void lb_convert_beyond_to_gas(const global uchar *flags, global uchar *to)
{
    const LB_INDEX n = LB_PLACES + (LB_INDEX)get_global_id(0);
    if (n >= LB_PLACES + LB_HALO) return;
    const struct cell c = lb_halo_cell(n);
    if (lb_depth_of(c, n) >= LB_HALO_DEPTH - 1) return;
    const uchar here = flags[n];
    to[n] = lb_is_beside_new_gas(flags, c, here) ? lb_with_type(here, LB_CELL_INTERFACE) : here;
}
#endif
