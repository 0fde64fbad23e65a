#pragma once
/* fluid_words.cl - the cells of a list of fluid cells, by their rank in it: x fastest, then y, then z.
 * Behind the populations of the list is a word for every 32 cells of a row of the box, whose first is x0: bit 1 + k
 * says that cell x0 + k is fluid, from the one before (k = -1) to the one behind (k = 32), periodic along x;
 * from bit 34 on is the rank of the first fluid cell from x0 on.  lib/layout/fluid_list.c makes them.
 * SPDX-License-Identifier: MIT */
#define LB_CELLS_OF_WORD 32
#define LB_WORDS_OF_ROW ((LB_NX + LB_CELLS_OF_WORD - 1) / LB_CELLS_OF_WORD)

#if LB_ROUNDS_TO_NEAREST
#define lb_place_in_noise(c) 0u
#define lb_noise_of_spread(spread, keys) lb_noise(lb_cell(0), 0, keys) /* none */
#endif

LB_INLINE const global ulong *lb_fluid_words(const global LB_CODE *f)
{
    return (const global ulong *)(f + (ulong)LB_Q * LB_STRIDE);
}

LB_INLINE ulong lb_fluid_word(const global ulong *words, const uint x, const uint y, const uint z)
{
    return words[((LB_INDEX)z * LB_NY + y) * LB_WORDS_OF_ROW + x / LB_CELLS_OF_WORD];
}

/* Of the word of cell x: whether the cell at x + cx is fluid. */
LB_INLINE bool lb_word_has(const ulong word, const uint x, const int cx)
{
    return (word >> (x % LB_CELLS_OF_WORD + (uint)(1 + cx)) & 1ul) != 0;
}

/* The rank of cell x; of a solid one that of the first fluid cell behind it. */
LB_INLINE LB_INDEX lb_rank_in_word(const ulong word, const uint x)
{
    const uint below = (uint)(word >> 1) & ((1u << x % LB_CELLS_OF_WORD) - 1u);
    return (LB_INDEX)(word >> 34) + popcount(below);
}

/* The rank of the cell at x + cx of row (y, z), which is fluid; `word` is that of x. */
LB_INLINE LB_INDEX lb_rank_beside(const global ulong *words, const ulong word, const uint x,
                                  const uint y, const uint z, const int cx)
{
    if (cx > 0 && x == LB_NX - 1) return lb_rank_in_word(lb_fluid_word(words, 0, y, z), 0);
    if (cx < 0 && x == 0) return lb_rank_in_word(lb_fluid_word(words, LB_NX - 1, y, z), LB_NX - 1);
    const LB_INDEX rank = lb_rank_in_word(word, x);
    return cx == 0 ? rank : cx > 0 ? rank + (lb_word_has(word, x, 0) ? 1 : 0) : rank - 1;
}
