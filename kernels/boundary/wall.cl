/* wall.cl - half-way bounce-back from a wall that slides along its face with the prescribed velocity.
 * Source of the moving wall: Ladd, J. Fluid Mech. 271, 285 (1994).
 * SPDX-License-Identifier: MIT */
LB_INLINE real lb_boundary_wall(const struct boundary_link l)
{
    const int cx = lb_directions[l.i][0], cy = lb_directions[l.i][1], cz = lb_directions[l.i][2];
    const real moved = (scalar)cx * l.ux + (scalar)cy * l.uy + (scalar)cz * l.uz;
    const scalar factor = (scalar)2 * (scalar)LB_STORAGE_SCALE * (scalar)LB_PER_CS2;
    return fma(factor * lb_weights[l.i], moved, lb_sent_population(l, l.c, lb_opposite(l.i)));
}
