/* observe.cl - density and velocity of cells for observation.
 * SPDX-License-Identifier: MIT */

#include "slot/buoyancy"

/* The force on a cell in the step to come. */
LB_INLINE struct force lb_force_at(const global long *force, const global scalar *drive,
                                   const LB_INDEX n)
{
    struct force f = lb_body_force(drive);
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
                                 const global scalar *drive, const global LB_CODE *heat,
                                 const struct sent_codes sent, const struct cell c,
                                 const uchar here, const uint parity)
{
    struct moments m;
    if (here & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM | LB_CELL_GAS)) {
        const LB_INDEX n = lb_index(c);
        const bool of_boundary = lb_is_of_boundary(here);
        const bool known = (here & (LB_CELL_MOVING | LB_CELL_EQUILIBRIUM)) != 0 && !of_boundary;
        m.rho = (here & LB_CELL_EQUILIBRIUM) && !of_boundary ? prescribed[LB_PRESCRIBED(0) + n]
                                                             : (scalar)1;
        m.excess = m.rho - (scalar)1;
        m.ux = known ? prescribed[LB_PRESCRIBED(1) + n] : (scalar)0;
        m.uy = known ? prescribed[LB_PRESCRIBED(2) + n] : (scalar)0;
        m.uz = known && LB_D == 3 ? prescribed[LB_PRESCRIBED(3) + n] : (scalar)0;
        return m;
    }
    real h[LB_Q];
    const bool is_interface = LB_HAS_SURFACE && (here & LB_CELL_TYPE) == LB_CELL_INTERFACE;
    lb_seen(h, f, flags, prescribed, sent, c, here, parity);
    m = lb_moments(h, is_interface ? lb_body_force(0)
                                   : lb_pushed_by_heat(lb_force_at(force, drive, lb_index(c)), heat,
                                                       c, parity));
    if (m.pushed != 0 && is_interface) {
        m.ux -= m.fx / m.rho; /* what is sent has the whole force already */
        m.uy -= m.fy / m.rho;
        m.uz -= m.fz / m.rho;
        m.jx -= m.fx;
        m.jy -= m.fy;
        m.jz -= m.fz;
    }
    return m;
}

/* Density and velocity that cell c of the flow had before the last step: collisions keep them but for the force,
 * so those of what it sent. */
LB_INLINE struct moments lb_look_back(const global LB_CODE *f, const global LB_CODE *other_f,
                                      const global uchar *flags, const global scalar *prescribed,
                                      const global scalar *drive, const global scalar *law,
                                      const struct sent_codes sent, const struct cell c,
                                      const uchar here, const uint step)
{
    const struct handed l =
        lb_handed_over(f, other_f, flags, prescribed, law, sent, c, step, false);
    real h[LB_Q];
    h[0] = lb_sent_at_rest(&l);
#pragma unroll 1
    for (int i = 1; i < LB_Q; i++) { /* what a wall got has come back */
        const int opposite = i % 2 != 0 ? i + 1 : i - 1;
        const uchar there = lb_neighbour_flags(flags, c, here, LB_ALONG(i));
        const bool is_wall = (there & LB_CELL_SOLID) != 0 && !LB_IS_BOUNDARY(there);
        h[i] = is_wall ? lb_found_from(&l, opposite, LB_AGAINST(i))
                       : lb_sent_against(&l, opposite, LB_AGAINST(i));
    }
    const struct conserved s = lb_conserved(h);
    const real unscale = (real)(scalar)LB_UNSCALE;
    struct moments m;
    m.rho = LB_SHIFT ? fma(s.all, unscale, (real)(1)) : s.all * unscale;
    m.ux = fma(s.x, unscale, (scalar)-0.5 * lb_force_along(0, drive)) * lb_inverse(m.rho);
    m.uy = fma(s.y, unscale, (scalar)-0.5 * lb_force_along(1, drive)) * lb_inverse(m.rho);
    m.uz = fma(s.z, unscale, (scalar)-0.5 * lb_force_along(2, drive)) * lb_inverse(m.rho);
    return m;
}

/* Density and velocity of `count` cells of the box that begins at (bx, by, bz) and is ex x ey
 * cells in cross-section, from cell number `skip` of the box on, as quadruples from out[4 * at].  Means of the
 * last two steps where LB_SHOWS_MEAN and `has_stepped`. */
kernel void lb_observe(const global LB_CODE *f, const global uchar *flags,
                       const global scalar *prescribed, global scalar *out, const ulong at,
                       const uint bx, const uint by, const uint bz, const uint ex, const uint ey,
                       const ulong skip, const ulong count, const uint step,
                       const global long *force, const global LB_CODE *other_f,
                       const global uint *pieces, const global uint *piece_of,
                       const global LB_CARRIED_CODE *sent, const global scalar *drive,
                       const global scalar *law, const global LB_CODE *heat, const uint has_stepped)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_of_box(bx, by, bz, ex, ey, skip + item);
    const uchar here = lb_flags_of(flags, c);
    const struct sent_codes beyond = {pieces, piece_of, sent};
    struct moments m =
        lb_look(f, flags, prescribed, force, drive, heat, beyond, c, here, step & 1u);
    if (LB_SHOWS_MEAN && has_stepped != 0 && (here & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) == 0) {
        const struct moments before =
            lb_look_back(f, other_f, flags, prescribed, drive, law, beyond, c, here, step);
        m.rho = (scalar)0.5 * (m.rho + before.rho);
        m.ux = (scalar)0.5 * (m.ux + before.ux);
        m.uy = (scalar)0.5 * (m.uy + before.uy);
        m.uz = (scalar)0.5 * (m.uz + before.uz);
    }
    out[4 * (at + item)] = m.rho;
    out[4 * (at + item) + 1] = m.ux;
    out[4 * (at + item) + 2] = m.uy;
    out[4 * (at + item) + 3] = m.uz;
}
