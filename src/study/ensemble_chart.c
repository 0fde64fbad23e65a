/* ensemble_chart.c - the histograms of an ensemble as charts with error bars.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "plot/chart.h"
#include "study/ensemble_counts.h"
#include "study/ensemble_internal.h"

/* The outline of one format's histogram, and its error bars: upright pieces of a line with gaps
 * between them. */
struct drawn_format {
    double *x, *y, *bar_x, *bar_y;
    char label[LB_PRECISION_NAME_SIZE + 32];
};

static size_t outline_points(const struct lb_ensemble_plan *plan)
{
    return 2 * (size_t)plan->bins + 2;
}

static size_t bar_points(const struct lb_ensemble_plan *plan)
{
    return 3 * (size_t)plan->bins;
}

/* Bins up to the last one that holds anything in some format; 0 where none does. */
static size_t shown_bins(const struct lb_ensemble *e,
                         const struct lb_ensemble_counts *const *counts, size_t quantity)
{
    size_t shown = 0;
    for (size_t n = 0; n < e->format_count; n++)
        for (size_t bin = shown; bin < counts[n]->plan->bins; bin++)
            if (lb_mean_of(lb_ensemble_mean(counts[n], quantity, bin + 1)) != 0.0) shown = bin + 1;
    return shown;
}

static void place_bin(const struct lb_ensemble_counts *c, double place, size_t quantity, size_t bin,
                      struct drawn_format *d)
{
    const struct lb_mean *m = lb_ensemble_mean(c, quantity, bin + 1);
    const double mean = lb_mean_of(m), error = lb_mean_error_of(m);
    double low, high;
    lb_ensemble_limits(c->plan, bin + 1, &low, &high);
    d->x[2 * bin + 1] = low;
    d->x[2 * bin + 2] = high;
    d->y[2 * bin + 1] = d->y[2 * bin + 2] = mean;
    for (size_t end = 0; end < 3; end++) {
        d->bar_x[3 * bin + end] = end < 2 ? low + place * (high - low) : nan("");
        d->bar_y[3 * bin + end] = mean + (end == 0 ? -error : error);
    }
}

/* `numbers` has room for the points of all bins; the first `shown` are placed. */
static void place_format(const struct lb_ensemble *e, const struct lb_ensemble_counts *c,
                         size_t format, size_t quantity, size_t shown, double *numbers,
                         struct drawn_format *d)
{
    const struct lb_ensemble_plan *plan = c->plan;
    /* beside each other, so that no error bar hides the next */
    const double place = 0.2 + 0.6 * ((double)format + 0.5) / (double)e->format_count;
    const size_t last = 2 * shown + 1, runs = lb_ensemble_mean(c, 0, 0)->count;
    d->x = numbers;
    d->y = d->x + outline_points(plan);
    d->bar_x = d->y + outline_points(plan);
    d->bar_y = d->bar_x + bar_points(plan);
    for (size_t bin = 0; bin < shown; bin++)
        place_bin(c, place, quantity, bin, d);
    d->x[0] = plan->min;
    d->x[last] = d->x[last - 1];
    d->y[0] = d->y[last] = 0.0;
    snprintf(d->label, sizeof d->label, "%s, %zu run%s", e->formats[format], runs,
             runs == 1 ? "" : "s");
}

static enum lb_status write_chart(const struct lb_ensemble *e, size_t quantity, bool is_empty,
                                  const struct lb_chart_series *series,
                                  const struct lb_chart_look *looks, struct lb_error *err)
{
    const char *name = lb_ensemble_quantity(e->setup->ensemble, quantity);
    char file[LB_RUN_NAME_SIZE + 32], path[LB_PATH_SIZE], title[160], y_label[128];
    if (is_empty)
        snprintf(title, sizeof title, "%s: no %s between %g and %g in any run", e->setup->name,
                 name, e->setup->ensemble->min, e->setup->ensemble->max);
    else
        snprintf(title, sizeof title, "%s: %s of one run, mean and standard error", e->setup->name,
                 name);
    snprintf(y_label, sizeof y_label, "%s in a bin", name);
    const struct lb_chart chart = {.title = title,
                                   .x_label = e->setup->ensemble->by_label,
                                   .y_label = y_label,
                                   .series = series,
                                   .series_count = 2 * e->format_count,
                                   .looks = looks};
    snprintf(file, sizeof file, "histogram-%.60s.png", name);
    LB_OK(lb_path_join(e->study.folder, file, path, sizeof path, err));
    return lb_chart_write(&chart, path, err);
}

static enum lb_status draw(const struct lb_ensemble *e,
                           const struct lb_ensemble_counts *const *counts, size_t quantity,
                           double *numbers, struct lb_error *err)
{
    const struct lb_ensemble_plan *plan = e->setup->ensemble;
    const size_t room = 2 * (outline_points(plan) + bar_points(plan));
    const size_t filled = shown_bins(e, counts, quantity);
    const size_t shown = filled > 0 ? filled : plan->bins;
    struct lb_chart_series series[2 * LB_ENSEMBLE_FORMATS] = {{.label = NULL}};
    struct lb_chart_look looks[2 * LB_ENSEMBLE_FORMATS] = {{.bars = false}};
    struct drawn_format drawn[LB_ENSEMBLE_FORMATS];
    for (size_t n = 0; n < e->format_count; n++) {
        struct drawn_format *d = &drawn[n];
        place_format(e, counts[n], n, quantity, shown, numbers + room * n, d);
        series[2 * n] = (struct lb_chart_series){
            .label = d->label, .x = d->x, .y = d->y, .count = 2 * shown + 2};
        series[2 * n + 1] =
            (struct lb_chart_series){.x = d->bar_x, .y = d->bar_y, .count = 3 * shown};
        looks[2 * n].colour = looks[2 * n + 1].colour = (int)n + 1;
    }
    return write_chart(e, quantity, filled == 0, series, looks, err);
}

enum lb_status lb_ensemble_draw(const struct lb_ensemble *e,
                                const struct lb_ensemble_counts *const *counts,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (!lb_has_pictures) return LB_STATUS_OK;
    const struct lb_ensemble_plan *plan = e->setup->ensemble;
    const size_t room = 2 * (outline_points(plan) + bar_points(plan));
    double *numbers = calloc(room * e->format_count, sizeof *numbers);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "no memory for the charts");
    for (size_t q = 0; q < counts[0]->quantities; q++)
        LB_TRY(draw(e, counts, q, numbers, err));
cleanup:
    free(numbers);
    return st;
}
