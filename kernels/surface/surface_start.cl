/* surface_start.cl - the start state of a free surface.
 * SPDX-License-Identifier: MIT */

/* Takes the fill levels of `count` cells of the start state from cell number `first` on (x
 * fastest); `start` holds their densities.  The flags have their types already. */
kernel void lb_surface_start(const global uchar *flags, global scalar *fill, global scalar *mass,
                             const global scalar *start, const global scalar *start_fill,
                             const ulong first, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const LB_INDEX n = lb_index(lb_cell(first + item));
    const uchar here = flags[n];
    const bool interface = lb_is_type(here, LB_CELL_INTERFACE);
    fill[n] = interface ? start_fill[item] : lb_is_fluid(here) ? (scalar)1 : (scalar)0;
    mass[n] = interface ? start_fill[item] * start[item] : (scalar)0;
}

/* Makes fluid that touches gas at the start a full interface cell; flags of the halo stay.  `step` is 0. */
kernel void lb_surface_close(const global LB_CODE *f, const global uchar *flags, global uchar *to,
                             global scalar *mass, const uint step)
{
    const LB_INDEX n = (LB_INDEX)get_global_id(0);
    if (n >= LB_CELLS + LB_HALO) return;
    const uchar here = flags[n];
    to[n] = here;
    if (n >= LB_CELLS) return;
    const struct cell c = lb_cell_at(n);
    if (!lb_is_fluid(here) || lb_neighbours_of(flags, c, LB_CELL_GAS, LB_CELL_GAS) == 0) return;
    mass[n] = lb_sums_sent(f, c, step & 1u).rho;
    to[n] = lb_with_type(here, LB_CELL_INTERFACE);
}
