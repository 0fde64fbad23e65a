/* list_odd.cl - the program of odd steps of a list of fluid cells, which touch the slots of neighbours.
 * SPDX-License-Identifier: MIT */
#include "list/list_step.cl"

kernel void lb_step_odd(LB_STEP_ARGUMENTS)
{
    const struct step s = LB_STEP;
    const struct cells c = lb_cells(lb_first_of_item(step), LB_FINDER_NAMES);
    wide w[LB_Q];
    struct ways at;
    if (c.first >= LB_LISTED) return;
    lb_find_ways(&at, s, c);
#define REST(numerator, denominator) w[0] = *lb_own(s, c, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    w[i] = lb_take(s, at.of[i]);                    \
    w[i + 1] = lb_take(s, at.of[i + 1]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    lb_update(w, s, c);
#define REST(numerator, denominator) *lb_own(s, c, 0) = w[0];
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    lb_put(s, at.of[i], w[i + 1]);                  \
    lb_put(s, at.of[i + 1], w[i]);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
