/* paper_figure.c - one line for each format, dashed without shift, over grey bands of checks.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/csv_read.h"
#include "plot/chart.h"
#include "reproduce/reproduce_internal.h"

enum { COLUMNS = 2, BAND_COLUMNS = 3 };

enum lb_status lb_paper_figure_line(struct lb_paper_figure *f, int format, bool shift,
                                    double *numbers, size_t count, struct lb_error *err)
{
    if (f->count == LB_PAPER_LINES) {
        free(numbers);
        return lb_fail(err, LB_STATUS_FAILED, "too many lines for a figure");
    }
    struct lb_paper_line *line = &f->lines[f->count++];
    *line = (struct lb_paper_line){
        .format = format, .shift = shift, .numbers = numbers, .count = count};
    snprintf(line->label, sizeof line->label, "%s%s", strchr(lb_paper_formats[format], '/') + 1,
             format == LB_PAPER_FP64_FP32 ? " (fp64)" : "");
    return LB_STATUS_OK;
}

enum lb_status lb_paper_figure_marks(struct lb_paper_figure *f, const char *label, double *numbers,
                                     size_t count, struct lb_error *err)
{
    LB_OK(lb_paper_figure_line(f, LB_PAPER_FP64, true, numbers, count, err));
    struct lb_paper_line *line = &f->lines[f->count - 1];
    line->points = line->is_other = true;
    snprintf(line->label, sizeof line->label, "%s", label);
    return LB_STATUS_OK;
}

enum lb_status lb_paper_figure_band(struct lb_paper_figure *f, const char *label,
                                    const double *limits, size_t count, struct lb_error *err)
{
    double *numbers = calloc(BAND_COLUMNS * count, sizeof *numbers);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a figure");
    memcpy(numbers, limits, BAND_COLUMNS * count * sizeof *numbers);
    LB_OK(lb_paper_figure_marks(f, label, numbers, count, err));
    f->lines[f->count - 1].points = false;
    f->lines[f->count - 1].is_band = true;
    return LB_STATUS_OK;
}

bool lb_paper_file(const struct lb_reproduce *r, const char *setup, const char *values, int format,
                   bool shift, const char *file, char path[LB_PATH_SIZE])
{
    const struct lb_paper_run *run = lb_paper_find(r, setup, values, format, shift);
    if (run == NULL || run->run.state != LB_STUDY_RAN) return false;
    const int length =
        snprintf(path, LB_PATH_SIZE, "%s/runs/%s/%s", r->folder, run->run.name, file);
    return length < LB_PATH_SIZE && access(path, R_OK) == 0;
}

enum lb_status lb_paper_columns(const struct lb_reproduce *r, const char *setup, const char *values,
                                int format, bool shift, const char *file,
                                const char *const *columns, size_t count, double **numbers,
                                size_t *rows, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    *numbers = NULL;
    *rows = 0;
    if (!lb_paper_file(r, setup, values, format, shift, file, path)) return LB_STATUS_OK;
    return lb_csv_read(path, columns, count, numbers, rows, err);
}

enum lb_status lb_paper_figure_csv(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                   const char *setup, const char *values, const char *file,
                                   const char *x, const char *y, struct lb_error *err)
{
    const char *const columns[COLUMNS] = {x, y};
    for (int line = 0; line < 2 * LB_PAPER_FORMATS; line++) {
        double *numbers;
        size_t rows;
        LB_OK(lb_paper_columns(r, setup, values, line / 2, line % 2 == 0, file, columns, COLUMNS,
                               &numbers, &rows, err));
        if (rows > 0) LB_OK(lb_paper_figure_line(f, line / 2, line % 2 == 0, numbers, rows, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_paper_figure_write(const struct lb_paper_figure *f, const char *path,
                                     struct lb_error *err)
{
    enum { MARKS = 3 };
    static const enum lb_chart_mark marks[MARKS] = {LB_MARK_CIRCLE, LB_MARK_SQUARE,
                                                    LB_MARK_DIAMOND};
    struct lb_chart_series series[LB_PAPER_LINES + 1] = {{0}};
    struct lb_chart_look looks[LB_PAPER_LINES + 1] = {{0}};
    bool has_dashes = false;
    for (size_t n = 0; n < f->count; n++) {
        const struct lb_paper_line *line = &f->lines[n];
        series[n] = (struct lb_chart_series){
            .label = line->shift && line->label[0] != '\0' ? line->label : NULL,
            .x = line->numbers,
            .y = line->numbers + 1,
            .count = line->count,
            .stride = line->is_band ? BAND_COLUMNS : COLUMNS,
            .points = line->points,
            .dashed = !line->shift && !line->points};
        looks[n].high = line->is_band ? line->numbers + 2 : NULL;
        looks[n].colour = line->is_other ? LB_CHART_INK : line->format + 1;
        looks[n].mark = line->is_other ? LB_MARK_DIAMOND : marks[line->format % MARKS];
        looks[n].turns = f->has_marks && !line->is_other ? 2 * LB_PAPER_FORMATS : 0;
        looks[n].turn = 2 * line->format + !line->shift;
        has_dashes = has_dashes || series[n].dashed;
    }
    /* Without points: only for the legend. */
    series[f->count] = (struct lb_chart_series){.label = "dashed: without shift", .dashed = true};
    looks[f->count].colour = LB_CHART_INK;
    looks[f->count].turns = f->has_marks;
    const struct lb_chart chart = {.title = f->title,
                                   .x_label = f->x_label,
                                   .y_label = f->y_label,
                                   .x_logarithmic = f->x_logarithmic,
                                   .y_logarithmic = f->y_logarithmic,
                                   .equal_scales = f->equal_scales,
                                   .series = series,
                                   .series_count = f->count + has_dashes,
                                   .looks = looks};
    return lb_chart_write(&chart, path, err);
}

void lb_paper_figure_free(struct lb_paper_figure *f)
{
    for (size_t n = 0; n < f->count; n++)
        free(f->lines[n].numbers);
    f->count = 0;
}
