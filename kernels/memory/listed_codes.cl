/* listed_codes.cl - codes of a list of fluid cells; for single cells.
 * SPDX-License-Identifier: MIT */
#include "list/fluid_words.cl"

typedef uint slot_number;

/* A solid cell has no populations: none is read or written there. */
#define LB_NOWHERE (~0ul)

/* In a slot (stream/own_slots.cl). */
#define LB_IS_SENT 64u

/* Of slot `slot` and cell n. */
LB_INLINE ulong lb_place_of_code(const uint slot, const LB_INDEX n)
{
    return (ulong)slot << 56 | n;
}

/* Where the population is that fluid cell c finds or sent, as `slot` says.  No branches: a GPU then has the loads of all
 * populations of a cell on their way at once. */
LB_INLINE ulong lb_listed_code(const global LB_CODE *f, const struct cell c, const uint slot)
{
    const global ulong *words = lb_fluid_words(f);
    const ulong word = lb_fluid_word(words, c.x, c.y, c.z);
    const uint i = slot & 31u, opposite = (i & 1u) != 0 ? i + 1 : i - 1;
    const bool is_sent = (slot & LB_IS_SENT) != 0, is_even = (slot & 32u) == 0;
    const int way = is_sent ? 1 : -1, cx = way * lb_directions[i][0],
              cy = way * lb_directions[i][1], cz = way * lb_directions[i][2];
    const struct cell there = lb_neighbour(c, cx, cy, cz);
    const ulong other = lb_fluid_word(words, there.x, there.y, there.z);
    /* a neighbour's, unless a wall or a cut is between */
    const bool is_there = i > 0 & is_sent == is_even & lb_word_has(other, there.x, 0) &
                          lb_cuts_crossed(c, cx, cy, cz) == 0;
    const bool is_opposite = i > 0 & is_sent != is_there;
    const LB_INDEX rank = is_there ? lb_rank_in_word(other, there.x) : lb_rank_in_word(word, c.x);
    return lb_word_has(word, c.x, 0) ? (ulong)(is_opposite ? opposite : i) * LB_STRIDE + rank
                                     : LB_NOWHERE;
}

LB_INLINE ulong lb_found_code(const global LB_CODE *f, const ulong at)
{
    return lb_listed_code(f, lb_cell_at((LB_INDEX)(at & 0xFFFFFFFFFFFFFFul)), (uint)(at >> 56));
}

LB_INLINE LB_REGISTER_CODE lb_code_at(const global LB_CODE *f, const ulong at)
{
    const ulong place = lb_found_code(f, at);
    const LB_REGISTER_CODE code = f[place == LB_NOWHERE ? 0 : place];
    return place == LB_NOWHERE ? (LB_REGISTER_CODE)0 : code;
}

LB_INLINE void lb_set_code(global LB_CODE *f, const ulong at, const LB_REGISTER_CODE code)
{
    const ulong place = lb_found_code(f, at);
    if (place != LB_NOWHERE) f[place] = code;
}
