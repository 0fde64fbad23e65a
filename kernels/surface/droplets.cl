/* droplets.cl - weighs droplets and takes them out.
 * SPDX-License-Identifier: MIT */

/* What `count` wet cells hold: fill level, mass with what they are about to take over, velocity in
 * the step before.  `cells` are their numbers, x fastest; `step` is the next one. */
kernel void lb_weigh(const global LB_CODE *f, const global uchar *flags, const global scalar *fill,
                     const global scalar *mass, const global ulong *cells, global scalar *out,
                     const ulong count, const uint step)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(cells[item]);
    const LB_INDEX n = lb_index(c);
    const uchar here = flags[n];
    const struct sums s = lb_sums_sent(f, c, step & 1u);
    const scalar per_mass = (scalar)1 / s.rho;
    const bool sharing = lb_is_type(here, LB_CELL_SHARING_FLUID);
    const scalar wet = lb_is_type(here, LB_CELL_INTERFACE) ? lb_shares_of(flags, mass, c) : s.rho;
    out[5 * item] = fill[n];
    out[5 * item + 1] = wet + (sharing ? (scalar)0 : mass[n]);
    out[5 * item + 2] = fma((scalar)-0.5, (scalar)LB_FORCE_X, s.jx) * per_mass;
    out[5 * item + 3] = fma((scalar)-0.5, (scalar)LB_FORCE_Y, s.jy) * per_mass;
    out[5 * item + 4] = fma((scalar)-0.5, (scalar)LB_FORCE_Z, s.jz) * per_mass;
}

/* Makes them gas.  They are whole components, so that no fluid is left beside. */
kernel void lb_dry(global uchar *flags, global scalar *fill, global scalar *mass,
                   const global ulong *cells, const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const LB_INDEX n = lb_index(lb_cell(cells[item]));
    flags[n] = lb_with_type(flags[n], LB_CELL_GAS);
    fill[n] = 0;
    mass[n] = 0;
}
