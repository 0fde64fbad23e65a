/* halfway.cl - what comes out of walls of a temperature, and of a flux, all of which are half-way between cells.
 * SPDX-License-Identifier: MIT */

/* Of a link along which `out` was sent into a wall of temperature `number`, times S. */
LB_INLINE real lb_from_warm_wall(const struct heated_cell w, const int i, const real out,
                                 const real number)
{
    return (scalar)2 * (scalar)LB_HEAT_WEIGHT * number - out;
}

/* Of heat that each link gives. */
LB_INLINE real lb_given_by_link(const struct heated_cell w, const int i, const real number)
{
    return number;
}
