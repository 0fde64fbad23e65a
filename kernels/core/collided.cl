/* collided.cl - all populations of a cell collide.
 * SPDX-License-Identifier: MIT */

/* What a cell found, in each lane, is replaced by the collided populations. */
LB_INLINE void lb_collide(real *h, const struct moments m)
{
    const struct collision c = lb_collision(h, m);
#define REST(numerator, denominator) lb_collide_rest(c, LB_WEIGHT(numerator, denominator), h);
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    lb_collide_pair(c, cx, cy, cz, LB_WEIGHT(numerator, denominator), h + i, h + i + 1);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
