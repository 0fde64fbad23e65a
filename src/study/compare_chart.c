/* compare_chart.c - the charts of a comparison: deviation over bytes, and the runs' time series and
 * profiles over each other.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/word_list.h"
#include "io/csv_read.h"
#include "plot/chart.h"
#include "plot/picture_choice.h"
#include "study/compare_internal.h"

enum { MAX_LINES = 18, LABEL_SIZE = 64, COLUMN_SIZE = 64, HEADER_SIZE = 1024 };
static const double decades_for_log =
    1e3; /* a quantity that spans so much has a logarithmic axis */

/* Tables that setups write beside their time series, where there is a profile. */
static const char *const profiles[] = {"profile.csv", "profile_x.csv", "profile_y.csv",
                                       "profile_z.csv", NULL};

static void label_row(const struct lb_compare_row *row, bool says_shift, char out[LABEL_SIZE])
{
    snprintf(out, LABEL_SIZE, "%s%s%s", row->precision,
             row->run->shift || !says_shift ? "" : ", no shift",
             lb_precision_rounding(&row->run->precision)->suffix);
}

/* `stem` with the ending of each kind that charts= says. */
static enum lb_status write_kinds(const struct lb_comparison *c, const struct lb_chart *chart,
                                  const char *stem, struct lb_error *err)
{
    bool kinds[LB_CHART_KINDS];
    char name[LB_RUN_NAME_SIZE], path[LB_PATH_SIZE];
    LB_OK(lb_chart_kinds_read(lb_values_text(c->study.request->run.values, "charts"), kinds, err));
    for (int kind = 0; kind < LB_CHART_KINDS; kind++) {
        if (!kinds[kind]) continue;
        snprintf(name, sizeof name, "%.40s.%s", stem, lb_chart_kinds[kind]);
        LB_OK(lb_path_join(c->study.folder, name, path, sizeof path, err));
        LB_OK(lb_chart_write(chart, path, err));
    }
    return LB_STATUS_OK;
}

/* --- deviation over bytes --------------------------------------------------------------------- */

static enum lb_status draw_deviations(const struct lb_comparison *c, struct lb_error *err)
{
    struct lb_chart_series series[LB_STUDY_FORMATS] = {{.label = NULL}};
    char labels[LB_STUDY_FORMATS][LABEL_SIZE];
    size_t used = 0;
    for (size_t n = 0; n < c->study.count; n++) {
        const struct lb_compare_row *row = &c->rows[n];
        if (row->run->state != LB_STUDY_RAN || !(row->deviation > 0.0) || !isfinite(row->deviation))
            continue;
        label_row(row, true, labels[used]);
        series[used] = (struct lb_chart_series){.label = labels[used],
                                                .x = &row->run->outcome.bytes_per_cell,
                                                .y = &row->deviation,
                                                .count = 1,
                                                .points = true};
        used++;
    }
    if (used == 0) return LB_STATUS_OK;
    char title[160];
    snprintf(title, sizeof title, "%.60s: deviation from %s", c->setup->name,
             c->rows[c->reference].precision);
    const struct lb_chart chart = {.title = title,
                                   .x_label = "device memory [bytes per cell]",
                                   .y_label = "largest deviation of a result",
                                   .y_logarithmic = true,
                                   .series = series,
                                   .series_count = used};
    return write_kinds(c, &chart, "deviation", err);
}

/* --- runs over each other --------------------------------------------------------------------- */

/* The table of a run: x and y one after the other. */
struct line {
    double *numbers;
    size_t count;
    char label[LABEL_SIZE]; /* the format; with and without shift the same */
    bool has_shift;
};

/* The first column, and the first of the others that is no other name of time. */
static bool choose_columns(const char *path, char x[COLUMN_SIZE], char y[COLUMN_SIZE])
{
    char header[HEADER_SIZE] = "", word[LB_WORD_SIZE];
    FILE *stream = fopen(path, "r");
    const bool is_read = stream != NULL && fgets(header, sizeof header, stream) != NULL;
    if (stream != NULL) fclose(stream);
    header[strcspn(header, "\r\n")] = '\0';
    const char *names = header;
    if (!is_read || !lb_word_list_next(&names, word)) return false;
    snprintf(x, COLUMN_SIZE, "%.60s", word);
    while (lb_word_list_next(&names, word)) {
        snprintf(y, COLUMN_SIZE, "%.60s", word);
        if (strcmp(word, "step") != 0 && strcmp(word, "time") != 0) return true;
    }
    return false;
}

static int compare_points(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return p[0] < q[0] ? -1 : p[0] > q[0];
}

/* Every run that has the file; `columns` are those of the first. */
static enum lb_status read_lines(const struct lb_comparison *c, const char *file,
                                 char columns[2][COLUMN_SIZE], struct line *lines, size_t *count,
                                 struct lb_error *err)
{
    const char *names[2] = {columns[0], columns[1]};
    *count = 0;
    for (size_t n = 0; n < c->study.count && *count < MAX_LINES; n++) {
        const struct lb_compare_row *row = &c->rows[n];
        struct line *line = &lines[*count];
        char folder[LB_PATH_SIZE], path[LB_PATH_SIZE];
        if (row->run->state != LB_STUDY_RAN) continue;
        LB_OK(lb_path_join(c->study.folder, row->run->name, folder, sizeof folder, err));
        LB_OK(lb_path_join(folder, file, path, sizeof path, err));
        if (access(path, R_OK) != 0) continue;
        if (*count == 0 && !choose_columns(path, columns[0], columns[1])) return LB_STATUS_OK;
        LB_OK(lb_csv_read(path, names, 2, &line->numbers, &line->count, err));
        qsort(line->numbers, line->count, 2 * sizeof *line->numbers, compare_points);
        label_row(row, false, line->label);
        line->has_shift = row->run->shift;
        (*count)++;
    }
    return LB_STATUS_OK;
}

static bool spans_decades(const struct line *lines, size_t count)
{
    double low = (double)INFINITY, high = 0.0;
    for (size_t n = 0; n < count; n++)
        for (size_t i = 0; i < lines[n].count; i++) {
            const double y = lines[n].numbers[2 * i + 1];
            if (!isfinite(y)) continue;
            low = fmin(low, y);
            high = fmax(high, y);
        }
    return low > 0.0 && high > decades_for_log * low;
}

/* Of the first line in the same format. */
static size_t first_of_format(const struct line *lines, size_t n)
{
    size_t first = 0;
    while (strcmp(lines[first].label, lines[n].label) != 0)
        first++;
    return first;
}

/* A colour for each format, named once, and what dashes mean named once; how many series that is. */
static size_t lay_out_lines(const struct line *lines, size_t count,
                            struct lb_chart_series series[MAX_LINES + 1],
                            struct lb_chart_look looks[MAX_LINES + 1])
{
    int colours = 0;
    bool has_dashes = false;
    for (size_t n = 0; n < count; n++) {
        const size_t first = first_of_format(lines, n);
        series[n] = (struct lb_chart_series){.label = first == n ? lines[n].label : NULL,
                                             .x = lines[n].numbers,
                                             .y = lines[n].numbers + 1,
                                             .count = lines[n].count,
                                             .stride = 2,
                                             .dashed = !lines[n].has_shift};
        looks[n].colour = first == n ? ++colours : looks[first].colour;
        has_dashes = has_dashes || series[n].dashed;
    }
    series[count] = (struct lb_chart_series){.label = "dashed: without shift", .dashed = true};
    looks[count].colour = LB_CHART_INK;
    return count + has_dashes;
}

static enum lb_status draw_lines(const struct lb_comparison *c, const char *file,
                                 char columns[2][COLUMN_SIZE], const struct line *lines,
                                 size_t count, struct lb_error *err)
{
    struct lb_chart_series series[MAX_LINES + 1] = {{.label = NULL}};
    struct lb_chart_look looks[MAX_LINES + 1] = {{.bars = false}};
    char title[160], stem[LB_RUN_NAME_SIZE];
    const size_t series_count = lay_out_lines(lines, count, series, looks);
    snprintf(title, sizeof title, "%.60s: %s in %zu%s%s", c->setup->name, columns[1], count,
             count < c->study.count ? " of the" : "", " runs");
    const struct lb_chart chart = {.title = title,
                                   .x_label = columns[0],
                                   .y_label = columns[1],
                                   .y_logarithmic = spans_decades(lines, count),
                                   .series = series,
                                   .series_count = series_count,
                                   .looks = looks};
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(file, "."), file);
    return write_kinds(c, &chart, stem, err);
}

static enum lb_status draw_file(const struct lb_comparison *c, const char *file,
                                struct lb_error *err)
{
    struct line lines[MAX_LINES] = {{.numbers = NULL}};
    char columns[2][COLUMN_SIZE] = {"", ""};
    size_t count = 0;
    enum lb_status st = read_lines(c, file, columns, lines, &count, err);
    if (st == LB_STATUS_OK && count > 0) st = draw_lines(c, file, columns, lines, count, err);
    for (size_t n = 0; n < MAX_LINES; n++)
        free(lines[n].numbers);
    return st;
}

enum lb_status lb_compare_draw(const struct lb_comparison *c, struct lb_error *err)
{
    if (!lb_has_pictures || c->reference < 0) return LB_STATUS_OK;
    LB_OK(draw_deviations(c, err));
    for (const struct lb_series *s = c->setup->series; s != NULL && s->file != NULL; s++)
        LB_OK(draw_file(c, s->file, err));
    for (const char *const *file = profiles; *file != NULL; file++)
        LB_OK(draw_file(c, *file, err));
    return LB_STATUS_OK;
}
