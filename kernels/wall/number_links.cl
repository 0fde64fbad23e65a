/* number_links.cl - which cells of the lists for forces have links to walls between cells, where
 * bodies that move change these links.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"

/* linked_curved[k]: 1 + the number of linked_cells[k] among the `curved_count` cells of
 * curved_cells, which are in the order of memory; 0: it is none. */
kernel void lb_number_links(const global LB_INDEX *linked_cells, global uint *linked_curved,
                            const global LB_INDEX *curved_cells, const ulong count,
                            const ulong curved_count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const LB_INDEX n = linked_cells[k];
    ulong low = 0, high = curved_count;
    while (low < high) {
        const ulong middle = (low + high) / 2;
        if (curved_cells[middle] < n)
            low = middle + 1;
        else
            high = middle;
    }
    const bool is_there = low < curved_count ? curved_cells[low] == n : false;
    linked_curved[k] = is_there ? (uint)low + 1u : 0u;
}
