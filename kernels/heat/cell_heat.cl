#pragma once
/* cell_heat.cl - the temperature of single cells, as the next step will find it.
 * The axes are the first directions of the flow's lattice, in the same order: what cell/load_slot.cl says of the
 * flow's populations holds for these.
 * SPDX-License-Identifier: MIT */
#include "heat/advected.cl"
#include "cell/load_slot.cl"

/* S T of cell c. */
LB_INLINE real lb_heat_of(const global LB_CODE *heat, const struct cell c, const uint parity)
{
    real g[LB_HEAT_Q];
#pragma unroll 1
    for (uint i = 0; i < LB_HEAT_Q; i++)
        g[i] = lb_decode(lb_code_at(heat, lb_load_slot(c, i, parity)));
    return lb_heat_sum(g);
}

/* The force on cell c in the step to come: f and what its temperature adds. */
LB_INLINE struct force lb_pushed_by_heat(const struct force f, const global LB_CODE *heat,
                                         const struct cell c, const uint parity)
{
    return LB_BUOYANCY_AXES == 0 ? f : lb_with_buoyancy(f, lb_heat_of(heat, c, parity));
}
