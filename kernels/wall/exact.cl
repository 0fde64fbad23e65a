/* exact.cl - Bouzidi's interpolation with a correction, which makes a flow between parallel
 * walls that a force drives exact at any angle, and other steady creeping flows independent of
 * the viscosity. A link keeps G, a running mean of minus what the collision changes the odd half
 * of its pair by, made of what it sent and what it finds: taken at once, the correction would be
 * unstable.  docs/theory/walls.md
 * Source: with G as it is in a steady state, LI3+ of Ginzburg, Silva, Marson, Chopard, Latt,
 * Phys. Rev. E 107, 025303 (2023).
 * SPDX-License-Identifier: MIT */
#include "wall/bouzidi.cl"

LB_INLINE struct wall_answer lb_wall_answer(const struct wall_link l)
{
    const real changed = (scalar)LB_STORAGE_SCALE * l.kept[1];
    const scalar factor = fma(-l.q, l.q * (scalar)LB_WALL_PER_TWICE_EVEN,
                              (scalar)LB_WALL_ODD + fabs(l.q - (scalar)0.5));
    return lb_bouzidi(l, fma((scalar)LB_WALL_ODD, l.forced, fma(factor, changed, l.moved)));
}

LB_INLINE void lb_wall_keep(const struct wall_link l, const real found)
{
    const real change = (scalar)LB_UNSCALE * ((l.back - l.out) - (found - l.inc));
    l.kept[1] = fma((scalar)-LB_WALL_SETTLING, fma((scalar)0.5, change, l.kept[1]), l.kept[1]);
}
