/* list_even.cl - the program of even steps of a list of fluid cells, which touch a cell's own slots only.
 * SPDX-License-Identifier: MIT */
#include "list/list_step.cl"

kernel void lb_step_even(LB_STEP_ARGUMENTS)
{
    const struct step s = LB_STEP;
    const struct cells c = lb_cells(lb_first_of_item(step), LB_FINDER_NAMES);
    wide w[LB_Q];
    if (c.first >= LB_LISTED) return;
#define REST(numerator, denominator) w[0] = *lb_own(s, c, 0);
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    w[i] = *lb_own(s, c, i);                        \
    w[i + 1] = *lb_own(s, c, i + 1);
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
    lb_update(w, s, c);
#define REST(numerator, denominator) *lb_own(s, c, 0) = w[0];
#define PAIR(i, cx, cy, cz, numerator, denominator) \
    *lb_own(s, c, i + 1) = w[i];                    \
    *lb_own(s, c, i) = w[i + 1];
    LB_LATTICE(REST, PAIR)
#undef REST
#undef PAIR
}
