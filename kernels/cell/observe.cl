/* observe.cl - density and velocity of cells for observation.
 * SPDX-License-Identifier: MIT */

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
    lb_seen(h, f, flags, prescribed, c, here, parity);
    m = lb_moments(h, is_interface ? lb_body_force() : lb_force_at(force, lb_index(c)));
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

/* Density and velocity of `count` cells of the box that begins at (bx, by, bz) and is ex x ey
 * cells in cross-section, from cell number `skip` of the box on, as quadruples from out[4 * at]. */
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
