/* two_point.cl - the hat function: phi(r) = 1 - |r| for |r| <= 1.
 * Weights of the LB_DELTA_POINTS cells around a marker along one axis, where the marker is t in
 * [0, 1) behind the first cell's centre.  Peskin, Acta Numerica 11, 479 (2002).
 * SPDX-License-Identifier: MIT */
#define LB_DELTA_POINTS 2

LB_INLINE void lb_delta(const scalar t, scalar *weight)
{
    weight[0] = (scalar)1 - t;
    weight[1] = t;
}
