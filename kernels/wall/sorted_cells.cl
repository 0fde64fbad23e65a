/* sorted_cells.cl - the search in the list of cells with links to walls between cells, which is in the order of memory.
 * SPDX-License-Identifier: MIT */

/* Number of the first cell of [low, high) that does not lie before `index`; `high`: there is none. */
LB_INLINE ulong lb_first_from(const global LB_INDEX *curved_cells, ulong low, ulong high,
                              const LB_INDEX index)
{
    while (low < high) {
        const ulong middle = (low + high) / 2;
        if (curved_cells[middle] < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
