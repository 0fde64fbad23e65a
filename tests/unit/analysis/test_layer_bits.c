/* test_layer_bits.c - rows of bits that are put together of pieces, bit for bit.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "analysis/components.h"
#include "support/check.h"

enum { WORDS = 4, CELLS = 32 * WORDS };

static bool bit(const uint32_t *row, size_t cell)
{
    return (row[cell / 32] >> cell % 32 & 1u) != 0;
}

/* Every length from every cell on; bits that were there stay. */
static void pieces_stand_where_they_belong(void)
{
    for (size_t at = 0; at < CELLS; at++)
        for (size_t length = 1; at + length <= CELLS; length++) {
            uint32_t piece[WORDS] = {0}, row[WORDS];
            memset(row, 0, sizeof row);
            if (at > 0) row[(at - 1) / 32] |= 1u << (at - 1) % 32;
            for (size_t k = 0; k < length; k += 1 + k % 3)
                piece[k / 32] |= 1u << k % 32;
            lb_layers_add_bits(piece, (length + 31) / 32, at, row);
            size_t wrong = 0;
            for (size_t cell = 0; cell < CELLS; cell++) {
                const bool is_in = cell >= at && cell < at + length;
                wrong += bit(row, cell) != (is_in ? bit(piece, cell - at) : cell + 1 == at);
            }
            LB_CHECK_EQUAL_INT(wrong, 0);
        }
}

int main(void)
{
    LB_TEST(pieces_stand_where_they_belong);
    return lb_check_report();
}
