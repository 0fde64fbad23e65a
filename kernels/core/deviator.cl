/* deviator.cl - how large second moments are, for viscosities that depend on the strain rate.
 * SPDX-License-Identifier: MIT */

/* n_ab n_ab of the part of n without trace, which on the diagonal is the sum of (n_aa - n_bb)^2 over all pairs, over the
 * dimensions. */
LB_INLINE real lb_squared_deviator(const struct stress n)
{
    const real xy = n.xx - n.yy, yz = n.yy - n.zz, zx = n.zz - n.xx;
    real across = n.xy * n.xy, apart = xy * xy;
    if (LB_D == 3) across = fma(n.yz, n.yz, fma(n.xz, n.xz, across));
    if (LB_D == 3) apart = fma(yz, yz, fma(zx, zx, apart));
    return fma((real)((scalar)2), across, (scalar)(1.0 / LB_D) * apart);
}
