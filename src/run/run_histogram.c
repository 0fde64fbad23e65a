/* run_histogram.c - the distribution of the populations as CSV and chart.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "run/run_internal.h"

enum { COLUMNS = 4, ROWS = 2 * LB_BINS };

/* Rows from the most negative bin to the most positive one; bin 0 of both signs is next to zero. */
static void fill_rows(const struct lb_histogram *h, double *rows)
{
    for (int row = 0; row < ROWS; row++) {
        const bool negative = row < LB_BINS;
        const int bin = negative ? LB_BINS - 1 - row : row - LB_BINS;
        const int at = negative ? LB_BINS + bin : bin;
        double low, high;
        lb_histogram_limits(bin, &low, &high);
        double *r = rows + (size_t)row * COLUMNS;
        r[0] = negative ? -high : low;
        r[1] = negative ? -low : high;
        r[2] = (double)h->counts[0][at];
        r[3] = (double)h->counts[1][at];
    }
}

/* Share of the populations per bin over magnitude: f_i are positive, f_i - w_i of both signs. */
static enum lb_status draw(struct lb_run *run, const char *name, const double *rows,
                           struct lb_error *err)
{
    double total = 0.0;
    double(*points)[LB_BINS][2] = calloc(3, sizeof *points);
    if (points == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for the histogram");
    for (size_t row = 0; row < ROWS; row++)
        total += rows[row * COLUMNS + 2];
    for (int bin = 1; bin < LB_BINS; bin++) {
        const double *above = rows + (size_t)(LB_BINS + bin) * COLUMNS;
        const double *below = rows + (size_t)(LB_BINS - 1 - bin) * COLUMNS;
        const double centre = sqrt(above[0] * above[1]);
        const double share[3] = {above[2] / total, above[3] / total, below[3] / total};
        for (int line = 0; line < 3; line++) {
            points[line][bin][0] = centre;
            points[line][bin][1] = share[line] > 0.0 ? share[line] : (double)NAN;
        }
    }
    const char *const labels[3] = {"f_i", "f_i - w_i, positive", "f_i - w_i, negative"};
    struct lb_chart_series series[3];
    for (int line = 0; line < 3; line++)
        series[line] = (struct lb_chart_series){.label = labels[line],
                                                .x = &points[line][0][0],
                                                .y = &points[line][0][1],
                                                .count = LB_BINS,
                                                .stride = 2,
                                                .points = true};
    const struct lb_chart chart = {.title = "Populations by magnitude",
                                   .x_label = "magnitude",
                                   .y_label = "share of all populations per bin",
                                   .x_logarithmic = true,
                                   .y_logarithmic = true,
                                   .series = series,
                                   .series_count = 3};
    const enum lb_status st = lb_run_write_chart(run, name, &chart, err);
    free(points);
    return st;
}

static enum lb_status write_histogram(struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char name[LB_RUN_NAME_SIZE];
    const unsigned long long step = lb_run_step(run);
    struct lb_histogram *h = malloc(sizeof *h);
    double *rows = malloc(sizeof *rows * ROWS * COLUMNS);
    LB_REQUIRE(h != NULL && rows != NULL, LB_STATUS_FAILED, "out of memory for the histogram");
    LB_TRY(lb_solver_histogram(run->solver, h, err));
    fill_rows(h, rows);
    snprintf(name, sizeof name, "histogram-%09llu.csv", step);
    LB_TRY(lb_run_write_csv(run, name, "low,high,f,f_shifted", rows, ROWS, COLUMNS, err));
    snprintf(name, sizeof name, "histogram-%09llu.png", step);
    LB_TRY(draw(run, name, rows, err));
cleanup:
    free(rows);
    free(h);
    return st;
}

enum lb_status lb_run_write_histogram(struct lb_run *run, struct lb_error *err)
{
    struct lb_error own = {0};
    return lb_run_optional(run, write_histogram(run, &own), &own, err);
}
