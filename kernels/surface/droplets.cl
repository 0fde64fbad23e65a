/* droplets.cl - measures the mass of droplets, or of connected fluid at the top, and removes them.
 * SPDX-License-Identifier: MIT */

/* How many interface cells below layer `layer` across axis `up` wait for a share of cell c. */
LB_INLINE uint lb_takers_below(const global uchar *flags, const struct cell c, const uint up,
                               const uint layer)
{
    uint count = 0;
    if ((up == 0 ? c.x : up == 1 ? c.y : c.z) != layer) return 0;
#define NEIGHBOUR(x, y, z)                                           \
    if ((up == 0   ? (x)                                             \
         : up == 1 ? (y)                                             \
                   : (z)) < 0 &&                                     \
        lb_is_type(flags[LB_BESIDE(c, x, y, z)], LB_CELL_INTERFACE)) \
        count++;
    LB_FOR_NEIGHBOURS
#undef NEIGHBOUR
    return count;
}

/* The cell with this number, x fastest, of a box and, around it, its halo. */
LB_INLINE struct cell lb_wide_cell(const ulong n)
{
    struct cell c;
    c.x = (uint)(n % LB_WIDE_X) - LB_BEYOND_X;
    c.y = (uint)(n / LB_WIDE_X % LB_WIDE_Y) - LB_BEYOND_Y;
    c.z = (uint)(n / ((ulong)LB_WIDE_X * LB_WIDE_Y)) - LB_BEYOND_Z;
    return c;
}

/* Of `count` wet cells: fill level, mass with the shares that they are about to take over, velocity
 * in the step before.  `cells` are their numbers with the halo, but none is of it; `step` is the next one.
 * Either they are whole components, or all wet cells from layer `layer` across axis `up` on: then what they
 * were to share with cells below it counts, too.  For components `up` is LB_NO_AXIS. */
#define LB_NO_AXIS 3u
kernel void lb_measure_cells(const global LB_CODE *f, const global uchar *flags,
                             const global scalar *fill, const global scalar *mass,
                             const global ulong *cells, global scalar *out, const ulong count,
                             const uint step, const uint up, const uint layer,
                             const global uint *pieces, const global uint *piece_of,
                             const global LB_CARRIED_CODE *sent)
{
    const struct sent_codes beyond = {pieces, piece_of, sent};
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_wide_cell(cells[item]);
    const LB_INDEX n = lb_index(c);
    const uchar here = flags[n];
    const struct sums s = lb_sums_kept(f, beyond, c, step & 1u);
    const scalar per_mass = lb_inverse(s.rho);
    const bool sharing = lb_is_type(here, LB_CELL_SHARING_FLUID);
    const scalar wet = lb_is_type(here, LB_CELL_INTERFACE) ? lb_shares_of(flags, mass, c) : s.rho;
    out[5 * item] = fill[n];
    const scalar rest = !sharing           ? mass[n]
                        : up != LB_NO_AXIS ? mass[n] * (scalar)lb_takers_below(flags, c, up, layer)
                                           : (scalar)0;
    out[5 * item + 1] = wet + rest;
    out[5 * item + 2] = fma((scalar)-0.5, (scalar)LB_FORCE_X, s.jx) * per_mass;
    out[5 * item + 3] = fma((scalar)-0.5, (scalar)LB_FORCE_Y, s.jy) * per_mass;
    out[5 * item + 4] = fma((scalar)-0.5, (scalar)LB_FORCE_Z, s.jz) * per_mass;
}

/* Makes them gas; cells of the halo, too.  Beside whole components no fluid is left; beside others
 * see lb_find_exposed. */
kernel void lb_make_gas(global uchar *flags, global scalar *fill, global scalar *mass,
                        const global ulong *cells, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const LB_INDEX n = lb_place_of(lb_wide_cell(cells[item]));
    flags[n] = lb_with_type(flags[n], LB_CELL_GAS);
    fill[n] = 0;
    mass[n] = 0;
}

/* The mass that each cell of a layer across axis `up` must have as interface, because it is fluid
 * beside gas; -1 where it stays what it is.  Cell `skip` of the layer is the first; `step` is the next one. */
kernel void lb_find_exposed(const global LB_CODE *f, const global uchar *flags,
                            const global scalar *mass, global scalar *out, const uint up,
                            const uint layer, const ulong skip, const ulong count, const uint step,
                            const global uint *pieces, const global uint *piece_of,
                            const global LB_CARRIED_CODE *sent)
{
    const struct sent_codes beyond = {pieces, piece_of, sent};
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_of_layer(up, layer, skip + item);
    const LB_INDEX n = lb_index(c);
    const uchar here = flags[n];
    out[item] = -1;
    if (!lb_is_fluid(here) || lb_neighbours_of(flags, c, LB_CELL_GAS, LB_CELL_GAS) == 0) return;
    const uint takers = lb_is_type(here, LB_CELL_SHARING_FLUID)
                            ? lb_neighbours_of(flags, c, LB_CELL_INTERFACE, LB_CELL_INTERFACE)
                            : 1u;
    out[item] = fma((scalar)takers, mass[n], lb_sums_kept(f, beyond, c, step & 1u).rho);
}

/* Makes `count` of these cells interface, cells of the halo, too: each with its mass. */
kernel void lb_make_interface(global uchar *flags, global scalar *mass, const global ulong *cells,
                              const global scalar *exposed, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const LB_INDEX n = lb_place_of(lb_wide_cell(cells[item]));
    flags[n] = lb_with_type(flags[n], LB_CELL_INTERFACE);
    mass[n] = exposed[item];
}

/* As interface they will take over shares of neighbours that were not meant for them: subtracts these
 * in advance, but of cells of the halo. */
kernel void lb_correct_mass(const global uchar *flags, global scalar *mass,
                            const global ulong *cells, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_wide_cell(cells[item]);
    const LB_INDEX n = lb_place_of(c);
    if (n < LB_PLACES) mass[n] -= lb_shares_of(flags, mass, c);
}
