/* sheets.cl - half-way bounce back at thin walls, whose links join two fluid cells.  The two slots
 * of such a link hold what its cells sent to each other, and each is to find what it sent: one
 * work-item, that of the odd direction, exchanges them.  Of a link across a cut each side has one
 * slot, and what it sent is among the codes that were packed.  Codes are copied as they are.
 * Behind it a rule finds such a link as it finds any other (interpolated.cl).
 * Where codes share exponents, the cell behind is fluid and has that of what it sent to others: a
 * cell beside a sheet gets a common exponent for all that comes to it, once walls have made theirs.
 * SPDX-License-Identifier: MIT */
#include "cell/scalar.cl"
#include "cell/load_slot.cl"

LB_INLINE void lb_turn_sheet(global LB_CODE *f, const struct sent_codes across, const struct cell c,
                             const int i, const uint parity)
{
    const int against = lb_opposite(i);
    const ulong own = lb_load_slot(c, (uint)i, parity);
    if (lb_cuts_crossed(c, LB_AGAINST(i)) != 0) {
        const uint at = lb_code_sent(across, c, against, LB_AGAINST(i));
        lb_set_code(f, own, (LB_REGISTER_CODE)across.codes[at]);
    } else if ((i & 1) != 0) {
        const struct cell behind = lb_neighbour(c, LB_AGAINST(i));
        const ulong other = lb_load_slot(behind, (uint)against, parity);
        const LB_REGISTER_CODE came = lb_code_at(f, own);
        lb_set_code(f, own, lb_code_at(f, other));
        lb_set_code(f, other, came);
    }
}

/* For the step to come, number `step`; both ends of each link are among the `count` cells. */
kernel void lb_turn_sheets(global LB_CODE *f, const global uchar *flags,
                           const global LB_INDEX *curved_cells, const global uint *curved_links,
                           const global uint *pieces, const global uint *piece_of,
                           const global LB_CARRIED_CODE *sent, const ulong count, const uint step)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(curved_cells[k]);
    const struct sent_codes across = {pieces, piece_of, sent};
    for (uint rest = curved_links[k]; rest != 0; rest &= rest - 1) {
        const int i = lb_lowest(rest);
        if (!lb_is_wall(flags[lb_neighbour_at(c, LB_AGAINST(i))]))
            lb_turn_sheet(f, across, c, i, step & 1u);
    }
}

#if LB_HAS_EXPONENTS
/* Of population i that came to cell c, whose `links` are of walls between cells. */
LB_INLINE real lb_scale_of_came(const global LB_CODE *f, const global uchar *flags,
                                const struct cell c, const uint links, const int i,
                                const uint parity)
{
    if ((links >> i & 1u) != 0) return lb_scale_of(lb_exponent_at(f, LB_MADE, lb_index(c)));
    return lb_coming_scale(f, flags, c, parity, LB_ALONG(i));
}

/* Behind lb_interpolate_walls, as that reads what cells sent where their neighbours will find it. */
kernel void lb_share_made(global LB_CODE *f, const global uchar *flags,
                          const global LB_INDEX *curved_cells, const global uint *curved_links,
                          const ulong count, const uint step, const ulong noise_keys)
{
    const ulong k = get_global_id(0);
    if (k >= count) return;
    const struct cell c = lb_cell_at(curved_cells[k]);
    if ((flags[curved_cells[k]] & LB_MADE_FOR) == 0) return;
    const struct noise all = lb_noise(c, 0, noise_keys ^ 0x3333333333333333ul); /* its own */
    real came[LB_Q], most = 0;
    for (int i = 1; i < LB_Q; i++) {
        came[i] = lb_population(f, lb_load_slot(c, (uint)i, step & 1u),
                                lb_scale_of_came(f, flags, c, curved_links[k], i, step & 1u),
                                lb_gains[i]);
        const real size = fabs(came[i]) * lb_gains[i];
        most = size <= most ? most : size < (real)0x1p100f ? size : (real)INFINITY; /* NaN, too */
    }
    const uint exponent = lb_exponent_with(most, lb_margin_of_codes);
    lb_set_exponent(f, LB_MADE, curved_cells[k], exponent);
    for (int i = 1; i < LB_Q; i++)
        lb_set_code(f, lb_load_slot(c, (uint)i, step & 1u),
                    lb_encode_scaled(came[i], lb_inverse_scale_of(exponent), lb_gains[i],
                                     lb_noise_of(all, i)));
}
#endif
