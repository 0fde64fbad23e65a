/* saved_cells.cl - the program that brings what cells hold into the order of a checkpoint, x fastest,
 * then y, then z, whatever lanes, streaming and padding are; and back.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "shared/vector_word.h"

#include "slot/saved"

/* Where an array of `components` elements a cell has one of them. */
LB_INLINE ulong lb_element_at(const struct cell c, const uint component, const uint components)
{
    return components == 1 ? (ulong)lb_index(c) : LB_FORCE_AT(component, LB_NEAR_AT(lb_index(c)));
}

/* One component of elements of `bytes` bytes. */
kernel void lb_take_cells(const global uchar *from, global uchar *out, const uint bytes,
                          const uint component, const uint components, const ulong first,
                          const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const ulong at = lb_element_at(lb_cell(first + item), component, components);
    for (uint b = 0; b < bytes; b++)
        out[item * bytes + b] = from[at * bytes + b];
}

kernel void lb_put_cells(global uchar *to, const global uchar *from, const uint bytes,
                         const uint component, const uint components, const ulong first,
                         const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const ulong at = lb_element_at(lb_cell(first + item), component, components);
    for (uint b = 0; b < bytes; b++)
        to[at * bytes + b] = from[item * bytes + b];
}

/* Marks of markers: 1 where one is near the cell or one beside it in its quarter of a vector. */
kernel void lb_take_marks(const global uint *links, global uchar *out, const ulong first,
                          const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const LB_INDEX n = lb_index(lb_cell(first + item));
    out[item] = (links[n / LB_V] & LB_LINK_MARK(n % LB_V)) != 0 ? 1 : 0;
}

kernel void lb_put_marks(volatile global uint *links, const global uchar *from, const ulong first,
                         const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count || from[item] == 0) return;
    const LB_INDEX n = lb_index(lb_cell(first + item));
    atomic_or(links + n / LB_V, LB_LINK_MARK(n % LB_V));
}
