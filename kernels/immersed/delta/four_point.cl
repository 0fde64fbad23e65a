/* four_point.cl - Peskin, Acta Numerica 11, 479 (2002):
 * phi(r) = (3 - 2|r| + sqrt(1 + 4|r| - 4 r^2))/8 for |r| <= 1,
 * (5 - 2|r| - sqrt(-7 + 12|r| - 4 r^2))/8 up to 2.
 * The marker is t in [0, 1) behind the second cell's centre; all four roots are then the same one.
 * SPDX-License-Identifier: MIT */
#define LB_DELTA_POINTS 4

LB_INLINE void lb_delta(const scalar t, scalar *weight)
{
    const scalar root = sqrt(fma((scalar)4 * t, (scalar)1 - t, (scalar)1));
    const scalar behind = fma((scalar)-2, t, (scalar)3), ahead = fma((scalar)2, t, (scalar)1);
    weight[0] = (scalar)0.125 * (behind - root);
    weight[1] = (scalar)0.125 * (behind + root);
    weight[2] = (scalar)0.125 * (ahead + root);
    weight[3] = (scalar)0.125 * (ahead - root);
}
