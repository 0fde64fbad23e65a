/* outlet.cl - a face through which waves and wakes leave: each population outside follows the one inside as a
 * wave that moves outwards with the speed of sound and of the flow.
 * The first-order upwind form of dg/dt + k dg/dn = 0, g(t + 1) = g(t) + k (f(t) - g(t)), with a g of its own for
 * each link.
 * Source: Izquierdo, Fueyo, Phys. Rev. E 78, 046707 (2008).
 * SPDX-License-Identifier: MIT */
LB_INLINE real lb_boundary_outlet(const struct boundary_link l)
{
    const real inside = lb_sent_population(l, lb_cell_inside(l), l.i);
    const real speed = lb_at_least(lb_at_most((scalar)LB_CS + l.outwards, (scalar)1), (scalar)0);
    const real g = l.begins ? inside : *l.kept;
    *l.kept = fma(speed, inside - g, g);
    return g;
}
