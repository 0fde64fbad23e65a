/* of_populations.cl - what links are made of where populations are kept: their slots
 * (interpolated.cl). What is kept of a link is `out`, which the next one overwrites.
 * SPDX-License-Identifier: MIT */
#include "cell/load_slot.cl"

LB_INLINE real lb_found_there(const struct wall_cell w, const int i)
{
    return lb_population(w.f, lb_load_slot(w.c, (uint)i, w.parity), (real)(1), lb_gains[i]);
}

/* Not into a wall. */
LB_INLINE real lb_sent_away(const struct wall_cell w, const int i)
{
    if (lb_cuts_crossed(w.c, LB_ALONG(i)) != 0)
        return lb_carried_population(w.across.codes, lb_code_sent(w.across, w.c, i, LB_ALONG(i)),
                                     (real)(1), lb_gains[i]);
    return lb_population(w.f, lb_sent_slot(w.c, i, w.parity), (real)(1), lb_gains[i]);
}

LB_INLINE void lb_open_cell(const struct wall_cell w)
{
}

LB_INLINE void lb_read_link(struct wall_link *l, const struct wall_cell w, const int i,
                            const bool is_wall_ahead)
{
    const int against = lb_opposite(i);
    l->out = lb_found_there(w, i);
    l->inc = lb_found_there(w, against);
    l->back = is_wall_ahead ? l->inc : lb_sent_away(w, i);
    l->inc -= lb_taken_by_step(w, against);
}

/* Has the cell find `stored` out of link l, of which the step will take `taken`; the mass that
 * this adds, in units. */
LB_INLINE long lb_store_link(const struct wall_cell w, const struct wall_link l, const int i,
                             const real stored, const real taken, const struct noise all)
{
    const struct noise noise = lb_noise_if_finite(lb_noise_of(all, i), stored);
    l.kept[0] = l.out * (scalar)LB_UNSCALE;
    lb_set_code(w.f, lb_load_slot(w.c, (uint)i, w.parity),
                lb_encode_scaled(stored, (real)(1), lb_gains[i], noise));
    if (!LB_WALL_HOLDS_MASS) return 0;
    return lb_wall_units(lb_found_there(w, i)) - lb_wall_units(taken) - lb_wall_units(l.out);
}

LB_INLINE long lb_close_cell(const struct wall_cell w, const struct noise all)
{
    return 0;
}
