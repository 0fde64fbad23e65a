/* number_links.cl - which cells of the lists for forces have links to walls between cells, where
 * bodies that move change these links.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "wall/sorted_cells.cl"

/* linked_curved[k]: 1 + the number of linked_cells[k] among the `curved_count` cells of
 * curved_cells, which are in the order of memory; 0: it is none. */
kernel void lb_number_links(const global LB_INDEX *linked_cells, global uint *linked_curved,
                            const global LB_INDEX *curved_cells, const ulong count,
                            const ulong curved_count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const LB_INDEX n = linked_cells[k];
    const ulong at = lb_first_from(curved_cells, 0, curved_count, n);
    const bool is_there = at < curved_count ? curved_cells[at] == n : false;
    linked_curved[k] = is_there ? (uint)at + 1u : 0u;
}
