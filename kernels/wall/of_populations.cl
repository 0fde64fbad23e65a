/* of_populations.cl - what links are made of where populations are kept: their slots
 * (interpolated.cl). What is kept of a link is `out`, which the next one overwrites.
 * SPDX-License-Identifier: MIT */
#include "cell/load_slot.cl"

LB_INLINE real lb_found_there(const struct wall_cell w, const int i, const real scale)
{
    return lb_population(w.f, lb_load_slot(w.c, (uint)i, w.parity), scale, lb_gains[i]);
}

/* Not into a wall. */
LB_INLINE real lb_sent_away(const struct wall_cell w, const int i, const real scale)
{
    if (lb_cuts_crossed(w.c, LB_ALONG(i)) != 0)
        return lb_carried_population(w.across.codes, lb_code_sent(w.across, w.c, i, LB_ALONG(i)),
                                     scale, lb_gains[i]);
    return lb_population(w.f, lb_sent_slot(w.c, i, w.parity), scale, lb_gains[i]);
}

LB_INLINE void lb_open_cell(const struct wall_cell w)
{
}

LB_INLINE void lb_read_link(struct wall_link *l, const struct wall_cell w, const int i,
                            const bool is_wall_ahead)
{
    const int against = lb_opposite(i);
    const real own = lb_sent_scale(w.f, w.c, w.parity);
    const real ahead =
        is_wall_ahead ? own : lb_coming_scale(w.f, w.flags, w.c, w.parity, LB_AGAINST(i));
    l->out = lb_found_there(w, i, own);
    l->inc = lb_found_there(w, against, ahead);
    l->back = is_wall_ahead ? l->inc : lb_sent_away(w, i, own);
    l->inc -= lb_taken_by_step(w, against);
}

/* Returns what the cell will find; not read again, as it may be on its way to memory. */
LB_INLINE real lb_put_code(const struct wall_cell w, const int i, const real stored,
                           const real inverse, const real scale, const struct noise all)
{
    const LB_REGISTER_CODE code = lb_encode_scaled(stored, inverse, lb_gains[i],
                                                   lb_noise_if_finite(lb_noise_of(all, i), stored));
    lb_set_code(w.f, lb_load_slot(w.c, (uint)i, w.parity), code);
    return lb_decode_scaled(code, scale, lb_gains[i]);
}

/* Has the cell find `stored` out of link l, of which the step will take `taken`; the mass that
 * this adds, in units. What shares an exponent is put there when all of the cell is known. */
LB_INLINE long lb_store_link(const struct wall_cell w, const struct wall_link l, const int i,
                             const real stored, const real taken, const struct noise all)
{
    if (LB_WALL_NUMBERS == 1) /* a rule that keeps more has written this, too */
        l.kept[0] = l.out * (scalar)LB_UNSCALE;
    real found = 0;
    if (LB_HAS_EXPONENTS)
        w.more[i] = stored;
    else
        found = lb_put_code(w, i, stored, (real)(1), (real)(1), all);
    if (!LB_WALL_HOLDS_MASS) return 0;
    return lb_wall_units(found) - lb_wall_units(taken) - lb_wall_units(l.out);
}

/* The links from which something was made for the cell: of boundaries, too, which is read. */
LB_INLINE uint lb_made_links(const struct wall_cell w)
{
    const real scale = lb_scale_of(lb_exponent_at(w.f, LB_MADE, lb_index(w.c)));
    uint links = w.links;
#pragma unroll 1
    for (int i = 1; LB_HAS_NUMBERS && i < LB_Q; i++) {
        if (!lb_is_of_boundary(w.flags[lb_neighbour_at(w.c, LB_AGAINST(i))])) continue;
        w.more[i] = lb_found_there(w, i, scale);
        links |= 1u << i;
    }
    return links;
}

/* All that is made for a cell has one exponent. */
LB_INLINE long lb_close_cell(const struct wall_cell w, const struct noise all)
{
    long brought = 0;
    real most = 0;
    if (!LB_HAS_EXPONENTS) return 0;
    const uint links = lb_made_links(w);
    for (uint rest = links; rest != 0; rest &= rest - 1)
        most = fmax(most, fabs(w.more[lb_lowest(rest)]) * lb_gains[lb_lowest(rest)]);
    const uint exponent = lb_exponent_for(most);
    lb_set_exponent(w.f, LB_MADE, lb_index(w.c), exponent);
    const real scale = lb_scale_of(lb_exponent_at(w.f, LB_MADE, lb_index(w.c)));
    for (uint rest = links; rest != 0; rest &= rest - 1) {
        const int i = lb_lowest(rest);
        const real found = lb_put_code(w, i, w.more[i], lb_inverse_scale_of(exponent), scale, all);
        if (LB_WALL_HOLDS_MASS && (w.links >> i & 1u) != 0) brought += lb_wall_units(found);
    }
    return brought;
}
