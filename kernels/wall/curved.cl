/* curved.cl - linear interpolation between what a cell sent and what it finds.
 * Source: Bouzidi, Firdaouss, Lallemand, Phys. Fluids 13, 3452 (2001).
 * SPDX-License-Identifier: MIT */
#include "wall/bouzidi.cl"

LB_INLINE struct wall_answer lb_wall_answer(const struct wall_link l)
{
    return lb_bouzidi(l, l.moved);
}

LB_INLINE void lb_wall_keep(const struct wall_link l, const real found)
{
}
