/* bench_chart.c - draws how well parts work together.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/bench_parts.h"
#include "bench/bench_scaling.h"
#include "io/file.h"
#include "plot/chart.h"

enum { MAX_LINES = 12 }; /* more cannot be told apart */

struct line {
    char label[96];
    double parts[LB_BENCH_MAX_PARTS], percent[LB_BENCH_MAX_PARTS];
    size_t count;
};

static bool is_drawn(const struct lb_bench_record *r)
{
    return r->parts > 0 && r->skipped[0] == '\0' && isfinite(r->part_efficiency);
}

/* Its place in the row of records of the same case: the line is drawn where it is the first. */
static bool is_first(const struct lb_bench_records *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_drawn(&all->list[i]) && lb_bench_same_scaling(&all->list[i], &all->list[n]))
            return false;
    return is_drawn(&all->list[n]);
}

static void fill(struct line *line, const struct lb_bench_records *all, size_t first)
{
    const struct lb_bench_record *r = &all->list[first];
    char box[40];
    snprintf(line->label, sizeof line->label, "%s %s %s, %s, %s%s", r->lattice, r->collision,
             r->precision, r->scaling, lb_bench_size_text(r, box, sizeof box),
             r->walls ? ", walls" : "");
    for (size_t n = first; n < all->count && line->count < LB_BENCH_MAX_PARTS; n++) {
        const struct lb_bench_record *next = &all->list[n];
        if (!is_drawn(next) || !lb_bench_same_scaling(r, next)) continue;
        line->parts[line->count] = next->parts;
        line->percent[line->count++] = 100.0 * next->part_efficiency;
    }
}

/* A line and its marks. */
static size_t add_series(struct lb_chart_series *series, struct lb_chart_look *looks, size_t used,
                         const struct line *line, int colour)
{
    for (int marks = 0; marks < 2; marks++) {
        series[used] = (struct lb_chart_series){.label = marks ? NULL : line->label,
                                                .x = line->parts,
                                                .y = line->percent,
                                                .count = line->count,
                                                .points = marks != 0};
        looks[used++] = (struct lb_chart_look){.colour = colour};
    }
    return used;
}

static enum lb_status draw(const struct line *lines, size_t count, const char *folder,
                           struct lb_error *err)
{
    struct lb_chart_series series[2 * MAX_LINES + 1] = {{.label = NULL}};
    struct lb_chart_look looks[2 * MAX_LINES + 1] = {{.bars = false}};
    double most = 1.0;
    char path[LB_PATH_SIZE];
    size_t used = 0;
    for (size_t n = 0; n < count; n++) {
        used = add_series(series, looks, used, &lines[n], (int)n + 1);
        for (size_t i = 0; i < lines[n].count; i++)
            most = fmax(most, lines[n].parts[i]);
    }
    const double ends[2] = {1.0, most}, ideal[2] = {100.0, 100.0};
    series[used] = (struct lb_chart_series){.x = ends, .y = ideal, .count = 2, .dashed = true};
    looks[used++] = (struct lb_chart_look){.colour = LB_CHART_INK, .note = "as fast as alone"};
    const struct lb_chart chart = {.title = "How well parts work together",
                                   .x_label = "parts",
                                   .y_label = "efficiency / %",
                                   .series = series,
                                   .looks = looks,
                                   .series_count = used};
    LB_OK(lb_path_join(folder, "scaling.png", path, sizeof path, err));
    return lb_chart_write(&chart, path, err);
}

enum lb_status lb_bench_chart_write(const struct lb_bench_records *all, const char *folder,
                                    struct lb_error *err)
{
    size_t count = 0;
    if (!lb_has_pictures) return LB_STATUS_OK;
    struct line *lines = calloc(MAX_LINES, sizeof *lines);
    LB_NEED(lines != NULL, LB_STATUS_FAILED, "no memory for a chart");
    for (size_t n = 0; n < all->count && count < MAX_LINES; n++) {
        if (!is_first(all, n)) continue;
        lines[count] = (struct line){.count = 0};
        fill(&lines[count], all, n);
        count += lines[count].count > 1;
    }
    const enum lb_status st = count > 0 ? draw(lines, count, folder, err) : LB_STATUS_OK;
    free(lines);
    return st;
}
