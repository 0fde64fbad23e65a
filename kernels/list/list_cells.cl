/* list_cells.cl - what the step of a list of fluid cells wants to know of each, made once.
 * SPDX-License-Identifier: MIT */

/* One of `count` cells of the box from cell number `first` on, x fastest: the place of the listed one. */
kernel void lb_list_places(const global LB_CODE *f, global uint *places, const ulong first,
                           const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    const ulong word = lb_fluid_word(lb_fluid_words(f), c.x, c.y, c.z);
    if (lb_word_has(word, c.x, 0)) places[lb_rank_in_word(word, c.x)] = (uint)(first + item);
}

/* The same for the table of neighbours and what cells add to the noise. */
kernel void lb_list_table(const global LB_CODE *f, global uint *table, global uint *spreads,
                          const ulong first, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    const ulong word = lb_fluid_word(lb_fluid_words(f), c.x, c.y, c.z);
    if (!lb_word_has(word, c.x, 0)) return;
    const LB_INDEX n = lb_rank_in_word(word, c.x);
    spreads[n] = lb_place_in_noise(c);
    for (uint i = 1; i < LB_Q; i++)
        table[(ulong)(i - 1) * LB_STRIDE + n] = (uint)lb_listed_code(f, c, LB_LOAD_SLOT(i, 1));
}

/* Places behind the last cell, which share its vector, have walls all round. */
kernel void lb_end_table(global uint *table, global uint *spreads)
{
    const LB_INDEX n = LB_LISTED + (LB_INDEX)get_global_id(0);
    if (n >= LB_STRIDE) return;
    spreads[n] = 0;
    for (uint i = 1; i < LB_Q; i++)
        table[(ulong)(i - 1) * LB_STRIDE + n] = (uint)(i * LB_STRIDE + n);
}
