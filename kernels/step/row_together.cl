/* row_together.cl - populations that are rounded together are stored when all have collided.
 * SPDX-License-Identifier: MIT */
LB_INLINE void lb_give_all(const wide *w, const struct row to, const struct column c, const int end)
{
#define REST(numerator, denominator) LB_GIVE(to, c, LB_SLOT_OF_REST, 0, 0, 0, 0, 0, end, w[0]);
#define PAIR(i, cx, cy, cz, numerator, denominator)                       \
    LB_GIVE(to, c, LB_STORE_SLOT, i, LB_STORE_AT, cx, cy, cz, end, w[i]); \
    LB_GIVE(to, c, LB_STORE_OPPOSITE_SLOT, i, LB_STORE_OPPOSITE_AT, cx, cy, cz, end, w[i + 1]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}

LB_INLINE void lb_collide_and_give(real *h, const struct moments m, const struct row from,
                                   const struct row to, const struct column c, const int end,
                                   const struct row_place place, const uint k)
{
    const struct noise n = lb_noise_at(place, k);
    struct exponents none;
    wide w[LB_Q];
    lb_collide(h, m);
    lb_conserve(h, m, n, place.step);
    lb_encode_piece(w, h, &none, 0, lb_noise_if_finite(n, h[0]));
    lb_give_all(w, to, c, end);
}
