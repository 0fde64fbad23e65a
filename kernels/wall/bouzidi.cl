/* bouzidi.cl - linear interpolation: of out and inc where the wall is nearer than half a cell,
 * else of out and back. The coefficients add up to 1, so it is the same for populations less
 * their weights.
 * SPDX-License-Identifier: MIT */

/* `pushed` is what the wall adds at its own place: S w_i c_i . u_wall / c^2 and corrections. */
LB_INLINE struct wall_answer lb_bouzidi(const struct wall_link l, const real pushed)
{
    struct wall_answer a;
    if (l.q < (scalar)0.5) {
        a.share = fma((scalar)-2, l.q, (scalar)1);
        a.known = fma((scalar)2 * l.q, l.out, (scalar)2 * pushed);
        return a;
    }
    a.share = (real)(0);
    a.known = fma(l.half_per_q, l.out,
                  fma((scalar)1 - l.half_per_q, l.back, ((scalar)2 * l.half_per_q) * pushed));
    return a;
}
