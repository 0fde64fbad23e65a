/* fluid_list.c - counts fluid cells and makes their words.
 * SPDX-License-Identifier: MIT */
#include "layout/fluid_list.h"

#include <stdbool.h>

enum { CELLS_OF_WORD = 32, RANK_SHIFT = 34 }; /* kernels/list/fluid_words.cl */

/* Fluid cells of a row from x on: a bit for each of `most`, or of what is left of the row. */
static uint64_t find_fluid(const struct lb_case *c, uint32_t x, uint32_t y, uint32_t z,
                           uint32_t most)
{
    const uint32_t left = c->size[0] - x, count = left < most ? left : most;
    const uint64_t all = ~(uint64_t)0 >> (LB_SOLID_WORD - count);
    if (c->cell_kinds == 0 || c->start == NULL) return all;
    return all & ~lb_case_solid_word(c, x, y, z, count);
}

static uint64_t count_ones(uint64_t word)
{
    return (uint64_t)__builtin_popcountll(word);
}

uint64_t lb_fluid_words_of_row(const struct lb_case *c)
{
    return (c->size[0] + CELLS_OF_WORD - 1) / CELLS_OF_WORD;
}

uint64_t lb_fluid_words(const struct lb_case *c)
{
    return lb_fluid_words_of_row(c) * c->size[1] * c->size[2];
}

uint64_t lb_fluid_count(const struct lb_case *c)
{
    uint64_t fluid = 0;
    if (c->cell_kinds == 0 || c->start == NULL) return lb_case_cell_count(c);
    for (uint32_t z = 0; z < c->size[2]; z++)
        for (uint32_t y = 0; y < c->size[1]; y++)
            for (uint32_t x = 0; x < c->size[0]; x += LB_SOLID_WORD)
                fluid += count_ones(find_fluid(c, x, y, z, LB_SOLID_WORD));
    return fluid;
}

/* Bit 1 + k of a word: whether its k-th cell is fluid; bits 0 and 33: the cells before and behind it. */
void lb_fluid_row(const struct lb_case *c, uint32_t y, uint32_t z, uint64_t *words, uint64_t *rank)
{
    const uint64_t count = lb_fluid_words_of_row(c);
    const bool is_joined = (c->cut.axes & 1u) == 0;
    const uint32_t of_last = (c->size[0] - 1) % CELLS_OF_WORD;
    uint64_t before = 0;
    for (uint64_t n = 0; n < count; n++) {
        const uint64_t fluid = find_fluid(c, (uint32_t)n * CELLS_OF_WORD, y, z, CELLS_OF_WORD);
        words[n] = *rank << RANK_SHIFT | fluid << 1 | before;
        if (n > 0) words[n - 1] |= (fluid & 1) << (CELLS_OF_WORD + 1);
        *rank += count_ones(fluid);
        before = fluid >> (CELLS_OF_WORD - 1);
    }
    if (!is_joined) return;
    const uint64_t first = words[0] >> 1 & 1, last = words[count - 1] >> (of_last + 1) & 1;
    words[0] |= last;
    words[count - 1] |= first << (of_last + 2);
}
