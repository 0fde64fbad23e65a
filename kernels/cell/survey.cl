/* survey.cl - sums and extremes over all fluid cells.
 * SPDX-License-Identifier: MIT */

#include "slot/surveyed"

/* Sums and extremes over the fluid cells: each of `items` work-items goes through as many cells of the memory
 * order, which are `stride` apart, and leaves 12 sums and 4 counts, which the host adds up.  The stride is `items`,
 * so that work-items in step read side by side, or on CPUs 1. */
kernel void lb_survey(const global LB_CODE *f, const global uchar *flags,
                      const global scalar *prescribed, global LB_SUM *sums, global ulong *counts,
                      const uint items, const uint stride, const uint step,
                      const global long *force, const global scalar *drive,
                      const global LB_CODE *heat, const global uint *pieces,
                      const global uint *piece_of, const global LB_CARRIED_CODE *sent,
                      const global uint *places)
{
    const struct sent_codes beyond = {pieces, piece_of, sent};
    const uint item = (uint)get_global_id(0);
    if (item >= items) return;
    LB_SUM excess = 0, jx = 0, jy = 0, jz = 0, energy = 0;
    LB_SUM alternating_x = 0, alternating_y = 0, alternating_z = 0;
    scalar least = INFINITY, most = -INFINITY, fastest = -1, inner_fastest = -1;
    ulong fluid = 0, bad = 0, supersonic = 0, worst = 0;
    const ulong each = (LB_SURVEYED + items - 1) / items;
    ulong n = stride == 1 ? item * each : item;
    for (ulong left = each; left > 0 && n < LB_SURVEYED; left--, n += stride) {
        const struct cell c = lb_surveyed_cell(places, n);
        const uchar here = lb_flags_of(flags, c);
        if (here & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM | LB_CELL_GAS)) continue;
        const struct moments m =
            lb_look(f, flags, prescribed, force, drive, heat, beyond, c, here, step & 1u);
        const scalar speed2 = fma(m.ux, m.ux, fma(m.uy, m.uy, m.uz * m.uz));
        fluid++;
        if (!(m.rho > (scalar)0) || !isfinite(m.rho) || !isfinite(speed2)) {
            if (bad == 0) worst = lb_index(c);
            bad++;
            continue;
        }
        /* those of a surface are hardly wet, and held back (core/moments.cl) */
        if ((here & LB_CELL_TYPE) != LB_CELL_INTERFACE) {
            if (speed2 > (scalar)LB_CS2) supersonic++;
            inner_fastest = fmax(inner_fastest, speed2);
        }
        excess += (LB_SUM)m.excess;
        jx += (LB_SUM)m.jx; /* not the rounded velocity's: fixed point has it exactly */
        jy += (LB_SUM)m.jy;
        jz += (LB_SUM)m.jz;
        const struct cell w = lb_in_whole(c);
        alternating_x += ((w.x + step) & 1u) != 0 ? -(LB_SUM)m.jx : (LB_SUM)m.jx;
        alternating_y += ((w.y + step) & 1u) != 0 ? -(LB_SUM)m.jy : (LB_SUM)m.jy;
        alternating_z += ((w.z + step) & 1u) != 0 ? -(LB_SUM)m.jz : (LB_SUM)m.jz;
        energy += (LB_SUM)0.5 * (LB_SUM)m.rho * (LB_SUM)speed2;
        least = fmin(least, m.rho);
        most = fmax(most, m.rho);
        if (speed2 > fastest) {
            fastest = speed2;
            if (bad == 0) worst = lb_index(c);
        }
    }
    global LB_SUM *s = sums + 12 * (ulong)item;
    s[0] = excess;
    s[1] = jx;
    s[2] = jy;
    s[3] = jz;
    s[4] = energy;
    s[5] = (LB_SUM)least;
    s[6] = (LB_SUM)most;
    s[7] = (LB_SUM)fastest;
    s[8] = (LB_SUM)inner_fastest;
    s[9] = alternating_x;
    s[10] = alternating_y;
    s[11] = alternating_z;
    global ulong *k = counts + 4 * (ulong)item;
    k[0] = fluid;
    k[1] = bad;
    k[2] = supersonic;
    k[3] = worst;
}

#if LB_SUMMED_AXIS > 0
/* For what decides: each work-item leaves the momentum of its fluid cells along one axis, in 2^-LB_MOMENTUM_BITS
 * rho0 cells^4/step, and their number: integers, whose sums are the same in any order. */
kernel void lb_sum_momentum(const global LB_CODE *f, const global uchar *flags,
                            const global scalar *prescribed, global long *survey_counts,
                            const uint items, const uint stride, const uint step,
                            const global long *force, const global scalar *drive,
                            const global LB_CODE *heat, const global uint *pieces,
                            const global uint *piece_of, const global LB_CARRIED_CODE *sent,
                            const global uint *places)
{
    const struct sent_codes beyond = {pieces, piece_of, sent};
    const uint item = (uint)get_global_id(0);
    if (item >= items) return;
    long sum = 0, fluid = 0;
    const ulong each = (LB_SURVEYED + items - 1) / items;
    ulong n = stride == 1 ? item * each : item;
    for (ulong left = each; left > 0 && n < LB_SURVEYED; left--, n += stride) {
        const struct cell c = lb_surveyed_cell(places, n);
        const uchar here = lb_flags_of(flags, c);
        if (here & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM | LB_CELL_GAS)) continue;
        const struct moments m =
            lb_look(f, flags, prescribed, force, drive, heat, beyond, c, here, step & 1u);
        const scalar along = LB_SUMMED_AXIS == 1 ? m.jx : LB_SUMMED_AXIS == 2 ? m.jy : m.jz;
        sum += convert_long_sat_rte(along * (scalar)(1l << LB_MOMENTUM_BITS));
        fluid++;
    }
    survey_counts[2 * item] = sum;
    survey_counts[2 * item + 1] = fluid;
}
#endif
