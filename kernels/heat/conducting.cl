/* conducting.cl - bodies that conduct heat: which cells do, and their temperature.
 * A cell of heat capacity s, over the fluid's, holds s T; links carry w T whatever the cell, so that T and the flux are
 * continuous, and the resting population has the rest, (s - 1 + w_0) T, kept over s.  docs/theory/heat-solids.md
 * SPDX-License-Identifier: MIT
 *
 * The host prints LB_HEAT_SOLIDS(DO), of number 0 and each body: whether it conducts, 1 / s, the rates of odd and even
 * parts, how many times links take the resting population's error. */
#define CONDUCTS(is, share, odd, even, fed) is,
#define SHARE(is, share, odd, even, fed) share,
#define ODD(is, share, odd, even, fed) odd,
#define EVEN(is, share, odd, even, fed) even,
#define FED(is, share, odd, even, fed) fed,
constant uchar lb_solid_conducts[] = {LB_HEAT_SOLIDS(CONDUCTS)};
constant scalar lb_solid_share[] = {LB_HEAT_SOLIDS(SHARE)};
constant scalar lb_solid_odd_rate[] = {LB_HEAT_SOLIDS(ODD)};
constant scalar lb_solid_even_rate[] = {LB_HEAT_SOLIDS(EVEN)};
constant scalar lb_solid_fed_back[] = {LB_HEAT_SOLIDS(FED)};
#undef CONDUCTS
#undef SHARE
#undef ODD
#undef EVEN
#undef FED

/* The number of a cell of a boundary is the boundary's. */
LB_INLINE bool lb_conducts(const uchar flags, const uchar number)
{
    return (flags & LB_CELL_SOLID) != 0 && !lb_is_of_boundary(flags) &&
           number < sizeof lb_solid_conducts && lb_solid_conducts[number] != 0;
}

/* S T of populations whose resting one is kept over s. */
LB_INLINE real lb_conductor_sum(const real *g, const uchar number)
{
    real links = LB_NOTHING;
    for (int i = 1; i < LB_HEAT_Q; i += 2)
        links += g[i] + g[i + 1];
    return fma((real)(lb_solid_share[number]), links, g[0]);
}

LB_INLINE real lb_heat_of_conductor(const global LB_CODE *heat, const struct cell c,
                                    const uchar number, const uint parity)
{
    real g[LB_HEAT_Q];
#pragma unroll 1
    for (uint i = 0; i < LB_HEAT_Q; i++)
        g[i] = lb_decode(lb_code_at(heat, lb_load_slot(c, i, parity)));
    return lb_conductor_sum(g, number);
}
