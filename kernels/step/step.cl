/* step.cl - the program of the step kernel: one work-item advances the LB_V cells of one memory
 * vector by one step, or on CPUs those of a row of vectors (rows.cl).
 *
 * Everything is fused: one read and one write of each population (2 q b bytes per cell).
 * Codes stay packed in registers, and LB_W lanes at a time are decoded, collided and encoded.
 * Each slot has one owner per step, so the vectors may be advanced in any order.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "core/simd.cl"
#include "slot/pieces"
#include "slot/lattice"
#include "core/layout.cl"
#include "slot/cells"
#include "slot/rounding"
#include "slot/storage"
#include "slot/packing"
#include "slot/memory"
#include "core/moments.cl"
#include "slot/equilibrium"
#include "slot/stream"
#include "step/streaming.cl"
#include "core/alarm.cl"
#include "slot/viscosity"
#include "slot/collide"
#include "core/collided.cl"

/* NaN is not; where it is stored as one, the survey finds it too, but not the first step. */
LB_INLINE bool lb_is_positive(const real rho)
{
    return !lb_any(!(rho > (real)(0)));
}

#include "slot/vector"

/* The vector of this work-item.  Where LB_TURNS, every other step goes back through memory and finds
 * in the cache what the one before it touched last.  Between two steps markers' kernels touch cells,
 * in the middle of the box as a rule: the way begins a quarter further on, so that these cells are
 * not in the middle of the way. */
LB_INLINE LB_INDEX lb_vector_of_item(const uint step)
{
    if (!LB_TURNS) return (LB_INDEX)get_global_id(0);
    const LB_INDEX groups = (LB_INDEX)get_num_groups(0);
    const LB_INDEX ahead = LB_HAS_MARKERS ? groups / 4 : 0;
    LB_INDEX group = (LB_INDEX)get_group_id(0);
    if ((step & 1u) != 0) group = groups - 1 - group;
    group += group < groups - ahead ? ahead : ahead - groups;
    return group * (LB_INDEX)get_local_size(0) + (LB_INDEX)get_local_id(0);
}

#include "slot/rows"

/* `step` counts from 0; its parity picks the slots.  `from` is not read in place, where `to` is
 * both. */
kernel void lb_step(LB_STEP_ARGUMENTS)
{
    const struct step s = LB_STEP;
#if LB_ROW_PARTS > 0
    const LB_INDEX item = (LB_INDEX)get_global_id(0);
    if (item < LB_VECTORS / LB_ROW * LB_ROW_PARTS) lb_step_row(s, item);
#else
    const LB_INDEX vector = lb_vector_of_item(step);
    if (vector < LB_VECTORS) lb_step_vector(s, vector);
#endif
}
