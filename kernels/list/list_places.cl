/* list_places.cl - cells of a list that need not find their neighbours, by their places in the box: even steps of
 * several cells to a work-item, where an odd one has one cell.
 * SPDX-License-Identifier: MIT */
#define LB_FINDERS const global uint *restrict places
#define LB_FINDER_NAMES places

struct cells {
    LB_INDEX first;
    const global uint *places;
};

LB_INLINE struct cells lb_cells(const LB_INDEX first, const global uint *places)
{
    const struct cells c = {first, places + first};
    return c;
}

LB_INLINE struct noise lb_noise_of_cells(const struct cells c, const int piece, const ulong keys)
{
    uint spread[LB_W];
    for (int lane = 0; lane < LB_W; lane++)
        spread[lane] = lb_place_in_noise(lb_cell(c.places[piece * LB_W + lane]));
    return lb_noise_of_spread(*(LB_VECTOR(uint) *)spread, keys);
}
