/* observed_order.c - orders of convergence.
 * SPDX-License-Identifier: MIT */
#include "study/study_grid.h"

#include <math.h>
#include <string.h>

#include "base/number_text.h"

static bool find_axis(const struct lb_study *s, size_t *axis)
{
    const char *resolution = s->request->run.setup->resolution;
    for (*axis = 0; resolution != NULL && *axis < s->axis_count; ++*axis)
        if (strcmp(s->axes[*axis], resolution) == 0) return true;
    return false;
}

bool lb_order_is_told(const struct lb_study *s, const char *key)
{
    const struct lb_setup *setup = s->request->run.setup;
    size_t axis;
    double exact;
    return find_axis(s, &axis) && setup->find_exact != NULL &&
           setup->find_exact(s->request->run.values, key, &exact);
}

static bool differs_along(const struct lb_study *s, size_t axis, size_t n, size_t m)
{
    bool differs = false;
    for (size_t k = 0; k < s->axis_count; k++) {
        const bool is_other = strcmp(s->runs[n].words[k], s->runs[m].words[k]) != 0;
        if (k != axis && is_other) return false;
        differs = differs || is_other;
    }
    return differs;
}

static double resolution_of(const struct lb_study_run *r, size_t axis)
{
    double number;
    return lb_number_parse(r->words[axis], strlen(r->words[axis]), &number) ? number : 0.0;
}

double lb_order_observed(const struct lb_study *s, size_t n, const char *key)
{
    const struct lb_setup *setup = s->request->run.setup;
    size_t axis, m = n;
    double exact;
    if (!lb_order_is_told(s, key) || !find_axis(s, &axis) ||
        !setup->find_exact(s->request->run.values, key, &exact))
        return nan("");
    while (m > 0 && !differs_along(s, axis, n, m - 1))
        m--;
    if (m-- == 0) return nan("");
    const double now = fabs(lb_run_outcome_result(&s->runs[n].outcome, key) - exact),
                 before = fabs(lb_run_outcome_result(&s->runs[m].outcome, key) - exact),
                 finer = resolution_of(&s->runs[n], axis) / resolution_of(&s->runs[m], axis);
    const double order = log(before / now) / log(finer);
    return isfinite(order) ? order : nan("");
}
