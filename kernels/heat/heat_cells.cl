/* heat_cells.cl - the program of what is done with the temperature of single cells: start, walls, observation.
 * Walls are half-way between cells (docs/theory/heat.md), behind the step: what a cell sent into a wall is in a slot
 * of the link, and what it will find belongs into the other one; no two links share slots.
 * SPDX-License-Identifier: MIT
 *
 * The host prints LB_HEAT_WALLS(DO), what each face of the box does and with which number. */
#include "cell/scalar.cl"
#include "shared/heat_sums.h"
#include "heat/cell_heat.cl"

#define KIND(kind, number) kind,
#define NUMBER(kind, number) number,
constant int lb_heat_kinds[LB_HEAT_FACES] = {LB_HEAT_WALLS(KIND)};
constant scalar lb_heat_numbers[LB_HEAT_FACES] = {LB_HEAT_WALLS(NUMBER)};
#undef KIND
#undef NUMBER

/* --- the start ---------------------------------------------------------------------------------- */

/* Rounded to nearest, all populations of a cell alike: weights are powers of two of each other's, and a
 * temperature that is the same in all cells is so in memory. */
LB_INLINE struct noise lb_half_noise(struct noise n)
{
#if !LB_ROUNDS_TO_NEAREST
    n.word = n.complement = 0x80000000u;
#endif
    return n;
}

/* The temperature of `count` cells of the start state from cell number `first` on, as the step before step 0 would
 * have sent it. */
kernel void lb_start_heat(global LB_CODE *heat, const global scalar *start, const ulong first,
                          const ulong count)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell(first + item);
    const real sum = start[item] * (scalar)LB_STORAGE_SCALE, link = sum * (scalar)LB_HEAT_WEIGHT;
    const real rest = (scalar)(LB_HEAT_REST_WEIGHT)*sum;
    const struct noise n = lb_half_noise(lb_noise(c, 0, 0));
    lb_set_code(heat, lb_place_of_code(0, lb_index(c)), lb_encode(rest, n));
#pragma unroll 1
    for (int i = 1; i < LB_HEAT_Q; i++)
        lb_set_code(heat, lb_sent_slot(c, i, 0), lb_encode(link, n));
}

/* --- walls -------------------------------------------------------------------------------------- */

/* The face of the box out of which population i comes. */
LB_INLINE int lb_heat_face(const int i)
{
    return i - 1;
}

/* Whether the cell that population i of cell c comes from is in the box's outer layer there. */
LB_INLINE bool lb_is_from_outside(const struct cell c, const int i)
{
    const struct cell n = lb_neighbour_in_whole(c, LB_AGAINST(i));
    const uint at = i <= 2 ? n.x : i <= 4 ? n.y : n.z;
    const uint size = i <= 2 ? LB_WHOLE_NX : i <= 4 ? LB_WHOLE_NY : LB_WHOLE_NZ;
    return at == 0 || at == size - 1;
}

/* Which populations of the `count` cells beside walls come out of walls: bit i of links[k]; and, LB_HEAT_OUTER bits
 * further up, out of those of the box. */
kernel void lb_find_heat_walls(const global uchar *flags, const global LB_INDEX *beside,
                               global uint *heat_links, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(beside[k]);
    const uchar here = flags[beside[k]];
    uint links = 0;
#pragma unroll 1
    for (int i = 1; i < LB_HEAT_Q && (here & LB_CELL_SOLID) == 0; i++)
        if (lb_is_wall(lb_neighbour_flags(flags, c, here, LB_AGAINST(i))))
            links |= (lb_is_from_outside(c, i) ? 1u | 1u << LB_HEAT_OUTER : 1u) << i;
    heat_links[k] = links;
}

/* For the step to come: what comes out of walls.  heat_given[face * count + k] counts what a face gave to cell k. */
kernel void lb_heat_walls(global LB_CODE *heat, const global LB_INDEX *beside,
                          const global uint *heat_links, global long *heat_given, const ulong count,
                          const uint step, const ulong noise_keys)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const uint links = heat_links[k], parity = step & 1u;
    if (links == 0) return;
    const struct cell c = lb_cell_at(beside[k]);
#if !LB_ROUNDS_TO_NEAREST
    struct noise noise = lb_noise(c, 0, ~noise_keys);
#else
    const struct noise noise = lb_noise(c, 0, noise_keys);
#endif
    for (uint rest = links & ((1u << LB_HEAT_OUTER) - 1); rest != 0; rest &= rest - 1) {
        const int i = lb_lowest(rest), face = lb_heat_face(i);
        const int kind =
            (links & 1u << i << LB_HEAT_OUTER) != 0 ? lb_heat_kinds[face] : LB_HEAT_INSULATED;
        /* the exchange has brought back what went into a wall beyond a cut */
        const ulong at = lb_cuts_crossed(c, LB_AGAINST(i)) != 0
                             ? lb_load_slot(c, (uint)i, parity)
                             : lb_sent_slot(c, lb_opposite(i), parity);
        const LB_REGISTER_CODE sent = lb_code_at(heat, at);
        LB_REGISTER_CODE back = sent;
        if (kind != LB_HEAT_INSULATED) {
            const real out = lb_decode(sent),
                       number = (scalar)LB_STORAGE_SCALE * lb_heat_numbers[face];
            const real in = kind == LB_HEAT_FIXED
                                ? (scalar)2 * (scalar)LB_HEAT_WEIGHT * number - out
                                : out + number;
#if !LB_ROUNDS_TO_NEAREST
            noise = lb_noise_again(noise);
#endif
            back = lb_encode(in, lb_noise_if_finite(noise, in));
            heat_given[(ulong)face * count + k] += convert_long_sat_rte(
                (lb_decode(back) - out) * (scalar)LB_UNSCALE * (scalar)(1l << LB_HEAT_BITS));
        }
        lb_set_code(heat, lb_load_slot(c, (uint)i, parity), back);
    }
}

/* --- looking ------------------------------------------------------------------------------------ */

/* What a solid cell shows: the temperature of the face of the box that it is of, or 0. */
LB_INLINE scalar lb_heat_of_solid(const struct cell c)
{
    const struct cell w = lb_in_whole(c);
    const uint at[3] = {w.x, w.y, w.z};
    const uint size[3] = {LB_WHOLE_NX, LB_WHOLE_NY, LB_WHOLE_NZ};
    for (int face = 0; face < LB_HEAT_FACES; face++)
        if (lb_heat_kinds[face] == LB_HEAT_FIXED &&
            at[face / 2] == (face % 2 == 0 ? 0 : size[face / 2] - 1))
            return lb_heat_numbers[face];
    return (scalar)0;
}

/* The temperature of `count` cells of a box, as lb_observe has it. */
kernel void lb_observe_heat(const global LB_CODE *heat, const global uchar *flags,
                            global scalar *out, const uint bx, const uint by, const uint bz,
                            const uint ex, const uint ey, const ulong skip, const ulong count,
                            const uint step)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_of_box(bx, by, bz, ex, ey, skip + item);
    out[item] = (lb_flags_of(flags, c) & LB_CELL_SOLID) != 0
                    ? lb_heat_of_solid(c)
                    : lb_heat_of(heat, c, step & 1u) * (scalar)LB_UNSCALE;
}
