/* moving_cells.cl - makes the cells anew that bodies move through, between two steps.
 * A cell that becomes solid loses what it would find, and its momentum is the body's.  A cell that
 * becomes fluid finds the equilibrium of the wall's velocity and of the mean density of the fluid
 * beside it; its momentum is taken from the body.  All other cells find what they would have found:
 * what the step subtracts from populations that come out of moving walls is added, or subtracted,
 * before.  With bodies that move, the step itself turns nothing round at walls.
 * Sources: Mei, Yu, Shyy, Luo, Phys. Rev. E 65, 041203 (2002) (forces); Lallemand, Luo, J. Comput.
 * Phys. 184, 406 (2003) (moving bodies).
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "shared/impulse.h"
#include "cell/load_slot.cl"

/* Marks in the flags, while cells change: what the cell is stays in the other bits until the
 * end.  With a free surface these bits mean something else, and no bodies move. */
#define LB_COVERED 0x20u
#define LB_UNCOVERED 0x40u
/* Beside the kind that a cell gets: it is of a body that moves. */
#define LB_OF_MOVING_BODY 0x80u

/* S w_i. */
LB_INLINE scalar lb_scaled_weight(const uint i)
{
    return (scalar)LB_STORAGE_SCALE * lb_weights[i];
}

LB_INLINE void lb_set_velocity(global scalar *prescribed, const LB_INDEX n, const global scalar *u)
{
    prescribed[LB_PRESCRIBED(1) + n] = u[0];
    prescribed[LB_PRESCRIBED(2) + n] = u[1];
    if (LB_D == 3) prescribed[LB_PRESCRIBED(3) + n] = u[2];
}

/* Which of `count` cells change.  Those that become solid get their velocity: nothing looks at
 * it before. */
kernel void lb_mark_changes(global uchar *flags, global scalar *prescribed,
                            const global LB_INDEX *renewed, const global uchar *renewed_kinds,
                            const global scalar *renewed_u, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const LB_INDEX n = renewed[k];
    const uchar here = flags[n];
    const bool was_solid = (here & LB_CELL_SOLID) != 0;
    const bool is_solid = (renewed_kinds[k] & LB_CELL_SOLID) != 0;
    if (was_solid == is_solid) return;
    if (is_solid) lb_set_velocity(prescribed, n, renewed_u + 3 * k);
    flags[n] = here | (uchar)(is_solid ? LB_COVERED : LB_UNCOVERED);
}

/* --- mass ------------------------------------------------------------------------------------- */

/* A wall that moves brings mass into the cells before it, and takes as much from those behind
 * it, as if the density were 1; what it covers and uncovers in the end has another density.
 * What went wrong the last time is made good beside moving walls: `missing`, a density, is added
 * to each fluid cell there. */
kernel void lb_restore_mass(global LB_CODE *f, const global uchar *flags,
                            const global LB_INDEX *renewed, const global scalar *missing,
                            const ulong count, const uint step, const ulong noise_keys)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const LB_INDEX n = renewed[k];
    if ((flags[n] & LB_CELL_NEAR_MOVING) == 0 || (flags[n] & LB_CELL_EQUILIBRIUM) != 0) return;
    const struct cell c = lb_cell_at(n);
    const uint parity = step & 1u;
    const struct noise noise = lb_noise(c, 0, noise_keys ^ 0x5555555555555555ul);
    const real scale = lb_sent_scale(f, c, parity), inverse = lb_inverse_scale_of(0);
    for (uint i = 0; i < LB_Q; i++) {
        const ulong at = lb_load_slot(c, i, parity);
        const real found = lb_population(f, at, scale, lb_gains[i]);
        lb_set_code(f, at,
                    lb_encode_scaled(fma(lb_scaled_weight(i), missing[0], found), inverse,
                                     lb_gains[i], lb_noise_of(noise, i)));
    }
}

/* --- impulses --------------------------------------------------------------------------------- */

LB_INLINE long lb_whole_impulse(const LB_SUM x)
{
    return convert_long_rte(x * ((LB_SUM)((long)1 << LB_IMPULSE_BITS) / (LB_SUM)LB_STORAGE_SCALE));
}

/* Adds the momentum and the mass of populations h of cell c, or takes them away, to the sums of
 * a body.  Moments are products of whole numbers, which are the same about any cell. */
LB_INLINE void lb_add_impulse(global long *sums, const real *h, const struct cell c,
                              const bool takes)
{
    LB_SUM j[3] = {0, 0, 0}, excess = LB_SHIFT ? (LB_SUM)0 : -(LB_SUM)LB_STORAGE_SCALE;
    for (int i = 0; i < LB_Q; i++) {
        excess += (LB_SUM)h[i];
        for (int axis = 0; axis < 3; axis++)
            j[axis] += (LB_SUM)lb_directions[i][axis] * (LB_SUM)h[i];
    }
    const long x = c.x, y = c.y, z = LB_D == 3 ? c.z : 0, p = lb_whole_impulse(j[0]),
               q = lb_whole_impulse(j[1]), r = lb_whole_impulse(j[2]);
    const long all[LB_IMPULSE_CELLS] = {
        p, q, r, y * r - z * q, z * p - x * r, x * q - y * p, -lb_whole_impulse(excess)};
    for (int n = 0; n < LB_IMPULSE_CELLS; n++)
        sums[n] += takes ? -all[n] : all[n];
    sums[LB_IMPULSE_CELLS] += takes ? 1 : -1;
}

/* Item `item` of LB_IMPULSE_ITEMS has its own sums. */
LB_INLINE global long *lb_sums_of(global long *impulse_parts, const uint item, const uint bodies)
{
    return impulse_parts + (ulong)item * LB_IMPULSES(bodies);
}

/* What cells that become solid would have found. */
kernel void lb_leave_covered(const global LB_CODE *f, const global uchar *flags,
                             const global scalar *prescribed, const global LB_INDEX *renewed,
                             const global uchar *renewed_numbers, global long *impulse_parts,
                             const ulong count, const uint bodies, const uint step)
{
    const uint item = (uint)get_global_id(0);
    if (item >= LB_IMPULSE_ITEMS) return;
    global long *own = lb_sums_of(impulse_parts, item, bodies);
    for (uint n = 0; n < LB_IMPULSES(bodies); n++)
        own[n] = 0;
    for (ulong k = item; k < count; k += LB_IMPULSE_ITEMS) {
        const uchar here = flags[renewed[k]];
        if ((here & LB_COVERED) == 0) continue;
        const struct cell c = lb_cell_at(renewed[k]);
        real h[LB_Q];
        lb_gather(h, f, flags, prescribed, c, here, step & 1u);
        lb_add_impulse(own + LB_IMPULSES_OF(renewed_numbers[k] - 1), h, c, false);
    }
}

/* --- cells that become fluid ------------------------------------------------------------------ */

/* What its wall still subtracts in the next step from a population that comes along (-cx, -cy,
 * -cz) from the neighbour at (cx, cy, cz). */
LB_INLINE real lb_term_to_come(const global uchar *flags, const global scalar *prescribed,
                               const struct cell c, const int cx, const int cy, const int cz,
                               const scalar weight)
{
    const uchar there = flags[lb_neighbour_at(c, cx, cy, cz)];
    const bool comes =
        (there & LB_COVERED) != 0 || ((there & LB_CELL_MOVING) != 0 && (there & LB_UNCOVERED) == 0);
    return comes ? lb_wall_term(prescribed, c, cx, cy, cz, weight) : (real)(0);
}

LB_INLINE bool lb_is_beside_uncovered(const global uchar *flags, const struct cell c)
{
    bool is_beside = false;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++)
        is_beside |= (flags[lb_neighbour_at(c, LB_ALONG(i))] & LB_UNCOVERED) != 0;
    return is_beside;
}

/* rho - 1 of cells that were fluid, where those beside them that become fluid will look for it;
 * and for the host. */
kernel void lb_note_densities(const global LB_CODE *f, const global uchar *flags,
                              global scalar *prescribed, const global LB_INDEX *renewed,
                              global scalar *renewed_rho, const ulong count, const uint step)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const LB_INDEX n = renewed[k];
    const uchar here = flags[n];
    renewed_rho[k] = (scalar)0;
    const struct cell c = lb_cell_at(n);
    if ((here & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) != 0) return;
    if (!lb_is_beside_uncovered(flags, c)) return;
    real h[LB_Q], sum = (real)(0);
    lb_gather(h, f, flags, prescribed, c, here, step & 1u);
    for (int i = 0; i < LB_Q; i++)
        sum += h[i];
    const scalar excess = sum / (scalar)LB_STORAGE_SCALE - (scalar)(LB_SHIFT ? 0 : 1);
    prescribed[LB_PRESCRIBED(0) + n] = renewed_rho[k] = excess;
}

/* Of cells beyond cuts, which are the `count` from number `first` on. */
kernel void lb_take_densities(global scalar *prescribed, const global LB_INDEX *renewed,
                              const global scalar *renewed_rho, const ulong first,
                              const ulong count)
{
    const ulong k = first + get_global_id(0);
    if (k < first + count) prescribed[LB_PRESCRIBED(0) + renewed[k]] = renewed_rho[k];
}

/* Density and velocity of a cell that becomes fluid: that of the wall, and the mean of those
 * that were fluid beside it; 1 where there are none. */
LB_INLINE struct moments lb_moments_of_uncovered(const global uchar *flags,
                                                 const global scalar *prescribed,
                                                 const struct cell c)
{
    const LB_INDEX n = lb_index(c);
    real sum = (real)(0), cells = (real)(0);
    struct moments m;
    for (int i = 1; i < LB_Q; i++) {
        const LB_INDEX from = lb_neighbour_at(c, LB_AGAINST(i));
        if ((flags[from] & LB_CELL_SOLID) != 0) continue;
        sum += prescribed[LB_PRESCRIBED(0) + from] -
               (scalar)((flags[from] & LB_CELL_EQUILIBRIUM) != 0 ? 1 : 0);
        cells += (real)(1);
    }
    m.excess = cells > (real)(0) ? sum / cells : (real)(0);
    m.rho = (real)(1) + m.excess;
    m.ux = prescribed[LB_PRESCRIBED(1) + n];
    m.uy = prescribed[LB_PRESCRIBED(2) + n];
    m.uz = LB_D == 3 ? prescribed[LB_PRESCRIBED(3) + n] : (scalar)0;
    return m;
}

/* Stores what cell c will find, with what walls will subtract. */
LB_INLINE void lb_store_found(global LB_CODE *f, const global uchar *flags,
                              const global scalar *prescribed, const real *h, const struct cell c,
                              const uint parity, const struct noise noise)
{
    const real inverse = lb_inverse_scale_of(0);
    lb_set_code(f, lb_place_of_code(0, lb_index(c)),
                lb_encode_scaled(h[0], inverse, lb_gains[0], lb_noise_of(noise, 0)));
    for (uint i = 1; i < LB_Q; i++) {
        const real term = lb_term_to_come(flags, prescribed, c, LB_AGAINST(i), lb_scaled_weight(i));
        lb_set_code(f, lb_load_slot(c, i, parity),
                    lb_encode_scaled(h[i] + term, inverse, lb_gains[i], lb_noise_of(noise, i)));
    }
}

kernel void lb_fill_uncovered(global LB_CODE *f, const global uchar *flags,
                              const global scalar *prescribed, const global uchar *numbers,
                              const global LB_INDEX *renewed, global long *impulse_parts,
                              const ulong count, const uint bodies, const uint step,
                              const ulong noise_keys)
{
    const uint item = (uint)get_global_id(0);
    if (item >= LB_IMPULSE_ITEMS) return;
    global long *own = lb_sums_of(impulse_parts, item, bodies);
    for (ulong k = item; k < count; k += LB_IMPULSE_ITEMS) {
        const LB_INDEX n = renewed[k];
        if ((flags[n] & LB_UNCOVERED) == 0) continue;
        const struct cell c = lb_cell_at(n);
        real h[LB_Q];
        lb_equilibrium_populations(h, lb_moments_of_uncovered(flags, prescribed, c));
        lb_add_impulse(own + LB_IMPULSES_OF(numbers[n] - 1), h, c, true);
        lb_store_found(f, flags, prescribed, h, c, step & 1u,
                       lb_noise(c, 0, ~noise_keys)); /* not the noise of the step itself */
    }
}

/* --- cells that stay fluid -------------------------------------------------------------------- */

/* What a cell finds from a neighbour that changes is what it would have found. */
kernel void lb_keep_found(global LB_CODE *f, const global uchar *flags,
                          const global scalar *prescribed, const global LB_INDEX *renewed,
                          const ulong count, const uint step, const ulong noise_keys)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const LB_INDEX n = renewed[k];
    if ((flags[n] & (LB_CELL_SOLID | LB_COVERED)) != 0) return;
    const struct cell c = lb_cell_at(n);
    const uint parity = step & 1u;
    const struct noise noise = lb_noise(c, 0, ~noise_keys);
    const real scale = lb_sent_scale(f, c, parity), inverse = lb_inverse_scale_of(0);
    for (uint i = 1; i < LB_Q; i++) {
        const uchar there = flags[lb_neighbour_at(c, LB_AGAINST(i))];
        const bool was = (there & LB_UNCOVERED) != 0 && (there & LB_CELL_MOVING) != 0;
        if (!was && (there & LB_COVERED) == 0) continue;
        const real term = lb_wall_term(prescribed, c, LB_AGAINST(i), lb_scaled_weight(i));
        const ulong at = lb_load_slot(c, i, parity);
        const real found = lb_population(f, at, scale, lb_gains[i]);
        lb_set_code(f, at,
                    lb_encode_scaled(was ? found - term : found + term, inverse, lb_gains[i],
                                     lb_noise_of(noise, i)));
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

kernel void lb_place_cells(global uchar *flags, global scalar *prescribed, global uchar *numbers,
                           const global LB_INDEX *renewed, const global uchar *renewed_kinds,
                           const global uchar *renewed_numbers, const global scalar *renewed_u,
                           const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const LB_INDEX n = renewed[k];
    const uchar kind = renewed_kinds[k];
    flags[n] = kind & (uchar)~LB_OF_MOVING_BODY;
    numbers[n] = renewed_numbers[k];
    if ((kind & LB_OF_MOVING_BODY) != 0) lb_set_velocity(prescribed, n, renewed_u + 3 * k);
}

/* What walls are around them, in place of the kinds. */
kernel void lb_look_around(const global uchar *flags, const global LB_INDEX *renewed,
                           global uchar *renewed_kinds, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(renewed[k]);
    uchar here = flags[renewed[k]], around = 0;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++)
        around |= flags[lb_neighbour_at(c, LB_ALONG(i))];
    if ((here & LB_CELL_SOLID) == 0) {
        if (around & LB_CELL_SOLID) here |= LB_CELL_NEAR_SOLID;
        if (around & LB_CELL_MOVING) here |= LB_CELL_NEAR_MOVING;
    }
    renewed_kinds[k] = here;
}

/* And what the steps need of them: the walls that their populations come out of, at `renewed_at`
 * among those that bounce back (find_walls.cl), and what moving ones take from these
 * (bounce_back.cl). */
kernel void lb_set_around(const global uchar *flags, const global scalar *prescribed,
                          const global LB_INDEX *renewed, const global uchar *renewed_kinds,
                          const global LB_INDEX *renewed_at, global uint *bounce_walls,
                          const global uint *at_terms, global scalar *terms, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const LB_INDEX n = renewed[k];
    const struct cell c = lb_cell_at(n);
    const uchar here = renewed_kinds[k];
    global scalar *to = terms + LB_TERM(at_terms[n / LB_V], 0) + n % LB_V;
    uint from = 0;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++) {
        const uchar behind = lb_neighbour_flags(flags, c, here, LB_AGAINST(i));
        if (lb_cuts_crossed(c, LB_AGAINST(i)) == 0 && lb_is_wall(behind)) from |= 1u << i;
        to[i * LB_V] = (behind & LB_CELL_MOVING)
                           ? lb_wall_term(prescribed, c, LB_AGAINST(i), lb_weights[i])
                           : (scalar)0;
    }
    bounce_walls[renewed_at[k]] = from;
}

kernel void lb_set_marks(global uchar *flags, const global LB_INDEX *renewed,
                         const global uchar *renewed_kinds, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k < count) flags[renewed[k]] = renewed_kinds[k];
}

kernel void lb_count_beside(const global uchar *flags, const global LB_INDEX *renewed,
                            global long *impulse_parts, const ulong count, const uint bodies)
{
    const uint item = (uint)get_global_id(0);
    if (item >= LB_IMPULSE_ITEMS) return;
    long beside = 0;
    for (ulong k = item; k < count; k += LB_IMPULSE_ITEMS)
        beside += (flags[renewed[k]] & LB_CELL_NEAR_MOVING) != 0 ? 1 : 0;
    lb_sums_of(impulse_parts, item, bodies)[LB_IMPULSE_BESIDE(bodies)] = beside;
}

kernel void lb_add_impulses(const global long *impulse_parts, global long *impulses,
                            const uint bodies)
{
    const uint n = (uint)get_global_id(0);
    if (n >= LB_IMPULSES(bodies)) return;
    long sum = 0;
    for (uint item = 0; item < LB_IMPULSE_ITEMS; item++)
        sum += impulse_parts[(ulong)item * LB_IMPULSES(bodies) + n];
    impulses[n] = sum;
}

/* Record number `at`. */
kernel void lb_record_impulses(const global long *impulses, global long *impulse_records,
                               const ulong at, const uint bodies)
{
    const uint n = (uint)get_global_id(0);
    if (n < LB_IMPULSES(bodies)) impulse_records[at * LB_IMPULSES(bodies) + n] = impulses[n];
}
