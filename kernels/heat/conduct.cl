/* conduct.cl - the program of bodies that conduct heat: their cells, and fluid ones that their surface cuts, collide before
 * the step, and send behind it.
 * The step passes over solid cells, or moves whatever their slots hold along with the vectors that they share; both
 * leave alone what is kept here.  Each slot is read and written by one cell in a step, so order does not matter.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "heat/cell_heat.cl"
#include "slot/solids"
#include "heat/cut.cl"

/* The resting population of `count` conductors at step 0, of the temperature that their links were started with. */
kernel void lb_start_conductors(global LB_CODE *heat, const global uchar *numbers,
                                const global LB_INDEX *conductors, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(conductors[k]);
    const real t = lb_decode(lb_code_at(heat, lb_sent_slot(c, 1, 0))) / (scalar)LB_HEAT_WEIGHT;
    const scalar links = (scalar)(LB_HEAT_Q - 1) * (scalar)LB_HEAT_WEIGHT;
    const real rest = t - links * lb_solid_share[numbers[conductors[k]]] * t;
    const struct noise n = lb_noise(c, 0, 0);
    lb_set_code(heat, lb_place_of_code(0, lb_index(c)),
                lb_encode(rest, lb_noise_if_finite(n, rest)));
}

/* At rest, as lb_collide_heat.  The resting population, which is kept over s, takes what the links lose. */
LB_INLINE void lb_collide_conductor(real *g, const uchar number)
{
    const real even_part = (scalar)LB_HEAT_WEIGHT * lb_conductor_sum(g, number);
    real all = LB_NOTHING;
    for (int i = 1; i < LB_HEAT_Q; i += 2) {
        const real even =
            lb_solid_even_rate[number] * (even_part - (scalar)0.5 * (g[i] + g[i + 1]));
        const real odd = lb_solid_odd_rate[number] * ((scalar)0.5 * (g[i] - g[i + 1]));
        g[i] += even - odd;
        g[i + 1] += even + odd;
        all += even;
    }
    g[0] -= (scalar)2 * lb_solid_share[number] * all;
}

/* The part of an error of rounding that a population takes when so many come after it: equal parts, the last all. */
#define ONE_OF(n) (scalar)1 / (scalar)(n)
constant scalar lb_part_of_error[] = {ONE_OF(1), ONE_OF(2), ONE_OF(3), ONE_OF(4),
                                      ONE_OF(5), ONE_OF(6), ONE_OF(7)};
#undef ONE_OF

/* conducted[i * count + k]: population i of conductor k behind its collision.  The resting population, of which heat
 * has s times and which has the largest last place, is rounded first.  Links take its error and each other's. */
kernel void lb_conduct(const global LB_CODE *heat, const global uchar *flags,
                       const global uchar *numbers, const global LB_INDEX *conductors,
                       const global uint *cut_of, const global scalar *cut_links,
                       global LB_CODE *conducted, const ulong count, const ulong cuts,
                       const uint step, const ulong noise_keys)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(conductors[k]);
    const bool is_solid = (flags[conductors[k]] & LB_CELL_SOLID) != 0;
    const uchar number = is_solid ? numbers[conductors[k]] : (uchar)0;
    const uint cut = cuts > 0 ? cut_of[k] : 0;
    struct noise noise = lb_noise(c, 0, ~noise_keys);
    real g[LB_HEAT_Q], error = (real)(0);
    for (uint i = 0; i < LB_HEAT_Q; i++)
        g[i] = lb_decode(lb_code_at(heat, lb_load_slot(c, i, step & 1u)));
    if (cut > 0)
        lb_collide_cut(g, number, cut_links + (cut - 1), cuts);
    else
        lb_collide_conductor(g, number);
    for (int i = 0; i < LB_HEAT_Q; i++) {
        const real wanted = fma((real)(-lb_part_of_error[LB_HEAT_Q - 1 - i]), error, g[i]);
#if !LB_ROUNDS_TO_NEAREST
        noise = lb_noise_again(noise);
#endif
        const LB_REGISTER_CODE code = lb_encode(wanted, lb_noise_if_finite(noise, wanted));
        const scalar counts = i == 0 ? lb_solid_fed_back[number] : (scalar)1;
        if (!LB_ROUNDS_TO_NEAREST) error = fma((real)(counts), lb_decode(code) - g[i], error);
        lb_set_code(conducted, (ulong)i * count + k, code);
    }
}

kernel void lb_send_conducted(global LB_CODE *heat, const global LB_INDEX *conductors,
                              const global LB_CODE *conducted, const ulong count, const uint step)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(conductors[k]);
    for (int i = 0; i < LB_HEAT_Q; i++)
        lb_set_code(heat, i == 0 ? lb_place_of_code(0, lb_index(c)) : lb_sent_slot(c, i, step & 1u),
                    lb_code_at(conducted, (ulong)i * count + k));
}
