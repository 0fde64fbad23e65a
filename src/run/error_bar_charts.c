/* error_bar_charts.c - a chart of each result with an error bar: what the grids gave, what it is with cells of no size,
 * and its bar.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "outputs/outputs.h"
#include "run/run_internal.h"

enum { FIT_POINTS = 41 };

/* In SI or by another factor it is the same picture. */
static bool is_like(const struct lb_error_bar *a, const struct lb_error_bar *b)
{
    const double one = a->half_width / a->value, other = b->half_width / b->value;
    return fabs(one - other) <= 1e-9 * fabs(one) &&
           fabs(a->grids[0] / a->value - b->grids[0] / b->value) <= 1e-9;
}

static bool is_new(const struct lb_run_findings *f, int bar)
{
    for (int n = 0; n < bar; n++)
        if (is_like(&f->bars[n], &f->bars[bar])) return false;
    return true;
}

/* Size of the cells of each grid, in cells of the run. */
static int find_sizes(const struct lb_twins *t, double sizes[1 + LB_TWINS])
{
    int count = 1;
    sizes[0] = 1.0;
    for (int n = 0; n < t->count && t->twin[n].kind == LB_TWIN_GRID; n++)
        sizes[count++] = 1.0 / t->twin[n].scale.cells;
    return count;
}

/* What the result was judged against; NaN: nothing. */
static double reference_of(const struct lb_run_findings *f, const struct lb_error_bar *bar)
{
    for (int n = 0; n < f->verdict_count; n++)
        if (f->verdicts[n].is_by_bar && !(fabs(f->verdicts[n].measured - bar->value) > 0.0))
            return f->verdicts[n].expected;
    return (double)NAN;
}

static enum lb_status draw(struct lb_run *run, const struct lb_error_bar *bar, struct lb_error *err)
{
    double sizes[1 + LB_TWINS], x[FIT_POINTS], fit[FIT_POINTS];
    const int count = find_sizes(run->request.twins, sizes);
    const double largest = sizes[count - 1], none = 0.0, expected = reference_of(&run->found, bar);
    for (int n = 0; n < FIT_POINTS; n++) {
        x[n] = largest * n / (FIT_POINTS - 1);
        fit[n] = bar->value + (bar->grids[0] - bar->value) * pow(x[n], bar->order);
    }
    char name[LB_RUN_NAME_SIZE + 32], label[LB_RUN_NAME_SIZE + 40], title[LB_RUN_NAME_SIZE + 32];
    snprintf(name, sizeof name, "error-bars-%s.png", bar->name);
    snprintf(label, sizeof label, "%s [%s]", bar->name, bar->unit);
    snprintf(title, sizeof title, "Error bar of %s", bar->name);
    const double ends[2] = {0.0, largest}, level[2] = {expected, expected};
    const struct lb_chart_series lines[] = {
        {.label = bar->is_even ? "value + a h^p" : NULL,
         .x = x,
         .y = fit,
         .count = bar->is_even ? FIT_POINTS : 0},
        {.label = isfinite(expected) ? "reference" : NULL,
         .x = ends,
         .y = level,
         .count = 2,
         .dashed = true},
        {.label = "grids", .x = sizes, .y = bar->grids, .count = (size_t)count, .points = true},
        {.label = "value and error bar (95 %)",
         .x = bar->is_even ? &none : sizes,
         .y = &bar->value,
         .count = 1,
         .points = true}};
    const struct lb_chart chart = {.title = title,
                                   .x_label = "size of the cells h, in cells of the case",
                                   .y_label = label,
                                   .series = lines,
                                   .series_count = sizeof lines / sizeof lines[0],
                                   .last_half = &bar->half_width};
    return lb_charts_draw(&run->outputs.services, name, &chart, err);
}

enum lb_status lb_run_draw_error_bars(struct lb_run *run, struct lb_error *err)
{
    const struct lb_run_findings *f = &run->found;
    for (int n = 0; n < f->bar_count; n++)
        if (isfinite(f->bars[n].half_width) && is_new(f, n)) LB_OK(draw(run, &f->bars[n], err));
    return LB_STATUS_OK;
}
