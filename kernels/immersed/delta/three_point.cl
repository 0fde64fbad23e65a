/* three_point.cl - Roma, Peskin, Berger, J. Comput. Phys. 153, 509 (1999):
 * phi(r) = (1 + sqrt(1 - 3 r^2))/3 for |r| <= 1/2,
 * (5 - 3|r| - sqrt(-2 + 6|r| - 3 r^2))/6 up to 3/2.
 * The marker is t in [0, 1) behind the point half a cell beyond the first cell's centre, so that
 * r = 1/2 - t at the second cell.  The outer weights follow from the sum, 1, and the first moment,
 * 0.
 * SPDX-License-Identifier: MIT */
#define LB_DELTA_POINTS 3

LB_INLINE void lb_delta(const scalar t, scalar *weight)
{
    const scalar r = (scalar)0.5 - t;
    const scalar middle =
        ((scalar)1 + sqrt(fma((scalar)-3 * r, r, (scalar)1))) * ((scalar)1 / (scalar)3);
    const scalar rest = (scalar)1 - middle;
    weight[0] = (scalar)0.5 * (rest + r);
    weight[1] = middle;
    weight[2] = (scalar)0.5 * (rest - r);
}
