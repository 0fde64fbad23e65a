/* pressure.cl - a prescribed density, and so pressure, at the centres of the outer cells: the equilibrium of it
 * with the velocity of the cell inside, and what differs from the equilibrium there.  It reflects waves.
 * Source: Guo, Zheng, Shi, Phys. Fluids 14, 2007 (2002).
 * SPDX-License-Identifier: MIT */
LB_INLINE real lb_boundary_pressure(const struct boundary_link l)
{
    const struct moments inside = lb_moments_inside(l);
    struct moments outside = inside;
    outside.rho = l.rho;
    outside.excess = l.rho - (scalar)1;
    return lb_sent_population(l, lb_cell_inside(l), l.i) +
           (lb_equilibrium_along(outside, l.i) - lb_equilibrium_along(inside, l.i));
}
