/* row_pair.cl - two vectors of a row side by side: while the processor waits for the velocity of
 * one, it adds up the other.
 * SPDX-License-Identifier: MIT */
LB_INLINE bool lb_advance_two(const struct row from, const struct row to, const uint k,
                              const int end, const struct row_place place)
{
    const struct column c = lb_column(k), d = lb_column(k + 1);
    real h[LB_Q], g[LB_Q];
    lb_take_all(h, from, c, end, true);
    struct moments m = lb_moments_at(h, place, k);
    lb_take_all(g, from, d, end, LB_FETCHES_FOR_BOTH);
    struct moments n = lb_moments_at(g, place, k + 1);
    if (!lb_is_positive(m.rho) || !lb_is_positive(n.rho)) return false;
    lb_limit_speed(&m);
    lb_limit_speed(&n);
    lb_collide_and_give(h, m, from, to, c, end, place, k);
    lb_collide_and_give(g, n, from, to, d, end, place, k + 1);
    return true;
}
