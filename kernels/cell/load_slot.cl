/* load_slot.cl - slots of populations by their number: where the next step will look for one, and where the last one
 * sent it.
 * SPDX-License-Identifier: MIT */

/* Where the step of parity `parity` will look for population i of cell c. */
LB_INLINE ulong lb_load_slot(const struct cell c, const uint i, const uint parity)
{
    const uint odd = i - 1 + (i & 1u); /* of the pair */
    if (i == 0) return lb_place_of_code(0, lb_index(c));
    return (i & 1u) != 0 ? lb_slot(LB_LOAD_SLOT(odd, parity), c, LB_LOAD_AT, LB_ALONG(i))
                         : lb_slot(LB_LOAD_OPPOSITE_SLOT(odd, parity), c, -(LB_LOAD_OPPOSITE_AT),
                                   LB_ALONG(i));
}

/* Where cell c sent population i in the step before one of parity `parity`, but into a wall. */
LB_INLINE ulong lb_sent_slot(const struct cell c, const int i, const uint parity)
{
    return (i & 1) != 0 ? LB_SENT_SLOT(i, parity, c, lb_directions[i][0], lb_directions[i][1],
                                       lb_directions[i][2])
                        : LB_SENT_OPPOSITE_SLOT(i - 1, parity, c, -lb_directions[i][0],
                                                -lb_directions[i][1], -lb_directions[i][2]);
}
