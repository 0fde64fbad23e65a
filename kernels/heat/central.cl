/* central.cl - what comes out of walls of a temperature that lie anywhere between cells.  Population i comes out of a
 * wall at x - q c_i into cell x:
 *     g_i = -out - k (inc + back) + 4 w_i T_w / (1 + 2 q),  k = (1 - 2 q) / (1 + 2 q),
 * with out, inc and back as in wall/interpolated.cl, all of x.  Only the slot of the link is written, and none that
 * another one reads: in a gap of one cell the rule of both walls is another one.
 * docs/theory/heat.md
 * SPDX-License-Identifier: MIT */

/* Whether link i is of a wall between cells, and its number among those of the flow. */
LB_INLINE bool lb_is_curved(const struct heated_cell w, const int i, ulong *number)
{
    const bool is_known = w.curved != 0 && w.curved < LB_SOLID_WALL;
    const uint links = is_known ? w.curved_links[w.curved - 1] : 0;
    if ((links >> i & 1u) == 0) return false;
    *number = (ulong)w.curved_at[w.curved - 1] + popcount(links & ((1u << i) - 1u));
    return true;
}

/* In (0, 1] of link i; half-way where it is not of a wall between cells. */
LB_INLINE scalar lb_place_of_wall(const struct heated_cell w, const int i)
{
    ulong at = 0;
    const bool is_of_solid = w.curved >= LB_SOLID_WALL;
    const ulong own = is_of_solid ? (ulong)(w.curved - LB_SOLID_WALL) * LB_HEAT_Q : 0;
    if (is_of_solid ? (w.solid_walls[own] >> i & 1u) == 0 : !lb_is_curved(w, i, &at))
        return (scalar)0.5;
    const uint q = is_of_solid ? w.solid_walls[own + (ulong)i] : w.curved_q[at];
    return ((scalar)q + (scalar)1) * (scalar)0x1p-32f;
}

/* Of a flux: what goes through the area that is the link's, |n . c_i|, half-way. */
LB_INLINE real lb_given_by_link(const struct heated_cell w, const int i, const real number)
{
    ulong at;
    return w.curved_across != 0 && lb_is_curved(w, i, &at) ? w.curved_across[at] * number : number;
}

LB_INLINE bool lb_is_link(const struct heated_cell w, const int i)
{
    return (w.links >> i & 1u) != 0;
}

/* Not into a wall.  Pieces of the temperature are behind those of the flow. */
LB_INLINE real lb_heat_sent_away(const struct heated_cell w, const int i)
{
    if (lb_cuts_crossed(w.c, LB_ALONG(i)) == 0)
        return lb_decode(lb_code_at(w.heat, lb_sent_slot(w.c, i, w.parity)));
    const uint at = lb_code_sent(w.across, w.c, LB_Q + i, LB_ALONG(i));
    return lb_decode((LB_REGISTER_CODE)w.across.codes[at]);
}

LB_INLINE real lb_halfway(const real out, const real number)
{
    return (scalar)2 * (scalar)LB_HEAT_WEIGHT * number - out;
}

/* Between two walls of temperatures, at least half a cell apart: of the line through both, half a cell from x. */
LB_INLINE real lb_in_gap(const struct heated_cell w, const int i, const real number)
{
    const int other = lb_opposite(i);
    const uint group = w.groups[(ulong)(other - 1) * w.count];
    const scalar q = lb_place_of_wall(w, i), width = q + lb_place_of_wall(w, other);
    if (group == LB_HEAT_NO_GROUP || width < (scalar)0.5) return number;
    if (lb_heat_kinds[group] != LB_HEAT_FIXED) return number;
    const real ahead = (scalar)LB_STORAGE_SCALE * lb_heat_numbers[group];
    return fma(((scalar)0.5 - q) * lb_inverse(width), number - ahead, number);
}

/* Of a link along which `out` was sent into a wall of temperature `number`, times S; the bits of halfway.cl where it is
 * half-way. */
LB_INLINE real lb_from_warm_wall(const struct heated_cell w, const int i, const real out,
                                 const real number)
{
    const int against = lb_opposite(i);
    if (lb_is_link(w, against)) return lb_halfway(out, lb_in_gap(w, i, number));
    const scalar share = (scalar)2 * lb_inverse(fma((scalar)2, lb_place_of_wall(w, i), (scalar)1));
    const real inc = lb_decode(lb_code_at(w.heat, lb_load_slot(w.c, (uint)against, w.parity)));
    return fma((scalar)1 - share, inc + lb_heat_sent_away(w, i),
               fma((scalar)2 * share, (scalar)LB_HEAT_WEIGHT * number, -out));
}
