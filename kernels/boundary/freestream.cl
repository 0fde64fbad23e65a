/* freestream.cl - a uniform stream outside: what comes in is the equilibrium of the prescribed density and
 * velocity, what goes out is dropped.  A wave that meets it head on is reflected by a quarter.
 * SPDX-License-Identifier: MIT */
LB_INLINE real lb_boundary_freestream(const struct boundary_link l)
{
    struct moments m;
    m.rho = l.rho;
    m.excess = l.rho - (scalar)1;
    m.ux = l.ux;
    m.uy = l.uy;
    m.uz = l.uz;
    return lb_equilibrium_along(m, l.i);
}
