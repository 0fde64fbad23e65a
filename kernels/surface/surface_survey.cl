/* surface_survey.cl - fill levels as an observer sees them, and where the mass is.
 * SPDX-License-Identifier: MIT */

/* Fill levels of `count` cells of the box that begins at (bx, by, bz) and is ex x ey cells in
 * cross-section, from the box's cell number `skip` on. */
kernel void lb_surface_observe(const global scalar *fill, global scalar *out, const uint bx,
                               const uint by, const uint bz, const uint ex, const uint ey,
                               const ulong skip, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_of_box(bx, by, bz, ex, ey, skip + item);
    out[item] = fill[lb_index(c)];
}

/* What interface cell c will take over from its neighbours. */
LB_INLINE scalar lb_shares_of(const global uchar *flags, const global scalar *mass,
                              const struct cell c)
{
    scalar sum = 0;
#define NEIGHBOUR(x, y, z)                                                                      \
    {                                                                                           \
        const LB_INDEX at = LB_BESIDE(c, x, y, z);                                              \
        const uchar there = flags[at];                                                          \
        if (lb_is_type(there, LB_CELL_SHARING_FLUID) || lb_is_type(there, LB_CELL_SHARING_GAS)) \
            sum += mass[at];                                                                    \
    }
    LB_FOR_NEIGHBOURS
#undef NEIGHBOUR
    return sum;
}

/* Where the mass is: work-items go through cells as in cell/survey.cl, and leave 8 sums and 4 counts each, which the
 * host adds up. */
kernel void lb_surface_survey(const global LB_CODE *f, const global uchar *flags,
                              const global scalar *fill, const global scalar *mass,
                              global LB_SUM *sums, global ulong *counts, const uint items,
                              const uint stride, const uint step, const global uint *pieces,
                              const global uint *piece_of, const global LB_CARRIED_CODE *sent)
{
    const struct sent_codes beyond = {pieces, piece_of, sent};
    const uint item = (uint)get_global_id(0);
    if (item >= items) return;
    LB_SUM excess = 0, wet = 0, pending = 0, stranded = 0, volume = 0;
    ulong fluid = 0, interface = 0, gas = 0, contacts = 0;
    const ulong each = ((ulong)LB_CELLS + items - 1) / items;
    ulong n = stride == 1 ? item * each : item;
    for (ulong left = each; left > 0 && n < LB_CELLS; left--, n += stride) {
        const uchar here = flags[n];
        if (here & LB_CELL_SOLID) continue;
        const struct cell c = lb_cell_at((LB_INDEX)n);
        const bool sharing =
            lb_is_type(here, LB_CELL_SHARING_FLUID) || lb_is_type(here, LB_CELL_SHARING_GAS);
        if (!lb_is_type(here, LB_CELL_INTERFACE) && !sharing) stranded += (LB_SUM)mass[n];
        if (here & LB_CELL_GAS) {
            gas++;
            continue;
        }
        volume += (LB_SUM)fill[n];
        if (lb_is_type(here, LB_CELL_INTERFACE)) {
            interface++;
            wet += (LB_SUM)mass[n];
            pending += (LB_SUM)lb_shares_of(flags, mass, c);
            continue;
        }
        fluid++;
        excess += (LB_SUM)lb_sums_kept(f, beyond, c, step & 1u).excess;
        contacts += lb_neighbours_of(flags, c, LB_CELL_GAS, LB_CELL_SHARING_GAS);
    }
    global LB_SUM *s = sums + 12 * (ulong)item;
    s[0] = excess;
    s[1] = wet;
    s[2] = pending;
    s[3] = stranded;
    s[4] = volume;
    global ulong *k = counts + 4 * (ulong)item;
    k[0] = fluid;
    k[1] = interface;
    k[2] = gas;
    k[3] = contacts;
}
