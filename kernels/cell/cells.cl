/* cells.cl - what a run does with single cells: start state, observation, sums, marks, walls.  Of
 * these only walls are for every step.  Kernels that the case never runs are left out, because they
 * would cost time to build.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "shared/fixed_point.h"

/* The force on a cell in the step to come. */
LB_INLINE struct force lb_force_at(const global long *force, const LB_INDEX n)
{
    struct force f = lb_body_force();
    if (LB_HAS_CELL_FORCE) {
        const scalar per_unit = (scalar)1 / (scalar)(1ul << LB_FORCE_BITS);
        const LB_INDEX near = LB_NEAR_AT(n);
        f.x += (scalar)force[LB_FORCE_AT(0, near)] * per_unit;
        f.y += (scalar)force[LB_FORCE_AT(1, near)] * per_unit;
        if (LB_D == 3) f.z += (scalar)force[LB_FORCE_AT(2, near)] * per_unit;
        f.axes = LB_ALL_AXES;
    }
    return f;
}

/* Density and velocity of any cell as an observer sees them: walls show their own velocity,
 * density 1; gas is at rest, density 1. */
LB_INLINE struct moments lb_look(const global LB_CODE *f, const global uchar *flags,
                                 const global scalar *prescribed, const global long *force,
                                 const struct cell c, const uchar here, const uint parity)
{
    struct moments m;
    if (here & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM | LB_CELL_GAS)) {
        const LB_INDEX n = lb_index(c);
        const bool known = (here & (LB_CELL_MOVING | LB_CELL_EQUILIBRIUM)) != 0;
        m.rho = (here & LB_CELL_EQUILIBRIUM) ? prescribed[LB_PRESCRIBED(0) + n] : (scalar)1;
        m.excess = m.rho - (scalar)1;
        m.ux = known ? prescribed[LB_PRESCRIBED(1) + n] : (scalar)0;
        m.uy = known ? prescribed[LB_PRESCRIBED(2) + n] : (scalar)0;
        m.uz = known && LB_D == 3 ? prescribed[LB_PRESCRIBED(3) + n] : (scalar)0;
        return m;
    }
    real h[LB_Q];
    const bool is_interface = LB_HAS_SURFACE && (here & LB_CELL_TYPE) == LB_CELL_INTERFACE;
    lb_seen(h, f, flags, prescribed, c, here, parity);
    m = lb_moments(h, is_interface ? lb_body_force() : lb_force_at(force, lb_index(c)));
    if (m.pushed != 0 && is_interface) {
        m.ux -= m.fx / m.rho; /* what is sent has the whole force already */
        m.uy -= m.fy / m.rho;
        m.uz -= m.fz / m.rho;
    }
    return m;
}

/* Takes `count` cells of the start state from cell number `first` on (x fastest): flags, and four
 * planes of `count` values (density, velocity).  Stores the equilibrium as the step before step 0 would
 * have. */
kernel void lb_start(global LB_CODE *f, global uchar *flags, global scalar *prescribed,
                     const global uchar *start_flags, const global scalar *start, const ulong first,
                     const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    const LB_INDEX n = lb_index(c);
    const uchar here = LB_HAS_FLAGS ? start_flags[item] : (uchar)0;
    struct moments m;
    m.rho = start[item];
    m.excess = m.rho - (scalar)1;
    m.ux = start[count + item];
    m.uy = start[2 * count + item];
    m.uz = start[3 * count + item];
    if (LB_HAS_FLAGS) flags[n] = here;
    if (LB_HAS_FIELDS) {
        prescribed[LB_PRESCRIBED(0) + n] = m.rho;
        prescribed[LB_PRESCRIBED(1) + n] = m.ux;
        prescribed[LB_PRESCRIBED(2) + n] = m.uy;
        if (LB_D == 3) prescribed[LB_PRESCRIBED(3) + n] = m.uz;
    }
    const struct equilibrium e = lb_equilibrium(m);
#define REST(numerator, denominator) \
    f[n] = lb_encode(lb_equilibrium_rest(e, LB_WEIGHT(numerator, denominator)));
#define PAIR(i, cx, cy, cz, numerator, denominator)                                              \
    {                                                                                            \
        real along, against;                                                                     \
        lb_equilibrium_pair(e, cx, cy, cz, LB_WEIGHT(numerator, denominator), &along, &against); \
        f[lb_slot(LB_STORE_SLOT(i, 1), c, LB_STORE_AT, cx, cy, cz)] = lb_encode(along);          \
        f[lb_slot(LB_STORE_OPPOSITE_SLOT(i, 1), c, LB_STORE_OPPOSITE_AT, cx, cy, cz)] =          \
            lb_encode(against);                                                                  \
    }
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

/* Density and velocity of `count` cells of the box that begins at (bx, by, bz) and is ex x ey
 * cells in cross-section, from the box's cell number `skip` on, as quadruples from out[4 * at] on.
 * */
kernel void lb_observe(const global LB_CODE *f, const global uchar *flags,
                       const global scalar *prescribed, global scalar *out, const ulong at,
                       const uint bx, const uint by, const uint bz, const uint ex, const uint ey,
                       const ulong skip, const ulong count, const uint step,
                       const global long *force)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_of_box(bx, by, bz, ex, ey, skip + item);
    const struct moments m =
        lb_look(f, flags, prescribed, force, c, lb_flags_of(flags, c), step & 1u);
    out[4 * (at + item)] = m.rho;
    out[4 * (at + item) + 1] = m.ux;
    out[4 * (at + item) + 2] = m.uy;
    out[4 * (at + item) + 3] = m.uz;
}

/* Sums and extremes over the fluid cells: each of `items` work-items goes through every items-th
 * cell of the memory order and leaves 8 sums and 4 counts, which the host adds up. */
kernel void lb_survey(const global LB_CODE *f, const global uchar *flags,
                      const global scalar *prescribed, global LB_SUM *sums, global ulong *counts,
                      const uint items, const uint step, const global long *force)
{
    const uint item = (uint)get_global_id(0);
    if (item >= items) return;
    LB_SUM excess = 0, jx = 0, jy = 0, jz = 0, energy = 0;
    scalar least = INFINITY, most = -INFINITY, fastest = -1;
    ulong fluid = 0, bad = 0, supersonic = 0, worst = 0;
    for (ulong n = item; n < LB_CELLS; n += items) {
        const struct cell c = lb_cell_at((LB_INDEX)n);
        const uchar here = lb_flags_of(flags, c);
        if (here & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM | LB_CELL_GAS)) continue;
        const struct moments m = lb_look(f, flags, prescribed, force, c, here, step & 1u);
        const scalar speed2 = fma(m.ux, m.ux, fma(m.uy, m.uy, m.uz * m.uz));
        fluid++;
        if (!(m.rho > (scalar)0) || !isfinite(m.rho) || !isfinite(speed2)) {
            if (bad == 0) worst = n;
            bad++;
            continue;
        }
        if (speed2 > (scalar)LB_CS2) supersonic++;
        excess += (LB_SUM)m.excess;
        jx += (LB_SUM)m.rho * (LB_SUM)m.ux;
        jy += (LB_SUM)m.rho * (LB_SUM)m.uy;
        jz += (LB_SUM)m.rho * (LB_SUM)m.uz;
        energy += (LB_SUM)0.5 * (LB_SUM)m.rho * (LB_SUM)speed2;
        least = fmin(least, m.rho);
        most = fmax(most, m.rho);
        if (speed2 > fastest) {
            fastest = speed2;
            if (bad == 0) worst = n;
        }
    }
    global LB_SUM *s = sums + 8 * (ulong)item;
    s[0] = excess;
    s[1] = jx;
    s[2] = jy;
    s[3] = jz;
    s[4] = energy;
    s[5] = (LB_SUM)least;
    s[6] = (LB_SUM)most;
    s[7] = (LB_SUM)fastest;
    global ulong *k = counts + 4 * (ulong)item;
    k[0] = fluid;
    k[1] = bad;
    k[2] = supersonic;
    k[3] = worst;
}

#if LB_HAS_SOLID
/* Tells every cell that is not solid which kinds of wall are around it.  Two buffers: neighbours
 * read `from`. */
kernel void lb_mark_neighbours(const global uchar *from, global uchar *to)
{
    const LB_INDEX n = (LB_INDEX)get_global_id(0);
    if (n >= LB_CELLS) return;
    const struct cell c = lb_cell_at(n);
    uchar here = from[n], around = 0;
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++) {
        around |= from[lb_index(lb_neighbour(c, LB_ALONG(i)))];
    }
    /* The shape of a surface is seen from all cells of a cube. */
#pragma unroll 1
    for (int k = 0; LB_HAS_SURFACE && k < 27; k++) {
        around |= from[lb_index(lb_neighbour(c, k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1))];
    }
    if ((here & LB_CELL_SOLID) == 0) {
        if (around & LB_CELL_SOLID) here |= LB_CELL_NEAR_SOLID;
        if (around & LB_CELL_MOVING) here |= LB_CELL_NEAR_MOVING;
    }
    to[n] = here;
}

#include "cell/bounce_back.cl"
#endif
