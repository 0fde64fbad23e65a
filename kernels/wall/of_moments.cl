/* of_moments.cl - what links are made of where moments are kept (interpolated.cl): `out` and
 * `back` follow from what the cell had found, `inc` from what the next cell had. Half-way walls
 * have added `out`, less what moving ones take, to the moments of the cell, through thin ones the
 * cell behind has sent its own, and links add the rest. What is kept of a link is what comes out,
 * as no slot has it.
 * SPDX-License-Identifier: MIT */

/* Through which links thin walls separate two fluid cells. */
LB_INLINE uint lb_sheets_of(const struct wall_cell w)
{
    uint sheets = 0;
    for (uint rest = LB_WALL_SHEETS ? w.links : 0; rest != 0; rest &= rest - 1)
        if (lb_is_sheet(w, lb_lowest(rest))) sheets |= rest & (0u - rest);
    return sheets;
}

/* One loop, as collisions are long: the cell's own populations, those of the next cells, and in
 * the upper half of the bits those of cells behind thin walls. */
LB_INLINE void lb_open_cell(const struct wall_cell w)
{
#pragma unroll 1
    for (ulong rest = (ulong)(w.links | 1u) | (ulong)lb_sheets_of(w) << 32; rest != 0;
         rest &= rest - 1) {
        const int bit = 63 - (int)clz(rest & (0ul - rest)), i = bit & 31, way = bit < 32 ? 1 : -1;
        const struct cell c = lb_neighbour(w.c, way * lb_directions[i][0],
                                           way * lb_directions[i][1], way * lb_directions[i][2]);
        const uchar there = w.flags[lb_index(c)];
        real h[LB_Q];
        w.more[i] = (real)(0);
        if (lb_is_wall(there)) continue;
        lb_sent_populations(h, w.other_f, w.prescribed, w.law, c, there, w.step);
        if (bit >= 32) {
            w.came[i] = h[i];
            continue;
        }
        if (i != 0) {
            w.ahead[i] = h[lb_opposite(i)];
            continue;
        }
        for (int k = 0; k < LB_Q; k++) {
            w.sent[k] = h[k];
            w.more[k] = (real)(0);
        }
    }
}

LB_INLINE void lb_read_link(struct wall_link *l, const struct wall_cell w, const int i,
                            const bool is_wall_ahead)
{
    l->out = w.sent[lb_opposite(i)];
    l->back = w.sent[i];
    l->inc = is_wall_ahead ? l->back - lb_taken_by_step(w, lb_opposite(i)) : w.ahead[i];
}

/* Has the cell find `stored`, of which half-way walls have taken `taken`, out of link l; the mass
 * that this adds, in units, beside that of lb_close_cell. */
LB_INLINE long lb_store_link(const struct wall_cell w, const struct wall_link l, const int i,
                             const real stored, const real taken, const struct noise all)
{
    l.kept[0] = stored * (scalar)LB_UNSCALE;
    w.more[i] = stored - (lb_is_sheet(w, i) ? w.came[i] : l.out);
    return LB_WALL_HOLDS_MASS ? -lb_wall_units(taken) : 0;
}

/* The mass is what is stored of it. */
LB_INLINE long lb_close_cell(const struct wall_cell w, const struct noise all)
{
    const ulong n = lb_index(w.c);
    real kept[LB_Q], more[LB_Q];
    lb_keep(more, w.more);
    lb_load_kept(kept, w.f, n);
    const long before = LB_WALL_HOLDS_MASS ? lb_wall_units(kept[0]) : 0;
    for (int k = 0; k < LB_KEPT; k++)
        kept[k] += more[k];
    lb_store_kept(w.f, kept, n, all);
    return LB_WALL_HOLDS_MASS ? lb_wall_units(lb_kept_at(w.f, 0, n)) - before : 0;
}
