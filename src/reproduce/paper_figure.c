/* paper_figure.c - one line for each format, dashed without shift.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/csv_read.h"
#include "plot/chart.h"
#include "reproduce/reproduce_internal.h"

enum { COLUMNS = 2 };

enum lb_status lb_paper_figure_line(struct lb_paper_figure *f, int format, bool shift,
                                    double *numbers, size_t count, struct lb_error *err)
{
    if (f->count == LB_PAPER_LINES) {
        free(numbers);
        return lb_fail(err, LB_STATUS_FAILED, "too many lines for a figure");
    }
    struct lb_paper_line *line = &f->lines[f->count++];
    *line = (struct lb_paper_line){format, shift, numbers, count, ""};
    snprintf(line->label, sizeof line->label, "%s%s", strchr(lb_paper_formats[format], '/') + 1,
             format == LB_PAPER_FP64_FP32 ? " (fp64)" : "");
    return LB_STATUS_OK;
}

/* Where it is there. */
static enum lb_status add_column(const struct lb_reproduce *r, const struct lb_paper_run *run,
                                 struct lb_paper_figure *f, const char *file,
                                 const char *const columns[COLUMNS], struct lb_error *err)
{
    char runs[LB_PATH_SIZE], folder[LB_PATH_SIZE], path[LB_PATH_SIZE];
    double *numbers = NULL;
    size_t rows = 0;
    if (run->run.state != LB_STUDY_RAN) return LB_STATUS_OK;
    LB_OK(lb_path_join(r->folder, "runs", runs, sizeof runs, err));
    LB_OK(lb_path_join(runs, run->run.name, folder, sizeof folder, err));
    LB_OK(lb_path_join(folder, file, path, sizeof path, err));
    LB_OK(lb_csv_read(path, columns, COLUMNS, &numbers, &rows, err));
    return lb_paper_figure_line(f, run->c.format, run->c.shift, numbers, rows, err);
}

enum lb_status lb_paper_figure_csv(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                   const char *setup, const char *values, const char *file,
                                   const char *x, const char *y, struct lb_error *err)
{
    const char *const columns[COLUMNS] = {x, y};
    for (size_t n = 0; n < r->run_count; n++) {
        const struct lb_paper_case *c = &r->runs[n].c;
        if (strcmp(c->setup, setup) == 0 && strcmp(c->values, values) == 0)
            LB_OK(add_column(r, &r->runs[n], f, file, columns, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_paper_figure_write(const struct lb_paper_figure *f, const char *path,
                                     struct lb_error *err)
{
    struct lb_chart_series series[LB_PAPER_LINES] = {{0}};
    struct lb_chart_look looks[LB_PAPER_LINES] = {{0}};
    for (size_t n = 0; n < f->count; n++) {
        const struct lb_paper_line *line = &f->lines[n];
        series[n] = (struct lb_chart_series){.label = line->shift ? line->label : NULL,
                                             .x = line->numbers,
                                             .y = line->numbers + 1,
                                             .count = line->count,
                                             .stride = COLUMNS,
                                             .dashed = !line->shift};
        looks[n].colour = line->format + 1;
    }
    const struct lb_chart chart = {.title = f->title,
                                   .x_label = f->x_label,
                                   .y_label = f->y_label,
                                   .x_logarithmic = f->x_logarithmic,
                                   .y_logarithmic = f->y_logarithmic,
                                   .series = series,
                                   .series_count = f->count,
                                   .looks = looks};
    return lb_chart_write(&chart, path, err);
}

void lb_paper_figure_free(struct lb_paper_figure *f)
{
    for (size_t n = 0; n < f->count; n++)
        free(f->lines[n].numbers);
    f->count = 0;
}
