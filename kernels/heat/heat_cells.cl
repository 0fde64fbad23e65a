/* heat_cells.cl - the program of what is done with the temperature of single cells: start, walls, observation.
 * What comes out of walls (docs/theory/heat.md) is made behind the step: what a cell sent into a wall is in a slot of
 * the link, and what it will find belongs into the other one; no two links share slots.
 * SPDX-License-Identifier: MIT
 *
 * The host prints LB_HEAT_WALLS(DO), what each group of links does and with which number, LB_HEAT_BOUNDARIES, how many
 * groups are of boundaries, LB_HEAT_HAS_OPEN, and LB_HEAT_HAS_CURVED, whether walls may lie anywhere between cells. */
#include "cell/scalar.cl"
#include "shared/heat_sums.h"
#include "heat/cell_heat.cl"
#include "slot/solids"

#define KIND(kind, number) kind,
#define NUMBER(kind, number) number,
constant int lb_heat_kinds[] = {LB_HEAT_WALLS(KIND)};
constant scalar lb_heat_numbers[] = {LB_HEAT_WALLS(NUMBER)};
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

/* Whether the cell that population i of cell c comes from is in the box's outer layer there. */
LB_INLINE bool lb_is_from_outside(const struct cell c, const int i)
{
    const struct cell n = lb_neighbour_in_whole(c, LB_AGAINST(i));
    const uint at = i <= 2 ? n.x : i <= 4 ? n.y : n.z;
    const uint size = i <= 2 ? LB_WHOLE_NX : i <= 4 ? LB_WHOLE_NY : LB_WHOLE_NZ;
    return at == 0 || at == size - 1;
}

/* The group of the link out of cell n beside c along which population i comes: a boundary's or a body's, or that of the
 * face of the box, of which the number is i - 1. */
LB_INLINE uchar lb_heat_group(const global uchar *flags, const global uchar *numbers,
                              const struct cell c, const int i)
{
    const LB_INDEX n = lb_neighbour_at(c, LB_AGAINST(i));
    const int number = LB_HAS_NUMBERS ? numbers[n] : 0;
    if (lb_is_of_boundary(flags[n])) return (uchar)(LB_HEAT_FACES + number);
    if (number > 0) return (uchar)(LB_HEAT_FACES + LB_HEAT_BOUNDARIES + number - 1);
    return (uchar)(lb_is_from_outside(c, i) ? i - 1 : LB_HEAT_NO_GROUP);
}

LB_INLINE uchar lb_number_at(const global uchar *numbers, const LB_INDEX n)
{
    return LB_HAS_NUMBERS ? numbers[n] : (uchar)0;
}

/* No heat is conducted through an opening. */
LB_INLINE bool lb_is_open(const uchar group)
{
    return group != LB_HEAT_NO_GROUP && lb_heat_kinds[group] == LB_HEAT_OPEN;
}

/* Which populations of the `count` cells beside walls come out of walls: bit i of heat_links[k]; and the group of each
 * link, heat_groups[(i - 1) * count + k]. */
kernel void lb_find_heat_walls(const global uchar *flags, const global uchar *numbers,
                               const global LB_INDEX *beside, global uint *heat_links,
                               global uchar *heat_groups, const ulong count)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(beside[k]);
    const uchar here = flags[beside[k]];
    uint links = 0;
    const bool conducts = lb_conducts(here, lb_number_at(numbers, beside[k]));
#pragma unroll 1
    for (int i = 1; i < LB_HEAT_Q && ((here & LB_CELL_SOLID) == 0 || conducts); i++) {
        const LB_INDEX n = lb_neighbour_at(c, LB_AGAINST(i));
        const uchar there = conducts ? flags[n] : lb_neighbour_flags(flags, c, here, LB_AGAINST(i));
        if ((there & LB_CELL_SOLID) == 0 || lb_conducts(there, lb_number_at(numbers, n))) continue;
        links |= 1u << i;
        const uchar group = lb_heat_group(flags, numbers, c, i);
        heat_groups[(ulong)(i - 1) * count + k] =
            conducts && lb_is_open(group) ? (uchar)LB_HEAT_NO_GROUP : group;
    }
    heat_links[k] = links;
}

/* Density and velocity of a cell beside an opening, as the step to come will find them, but for half of what buoyancy
 * adds in a step: it is of the temperature that is being made. */
LB_INLINE struct moments lb_flow_beside(const global LB_CODE *f, const global scalar *drive,
                                        const struct cell c, const uint parity)
{
    real h[LB_Q];
#pragma unroll 1
    for (uint i = 0; i < LB_Q; i++)
        h[i] = lb_decode(lb_code_at(f, lb_load_slot(c, i, parity)));
    return lb_moments(h, lb_body_force(drive));
}

/* What comes back of `out` along direction i through an opening.  A temperature that does not change across it is
 * out / (w + u w / c^2), u being the speed outwards; what flows in has another one, that `number` is. */
LB_INLINE real lb_through_opening(const real out, const real number, const struct moments m,
                                  const int i)
{
    const real inwards =
        lb_dot(lb_directions[i][0], lb_directions[i][1], lb_directions[i][2], m.ux, m.uy, m.uz);
    const real odd = (scalar)LB_HEAT_ODD_WEIGHT * inwards, even = (scalar)LB_HEAT_WEIGHT;
    return inwards > 0 ? fma((scalar)2 * odd, number, out)
                       : out * (even + odd) * lb_inverse(even - odd);
}

/* A cell with links to walls, between two steps. */
struct heated_cell {
    const global LB_CODE *heat;
    const global uchar *groups; /* of link i: groups[(i - 1) * count] */
    const global uint *curved_links, *curved_at, *curved_q, *solid_walls;
    const global scalar *curved_across;
    struct sent_codes across; /* cuts, by a subdomain */
    struct cell c;
    ulong count;
    uint links, parity;
    uint curved; /* its number among cells with links to walls between cells: shared/heat_sums.h */
};

#include "slot/heat_wall"

/* For the step to come: what comes out of walls.  heat_given[(i - 1) * count + k] counts what came to cell k along
 * direction i. */
kernel void lb_heat_walls(const global LB_CODE *f, global LB_CODE *heat, const global scalar *drive,
                          const global LB_INDEX *beside, const global uint *heat_links,
                          const global uchar *heat_groups, global long *heat_given,
                          const global uint *heat_curved, const global uint *curved_links,
                          const global uint *curved_at, const global uint *curved_q,
                          const global uint *solid_walls, const global scalar *curved_across,
                          const global uint *pieces, const global uint *piece_of,
                          const global LB_CARRIED_CODE *sent, const ulong count, const uint step,
                          const ulong noise_keys)
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
    const struct heated_cell w = {heat,
                                  heat_groups + k,
                                  curved_links,
                                  curved_at,
                                  curved_q,
                                  solid_walls,
                                  curved_across,
                                  {pieces, piece_of, sent},
                                  c,
                                  count,
                                  links,
                                  parity,
                                  LB_HEAT_HAS_CURVED ? heat_curved[k] : 0};
    struct moments m;
    if (LB_HEAT_HAS_OPEN) m = lb_flow_beside(f, drive, c, parity);
    for (uint rest = links; rest != 0; rest &= rest - 1) {
        const int i = lb_lowest(rest);
        const ulong link = (ulong)(i - 1) * count + k;
        const uint group = heat_groups[link];
        const int kind = group != LB_HEAT_NO_GROUP ? lb_heat_kinds[group] : LB_HEAT_INSULATED;
        /* the exchange has brought back what went into a wall beyond a cut */
        const ulong at = lb_cuts_crossed(c, LB_AGAINST(i)) != 0
                             ? lb_load_slot(c, (uint)i, parity)
                             : lb_sent_slot(c, lb_opposite(i), parity);
        const LB_REGISTER_CODE sent = lb_code_at(heat, at);
        LB_REGISTER_CODE back = sent;
        if (kind != LB_HEAT_INSULATED) {
            const real out = lb_decode(sent),
                       number = (scalar)LB_STORAGE_SCALE * lb_heat_numbers[group];
            const real in = kind == LB_HEAT_FIXED ? lb_from_warm_wall(w, i, out, number)
                            : LB_HEAT_HAS_OPEN && kind == LB_HEAT_OPEN
                                ? lb_through_opening(out, number, m, i)
                                : out + lb_given_by_link(w, i, number);
#if !LB_ROUNDS_TO_NEAREST
            noise = lb_noise_again(noise);
#endif
            back = lb_encode(in, lb_noise_if_finite(noise, in));
            heat_given[link] += convert_long_sat_rte((lb_decode(back) - out) * (scalar)LB_UNSCALE *
                                                     (scalar)(1l << LB_HEAT_BITS));
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
                            const global uchar *numbers, global scalar *out, const uint bx,
                            const uint by, const uint bz, const uint ex, const uint ey,
                            const ulong skip, const ulong count, const uint step)
{
    const ulong item = get_global_id(0);
    if (item >= count) return;
    const struct cell c = lb_cell_of_box(bx, by, bz, ex, ey, skip + item);
    const uchar here = lb_flags_of(flags, c);
    const uchar number =
        (here & LB_CELL_SOLID) != 0 ? lb_number_at(numbers, lb_index(c)) : (uchar)0;
    const uint parity = step & 1u;
    out[item] = lb_conducts(here, number)
                    ? lb_heat_of_conductor(heat, c, number, parity) * (scalar)LB_UNSCALE
                : (here & LB_CELL_SOLID) != 0 ? lb_heat_of_solid(c)
                                              : lb_heat_of(heat, c, parity) * (scalar)LB_UNSCALE;
}
