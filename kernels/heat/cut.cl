/* cut.cl - a cell that the surface between two materials cuts: what its links send is linear in how far what they found is
 * from equilibrium, by a matrix of its own that is exact for a plane.  Fluid is at rest there.  theory/heat-solids.md
 * SPDX-License-Identifier: MIT
 *
 * Element (i, j) of matrix k, from 0, of `count`: cut_links[(i * (LB_HEAT_Q - 1) + j) * count + k]. */

/* Of a cell of body `number`, 0 of the fluid.  The resting population takes what the links lose, over s. */
LB_INLINE void lb_collide_cut(real *g, const uchar number, const global scalar *links,
                              const ulong count)
{
    const real rest = (scalar)LB_HEAT_WEIGHT * lb_conductor_sum(g, number);
    real off[LB_HEAT_Q], all = LB_NOTHING;
    for (int i = 1; i < LB_HEAT_Q; i++)
        off[i] = g[i] - rest;
    for (int i = 1; i < LB_HEAT_Q; i++) {
        real sent = rest;
        for (int j = 1; j < LB_HEAT_Q; j++)
            sent = fma((real)(links[(ulong)((i - 1) * (LB_HEAT_Q - 1) + j - 1) * count]), off[j],
                       sent);
        all += sent - g[i];
        g[i] = sent;
    }
    g[0] -= lb_solid_share[number] * all;
}
