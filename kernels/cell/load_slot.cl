/* load_slot.cl - where the next step will look for a population, by its number.
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
