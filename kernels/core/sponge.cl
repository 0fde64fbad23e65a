/* sponge.cl - a layer before the end of the box along x in which the relaxation time grows, so that
 * vortices die down before they reach an outlet: by (s / length)^2, s being how far a cell is inside.
 * SPDX-License-Identifier: MIT */

/* What is added to the relaxation times of piece `piece` of the vector at c. */
LB_INLINE real lb_sponge(const struct cell c, const int piece)
{
    if (!LB_HAS_SPONGE) return (real)(0);
    LB_VECTOR(uint) x = (LB_VECTOR(uint))(lb_in_whole(c).x);
    if (LB_LANE_AXIS == 0) x += (LB_LANE_NUMBERS + (uint)(piece * LB_W)) * (uint)LB_SLAB;
#if LB_ARITHMETIC_FP64
    const real at = LB_CONVERT(double)(x);
#else
    const real at = LB_CONVERT(float)(x);
#endif
    const real inside = (at - (scalar)LB_SPONGE_BEGIN) * ((scalar)1 / (scalar)LB_SPONGE_LENGTH);
    return inside > (real)(0) ? inside * inside : (real)(0);
}
