/* send_lanes.cl - sends some lanes of a vector only: beside a free surface.
 * SPDX-License-Identifier: MIT */

/* lb_write, but lanes set in `keep` keep what is there.  They own it as the others own theirs, so
 * nothing else writes it in this step. */
LB_INLINE void lb_write_lanes(global LB_CODE *f, const slot_number slot, const struct place p,
                              const int cx, const int cy, const int cz, const wide w,
                              wide_mask keep)
{
#if LB_V == 1
    if (!keep) lb_write(f, slot, p, cx, cy, cz, w);
#else
    LB_CODES_OUT(keep, p, cx, cy, cz)
    lb_write(f, slot, p, cx, cy, cz, LB_CHOOSE_CODES(keep, lb_read(f, slot, p, cx, cy, cz), w));
#endif
}

/* Gas must leave memory as it is: its slots belong to the fluid across the surface. */
LB_INLINE void lb_send_lanes(const wide *w, global LB_CODE *f, const struct place p,
                             const slot_number parity, const wide_mask keep)
{
#define REST(numerator, denominator) lb_write_lanes(f, 0, p, 0, 0, 0, w[0], keep);
#define PAIR(i, cx, cy, cz, numerator, denominator)                                      \
    lb_write_lanes(f, LB_STORE_SLOT(i, parity), p, LB_STORE_AT *(cx), LB_STORE_AT *(cy), \
                   LB_STORE_AT *(cz), w[i], keep);                                       \
    lb_write_lanes(f, LB_STORE_OPPOSITE_SLOT(i, parity), p, LB_STORE_OPPOSITE_AT *(cx),  \
                   LB_STORE_OPPOSITE_AT *(cy), LB_STORE_OPPOSITE_AT *(cz), w[i + 1], keep);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
