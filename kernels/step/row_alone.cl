/* row_alone.cl - one pair of populations after the other collides and is stored.
 * SPDX-License-Identifier: MIT */
LB_INLINE void lb_collide_and_give(real *h, const struct moments m, const struct row from,
                                   const struct row to, const struct column c, const int end,
                                   const struct row_place place, const uint k)
{
    struct noise n = lb_noise_at(place, k);
    const struct collision all = lb_collision(h, m);
#define REST(numerator, denominator)                                                         \
    if (LB_READS_TWICE) h[0] = LB_TAKE(from, c, LB_SLOT_OF_REST, 0, 0, 0, 0, 0, end, false); \
    lb_collide_rest(all, LB_WEIGHT(numerator, denominator), h);                              \
    n = lb_noise_if_finite(n, h[0]);                                                         \
    LB_GIVE(to, c, LB_SLOT_OF_REST, 0, 0, 0, 0, 0, end, lb_encode(h[0], lb_noise_of(n, 0)));
#define PAIR(i, cx, cy, cz, numerator, denominator)                                            \
    if (LB_READS_TWICE) {                                                                      \
        h[i] = LB_TAKE(from, c, LB_LOAD_SLOT, i, LB_LOAD_AT, cx, cy, cz, end, false);          \
        h[i + 1] = LB_TAKE(from, c, LB_LOAD_OPPOSITE_SLOT, i, LB_LOAD_OPPOSITE_AT, cx, cy, cz, \
                           end, false);                                                        \
    }                                                                                          \
    lb_collide_pair(all, cx, cy, cz, LB_WEIGHT(numerator, denominator), h + i, h + i + 1);     \
    LB_GIVE(to, c, LB_STORE_SLOT, i, LB_STORE_AT, cx, cy, cz, end,                             \
            lb_encode(h[i], lb_noise_of(n, i)));                                               \
    LB_GIVE(to, c, LB_STORE_OPPOSITE_SLOT, i, LB_STORE_OPPOSITE_AT, cx, cy, cz, end,           \
            lb_encode(h[i + 1], lb_noise_of(n, i + 1)));
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
