/* fluid_list.c - counts fluid cells and makes their words.
 * SPDX-License-Identifier: MIT */
#include "layout/fluid_list.h"

#include <stdbool.h>
#include <string.h>

enum { CELLS_OF_WORD = 32, RANK_SHIFT = 34 }; /* kernels/list/fluid_words.cl */

/* Of a word, a byte for each cell; how many it has. */
static uint32_t find_solid(const struct lb_case *c, uint32_t x, uint32_t y, uint32_t z,
                           uint8_t solid[CELLS_OF_WORD])
{
    const uint32_t left = c->size[0] - x, count = left < CELLS_OF_WORD ? left : CELLS_OF_WORD;
    if (c->cell_kinds == 0 || c->start == NULL)
        memset(solid, 0, count);
    else
        lb_case_solid_row(c, x, y, z, count, solid);
    return count;
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
    uint8_t solid[CELLS_OF_WORD];
    if (c->cell_kinds == 0 || c->start == NULL) return lb_case_cell_count(c);
    for (uint32_t z = 0; z < c->size[2]; z++)
        for (uint32_t y = 0; y < c->size[1]; y++)
            for (uint32_t x = 0; x < c->size[0]; x += CELLS_OF_WORD) {
                const uint32_t count = find_solid(c, x, y, z, solid);
                for (uint32_t n = 0; n < count; n++)
                    fluid += !solid[n];
            }
    return fluid;
}

/* Bit 1 + k of a word: whether its k-th cell is fluid. */
static void set_bit(uint64_t *word, uint32_t k_and_one)
{
    *word |= (uint64_t)1 << k_and_one;
}

void lb_fluid_row(const struct lb_case *c, uint32_t y, uint32_t z, uint64_t *words, uint64_t *rank)
{
    const uint32_t last = c->size[0] - 1, of_last = last % CELLS_OF_WORD;
    const uint64_t count = lb_fluid_words_of_row(c);
    const bool is_joined = (c->cut.axes & 1u) == 0;
    uint8_t solid[CELLS_OF_WORD];
    memset(words, 0, count * sizeof *words);
    for (uint32_t x = 0; x <= last; x++) {
        const uint32_t n = x / CELLS_OF_WORD, k = x % CELLS_OF_WORD;
        if (k == 0) words[n] |= *rank << RANK_SHIFT;
        if (k == 0) find_solid(c, x, y, z, solid);
        if (solid[k]) continue;
        ++*rank;
        set_bit(&words[n], k + 1);
        /* the words before and behind have it, too */
        if (k == 0 && n > 0) set_bit(&words[n - 1], CELLS_OF_WORD + 1);
        if (k == CELLS_OF_WORD - 1 && x < last) set_bit(&words[n + 1], 0);
        if (x == 0 && is_joined) set_bit(&words[count - 1], of_last + 2);
        if (x == last && is_joined) set_bit(&words[0], 0);
    }
}
