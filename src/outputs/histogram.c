/* histogram.c - the distribution of the populations every histogram=N steps, as CSV and chart.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "output/output_files.h"
#include "outputs/outputs.h"
#include "output/schedule.h"

enum { COLUMNS = 4, ROWS = 2 * LB_BINS };

struct histograms {
    struct lb_output_services *s;
    struct lb_schedule schedule;
};

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    struct histograms *h = calloc(1, sizeof *h);
    LB_NEED(h != NULL, LB_STATUS_FAILED, "no memory for the choice of histograms");
    *output = h;
    h->s = s;
    lb_schedule_read(&h->schedule, s->values, "histogram", true);
    LB_NEED(!h->schedule.wanted || !lb_case_keeps_moments(s->c), LB_STATUS_USAGE,
            "histogram: it counts populations, which --streaming moments does not keep");
    return LB_STATUS_OK;
}

static uint64_t due(const void *output, uint64_t step)
{
    return lb_schedule_due(&((const struct histograms *)output)->schedule, step);
}

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
static enum lb_status draw(struct lb_output_services *s, const char *name, const double *rows,
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
    const enum lb_status st = lb_charts_draw(s, name, &chart, err);
    free(points);
    return st;
}

static enum lb_status write_files(struct lb_output_services *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char name[LB_OUTPUT_NAME_SIZE];
    const unsigned long long step = s->step(s->run);
    struct lb_histogram *h = malloc(sizeof *h);
    double *rows = malloc(sizeof *rows * ROWS * COLUMNS);
    LB_REQUIRE(h != NULL && rows != NULL, LB_STATUS_FAILED, "out of memory for the histogram");
    LB_TRY(lb_solver_histogram(s->solver, h, err));
    fill_rows(h, rows);
    snprintf(name, sizeof name, "histogram-%09llu.csv", step);
    LB_TRY(lb_output_write_csv(s, name, "low,high,f,f_shifted", rows, ROWS, COLUMNS, err));
    snprintf(name, sizeof name, "histogram-%09llu.png", step);
    LB_TRY(draw(s, name, rows, err));
cleanup:
    free(rows);
    free(h);
    return st;
}

static enum lb_status write_now(void *output, struct lb_error *err)
{
    struct histograms *h = output;
    struct lb_error own = {0};
    if (!lb_schedule_is_open(&h->schedule, h->s)) return LB_STATUS_OK;
    LB_OK(h->s->optional(h->s->run, write_files(h->s, &own), &own, err));
    lb_schedule_mark(&h->schedule, h->s);
    return LB_STATUS_OK;
}

static enum lb_status archive(void *output, struct lb_archive *a, struct lb_error *err)
{
    return lb_schedule_archive(&((struct histograms *)output)->schedule, a, "histograms", err);
}

static const struct lb_parameter parameters[] = {
    {"histogram", LB_PARAMETER_COUNT, "steps", "0", NULL, 0, 1e15,
     "steps between histograms of the populations f_i and f_i - w_i; 0: none"},
    {0}};

const struct lb_output lb_output_histogram = {
    .name = "histogram",
    .parameters = parameters,
    .place = 80,
    .beside_case = (const char *const[]){"histogram", NULL},
    .files = (const char *const[]){"histogram-#.csv", "histogram-#.png", NULL},
    .choose = choose,
    .due = due,
    .at = {[LB_OUTPUT_STEP] = write_now,
           [LB_OUTPUT_END] = write_now,
           [LB_OUTPUT_DIVERGED] = write_now},
    .archive = archive,
    .close = free,
};
