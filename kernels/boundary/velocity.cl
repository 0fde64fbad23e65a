/* velocity.cl - a prescribed velocity at the centres of the outer cells: the equilibrium of it with the density
 * of the cell inside, and what differs from the equilibrium there.  It reflects waves.
 * Source: Guo, Zheng, Shi, Phys. Fluids 14, 2007 (2002).
 * SPDX-License-Identifier: MIT */
LB_INLINE real lb_boundary_velocity(const struct boundary_link l)
{
    const struct moments inside = lb_moments_inside(l);
    struct moments outside = inside; /* what is sent has half the force in its momentum */
    outside.ux = fma((scalar)0.5 * lb_force_along(0, l.drive), inside.per_mass, l.ux);
    outside.uy = fma((scalar)0.5 * lb_force_along(1, l.drive), inside.per_mass, l.uy);
    outside.uz = fma((scalar)0.5 * lb_force_along(2, l.drive), inside.per_mass, l.uz);
    return lb_sent_population(l, lb_cell_inside(l), l.i) +
           (lb_equilibrium_along(outside, l.i) - lb_equilibrium_along(inside, l.i));
}
