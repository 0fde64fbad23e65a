/* deviator.cl - how large second moments are, for viscosities that depend on the strain rate.
 * SPDX-License-Identifier: MIT */

/* n_ab n_ab of the part of n without trace. */
LB_INLINE real lb_squared_deviator(const struct stress n)
{
    const real trace = LB_D == 3 ? n.xx + n.yy + n.zz : n.xx + n.yy;
    const real mean = trace * (scalar)(1.0 / LB_D);
    const real xx = n.xx - mean, yy = n.yy - mean, zz = n.zz - mean;
    real across = n.xy * n.xy, along = fma(yy, yy, xx * xx);
    if (LB_D == 3) across = fma(n.yz, n.yz, fma(n.xz, n.xz, across));
    if (LB_D == 3) along = fma(zz, zz, along);
    return fma((real)((scalar)2), across, along);
}
