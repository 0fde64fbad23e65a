/* volume_area.cl - what keeps a membrane's volume and area: energies k/2 (V - V0)^2/V0 of the whole.
 * SPDX-License-Identifier: MIT */

/* The pressure that keeps the volume and the tension that keeps the area, for a surface with these
 * sums. */
LB_INLINE scalar lb_membrane_pressure(const long volume)
{
    return -(scalar)LB_VOLUME_MODULUS *
           ((scalar)(volume - LB_VOLUME_0) * ((scalar)1 / (scalar)LB_VOLUME_0));
}

LB_INLINE scalar lb_membrane_tension(const long area)
{
    return -(scalar)LB_AREA_MODULUS *
           ((scalar)(area - LB_AREA_0) * ((scalar)1 / (scalar)LB_AREA_0));
}
