/* exact.cl - Bouzidi's interpolation with a correction, which makes a flow between parallel
 * walls that a force drives exact at any angle, and other steady creeping flows independent of
 * the viscosity. A link keeps G, a running mean of minus what the collision changes the odd half
 * of its pair by, made of what it sent and what it finds: taken at once, the correction would be
 * unstable. Bouzidi's rule does not damp what alternates from step to step where q is 1/2, so the
 * correction must: with a positive factor the mean of the steps before does, with a negative one
 * it is the mean with this step in it.  docs/theory/walls.md
 * Source: with G as it is in a steady state, LI3+ of Ginzburg, Silva, Marson, Chopard, Latt,
 * Phys. Rev. E 107, 025303 (2023).
 * SPDX-License-Identifier: MIT */
#include "wall/bouzidi.cl"

/* All that a link keeps, written at once. */
#if LB_ARITHMETIC_FP64
typedef double2 two_scalars;
#else
typedef float2 two_scalars;
#endif

/* Half of what is found less `inc`, times `weight`, belongs to the correction, too. */
LB_INLINE struct wall_answer lb_with_found(const struct wall_answer a, const scalar weight)
{
    const scalar per_whole = lb_inverse((scalar)1 + weight);
    const struct wall_answer with = {a.known * per_whole, (a.share + weight) * per_whole};
    return with;
}

LB_INLINE struct wall_answer lb_wall_answer(const struct wall_link l)
{
    const scalar factor = fma(-l.q, l.q * (scalar)LB_WALL_PER_TWICE_EVEN,
                              (scalar)LB_WALL_ODD + fabs(l.q - (scalar)0.5));
    const scalar at_once = factor < (scalar)0 ? (scalar)LB_WALL_SETTLING : (scalar)0;
    const real before = (scalar)LB_STORAGE_SCALE * l.mean,
               mean = fma(at_once, fma((scalar)0.5, l.out - l.back, -before), before);
    const scalar share = l.q < (scalar)0.5 ? (scalar)1 : l.half_per_q;
    return lb_with_found(
        lb_bouzidi(l, fma((scalar)LB_WALL_ODD, l.forced, fma(factor, mean, l.moved))),
        -factor * at_once * share);
}

LB_INLINE void lb_wall_keep(const struct wall_link l, const real found)
{
    const real change = (scalar)LB_UNSCALE * ((l.back - l.out) - (found - l.inc));
    *(global two_scalars *)l.kept =
        (two_scalars)(l.out * (scalar)LB_UNSCALE,
                      fma((scalar)-LB_WALL_SETTLING, fma((scalar)0.5, change, l.mean), l.mean));
}
