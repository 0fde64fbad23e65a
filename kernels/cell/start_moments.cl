/* start_moments.cl - the start state of cells that keep moments.
 * SPDX-License-Identifier: MIT */
#include "cell/start.cl"

/* S f_i^eq of one direction, number i. */
LB_INLINE real lb_equilibrium_along(const struct moments m, const int i)
{
    const int odd = (i & 1) != 0 ? i : i - 1;
    const scalar weight = (scalar)LB_STORAGE_SCALE * lb_weights[i];
    const struct equilibrium e = lb_equilibrium(m);
    real along, against;
    if (i == 0) return lb_equilibrium_rest(e, (real)(1));
    lb_equilibrium_pair(e, LB_ALONG(odd), (real)(1), weight, &along, &against);
    return odd == i ? along : against;
}

#if LB_HALO > 0
/* The start state of `count` cells beyond cuts from number `first` of the halo on, each with its place, as this box
 * counts, and four planes of values.  The noise is that of the cell's own subdomain. */
kernel void lb_start_beyond(global LB_CODE *f, const global uint *places,
                            const global scalar *start, const ulong first, const ulong count,
                            const ulong noise_keys)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = {places[3 * item], places[3 * item + 1], places[3 * item + 2]};
    lb_send_equilibrium_from(f, lb_start_moments(start, count, item),
                             LB_PLACES + (LB_INDEX)(first + item), lb_noise(c, 0, ~noise_keys));
}
#endif

/* Streams the equilibrium of the start state, so that each cell has what step 0 will find; what comes out
 * of walls is added behind (bounce_moments.cl). */
kernel void lb_stream_start(const global LB_CODE *f, global LB_CODE *other_f,
                            const global uchar *flags, const global scalar *prescribed,
                            const ulong noise_keys)
{
    const LB_INDEX n = (LB_INDEX)get_global_id(0);
    if (n >= LB_CELLS) return;
    const struct cell c = lb_cell_at(n);
    real h[LB_Q], kept[LB_Q];
#pragma unroll 1
    for (int i = 0; i < LB_Q; i++) {
        const LB_INDEX from = lb_neighbour_at(c, LB_AGAINST(i));
        const uchar there = LB_HAS_FLAGS ? flags[from] : (uchar)0;
        h[i] = (there & LB_CELL_SOLID) != 0
                   ? (real)(0)
                   : lb_equilibrium_along(lb_equilibrium_sent(f, prescribed, from, there), i);
    }
    lb_keep(kept, h);
    lb_store_kept(other_f, kept, n, lb_noise(c, 0, noise_keys ^ 0xFFFFFFFFul));
}
