/* listed_codes.cl - codes of a list of fluid cells; for single cells.
 * SPDX-License-Identifier: MIT */
#include "list/fluid_words.cl"

typedef uint slot_number;

#define LB_NOWHERE (~0ul)

/* Of population `slot` & 31 of cell n in a step of parity `slot` >> 5. */
LB_INLINE ulong lb_place_of_code(const uint slot, const LB_INDEX n)
{
    return (ulong)slot << 56 | n;
}

/* Where population i is that cell c finds in a step of that parity.  What a wall would find is what fluid sent into
 * it: the population that comes back to that fluid.  LB_NOWHERE: it came from another wall. */
LB_INLINE ulong lb_listed_code(const global LB_CODE *f, struct cell c, uint i, const uint parity)
{
    const global ulong *words = lb_fluid_words(f);
    ulong word = lb_fluid_word(words, c.x, c.y, c.z);
    for (int way = 0; way < 2 && i > 0; way++) { /* a wall first, then the step */
        if (way == 0 ? lb_word_has(word, c.x, 0) : parity == 0) continue;
        const struct cell behind = lb_neighbour(c, LB_AGAINST(i));
        const ulong there = lb_fluid_word(words, behind.x, behind.y, behind.z);
        if (!lb_word_has(there, behind.x, 0)) continue;
        c = behind;
        word = there;
        i = (i & 1u) != 0 ? i + 1 : i - 1;
    }
    if (!lb_word_has(word, c.x, 0)) return LB_NOWHERE;
    return (ulong)i * LB_STRIDE + lb_rank_in_word(word, c.x);
}

LB_INLINE ulong lb_found_code(const global LB_CODE *f, const ulong at)
{
    const uint slot = (uint)(at >> 56);
    return lb_listed_code(f, lb_cell_at((LB_INDEX)(at & 0xFFFFFFFFFFFFFFul)), slot & 31u,
                          slot >> 5);
}

LB_INLINE LB_REGISTER_CODE lb_code_at(const global LB_CODE *f, const ulong at)
{
    const ulong place = lb_found_code(f, at);
    return place == LB_NOWHERE ? (LB_REGISTER_CODE)0 : f[place];
}

LB_INLINE void lb_set_code(global LB_CODE *f, const ulong at, const LB_REGISTER_CODE code)
{
    const ulong place = lb_found_code(f, at);
    if (place != LB_NOWHERE) f[place] = code;
}
