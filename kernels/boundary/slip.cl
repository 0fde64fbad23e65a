/* slip.cl - free slip: the plane half-way between the outer cell and the fluid is a plane of symmetry.
 * What comes out of it along c_i was sent towards it along the mirrored direction, by the cell beside,
 * c less the part of c_i along the plane.  Exact: half a symmetric flow is half of the whole one.
 * Krueger et al., The Lattice Boltzmann Method (2017), section 5.3.7.
 * SPDX-License-Identifier: MIT */
LB_INLINE real lb_boundary_slip(const struct boundary_link l)
{
    const int cx = lb_directions[l.i][0], cy = lb_directions[l.i][1], cz = lb_directions[l.i][2];
    /* components across a plane: those along which its outer cells lie; walls have images of their own */
    bool x = cx != 0 && lb_is_beside_boundary(l, -cx, 0, 0),
         y = cy != 0 && lb_is_beside_boundary(l, 0, -cy, 0);
    bool z = cz != 0 && lb_is_beside_boundary(l, 0, 0, -cz);
    if (!(x || y || z)) x = y = z = true; /* an edge that sticks out into the fluid */
    const int bx = x ? 0 : -cx, by = y ? 0 : -cy, bz = z ? 0 : -cz; /* to the cell beside */
    if (lb_is_outer(l, l.c, bx, by, bz)) return lb_sent_along(l, l.c, -cx, -cy, -cz);
    return lb_sent_along(l, lb_neighbour(l.c, bx, by, bz), x ? -cx : cx, y ? -cy : cy,
                         z ? -cz : cz);
}
