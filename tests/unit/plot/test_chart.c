/* test_chart.c - decodes the PNG and follows the lines in it.
 * SPDX-License-Identifier: MIT */
#include "plot/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"
#include "support/decoded_png.h"
#include "support/small_disk.h"

/* The colours of the first two series and of the axes. */
static const uint32_t first = 0x0072B2, second = 0xD55E00, ink = 0x1B2733;

static struct lb_decoded_png draw(const struct lb_chart *chart)
{
    struct lb_error err = {0};
    struct lb_decoded_png png;
    LB_CHECK_OK(lb_chart_write(chart, "chart.png", &err), &err);
    LB_CHECK(lb_decoded_png_read("chart.png", &png));
    unlink("chart.png");
    LB_CHECK(lb_nothing_is_left_of("chart.png"));
    return png;
}

static struct lb_decoded_png draw_one(struct lb_chart_series series, bool x_logarithmic,
                                      bool y_logarithmic)
{
    struct lb_chart chart = {.title = "title",
                             .x_label = "x",
                             .y_label = "y",
                             .x_logarithmic = x_logarithmic,
                             .y_logarithmic = y_logarithmic,
                             .series = &series,
                             .series_count = 1};
    return draw(&chart);
}

static long count_pixels(const struct lb_decoded_png *png, uint32_t rgb)
{
    long count = 0;
    for (int y = 0; y < png->height; y++)
        for (int x = 0; x < png->width; x++)
            count += lb_decoded_png_at(png, x, y) == rgb;
    return count;
}

/* Mean row of the colour in a column; NaN where there is none. */
static double row_in_column(const struct lb_decoded_png *png, uint32_t rgb, int x)
{
    double sum = 0.0, count = 0.0;
    for (int y = 0; y < png->height; y++)
        if (lb_decoded_png_at(png, x, y) == rgb) {
            sum += y;
            count++;
        }
    return count > 0.0 ? sum / count : (double)NAN;
}

struct columns {
    int left, right;
};

/* First and last column with the colour. */
static struct columns find_columns(const struct lb_decoded_png *png, uint32_t rgb)
{
    struct columns found = {-1, -1};
    for (int x = 0; x < png->width; x++)
        if (!isnan(row_in_column(png, rgb, x))) {
            if (found.left < 0) found.left = x;
            found.right = x;
        }
    return found;
}

/* The plot's rows: the longest vertical line of ink, which the series may cross. */
static void find_plot(const struct lb_decoded_png *png, int *top, int *bottom)
{
    enum { CROSSING = 9 };
    *top = *bottom = 0;
    for (int x = 0; x < png->width; x++)
        for (int y = 0, begin = 0, end = -CROSSING; y < png->height; y++) {
            if (lb_decoded_png_at(png, x, y) != ink) continue;
            if (y - end > CROSSING) begin = y;
            end = y + 1;
            if (end - begin <= *bottom - *top) continue;
            *top = begin;
            *bottom = end;
        }
}

static void check_straight(const struct lb_decoded_png *png, double *left, double *right)
{
    struct columns c = find_columns(png, first);
    int a = c.left + 5, b = c.right - 5;
    *left = row_in_column(png, first, a);
    *right = row_in_column(png, first, b);
    LB_CHECK(b - a > 600);
    for (int x = a; x <= b; x += 10)
        LB_CHECK_NEAR(row_in_column(png, first, x),
                      *left + (*right - *left) * (double)(x - a) / (double)(b - a), 2.0);
}

enum { COUNT = 3000 };
static double xs[COUNT], ys[COUNT];

static void rising_lines_rise(void)
{
    for (int i = 0; i < COUNT; i++) {
        xs[i] = i;
        ys[i] = 3.0 * i - 500.0;
    }
    struct lb_decoded_png png =
        draw_one((struct lb_chart_series){.x = xs, .y = ys, .count = COUNT}, false, false);
    double left, right;
    check_straight(&png, &left, &right);
    LB_CHECK(left - right > 300.0); /* rows count downwards */
    lb_decoded_png_free(&png);
}

static void exponentials_over_thirty_decades_are_straight(void)
{
    for (int i = 0; i < COUNT; i++) {
        xs[i] = i;
        ys[i] = pow(10.0, -30.0 * i / (COUNT - 1.0));
    }
    struct lb_decoded_png png =
        draw_one((struct lb_chart_series){.x = xs, .y = ys, .count = COUNT}, false, true);
    double left, right;
    int top, bottom;
    check_straight(&png, &left, &right);
    find_plot(&png, &top, &bottom);
    LB_CHECK(right - left > 0.95 * (bottom - top)); /* the range is used */
    lb_decoded_png_free(&png);
}

/* A flat and an upright ellipse: as many pixels a unit across as up. */
static void shapes_keep_their_shape(void)
{
    const double pi = 3.14159265358979323846;
    for (int upright = 0; upright < 2; upright++) {
        for (int i = 0; i < COUNT; i++) {
            xs[i] = (upright ? 1.0 : 3.0) * cos(2.0 * pi * i / COUNT);
            ys[i] = (upright ? 3.0 : 1.0) * sin(2.0 * pi * i / COUNT);
        }
        const struct lb_chart_series line = {.x = xs, .y = ys, .count = COUNT};
        const struct lb_chart chart = {.series = &line, .series_count = 1, .equal_scales = true};
        struct lb_decoded_png png = draw(&chart);
        int low[2] = {9999, 9999}, high[2] = {-1, -1};
        for (int y = 0; y < png.height; y++)
            for (int x = 0; x < png.width; x++) {
                if (lb_decoded_png_at(&png, x, y) != first) continue;
                const int place[2] = {x, y};
                for (int a = 0; a < 2; a++) {
                    low[a] = place[a] < low[a] ? place[a] : low[a];
                    high[a] = place[a] > high[a] ? place[a] : high[a];
                }
            }
        const double ratio = (double)(high[0] - low[0]) / (double)(high[1] - low[1]);
        LB_CHECK_CLOSE(ratio, upright ? 1.0 / 3.0 : 3.0, 0.02);
        lb_decoded_png_free(&png);
    }
}

/* The labels of y are longer once its range is that of x. */
static void flat_shapes_end_at_the_frame(void)
{
    const double x[] = {0, 336}, y[] = {1, 9};
    const struct lb_chart_series line = {.x = x, .y = y, .count = 2};
    const struct lb_chart chart = {.series = &line, .series_count = 1, .equal_scales = true};
    struct lb_decoded_png png = draw(&chart);
    int top, bottom, axis = 0;
    find_plot(&png, &top, &bottom);
    while (lb_decoded_png_at(&png, axis, top + 2) != ink ||
           lb_decoded_png_at(&png, axis, bottom - 8) != ink)
        axis++;
    LB_CHECK(find_columns(&png, first).left >= axis);
    lb_decoded_png_free(&png);
}

static void powers_are_straight_on_two_logarithmic_axes(void)
{
    for (int i = 0; i < COUNT; i++) {
        xs[i] = pow(10.0, 3.0 * i / (COUNT - 1.0));
        ys[i] = 0.3 * pow(xs[i], -2.0);
    }
    struct lb_decoded_png png =
        draw_one((struct lb_chart_series){.x = xs, .y = ys, .count = COUNT}, true, true);
    double left, right;
    check_straight(&png, &left, &right);
    LB_CHECK(right > left);
    lb_decoded_png_free(&png);
}

static void points_that_are_none_leave_a_gap(void)
{
    for (int i = 0; i < COUNT; i++) {
        xs[i] = i;
        ys[i] = i > COUNT / 3 && i < 2 * COUNT / 3 ? (i % 2 ? (double)NAN : (double)INFINITY) : i;
    }
    struct lb_decoded_png png =
        draw_one((struct lb_chart_series){.x = xs, .y = ys, .count = COUNT}, false, false);
    struct columns c = find_columns(&png, first);
    for (int x = c.left; x <= c.right; x++) {
        double where = (double)(x - c.left) / (c.right - c.left);
        bool gap = where > 0.34 && where < 0.66, line = where < 0.32 || where > 0.68;
        if (gap) LB_CHECK(isnan(row_in_column(&png, first, x)));
        if (line) LB_CHECK(!isnan(row_in_column(&png, first, x)));
    }
    lb_decoded_png_free(&png);
}

/* On a logarithmic axis 0 and negative numbers are no points; the strides pick columns of a table.
 * */
static void strides_and_logarithms_choose_the_points(void)
{
    static double table[3 * 100];
    for (int i = 0; i < 100; i++) {
        table[3 * i] = i;
        table[3 * i + 1] = i < 50 ? -1.0 : 1.0 + i;
        table[3 * i + 2] = 0.0;
    }
    struct lb_chart_series series[2] = {
        {.x = table, .y = table + 1, .count = 100, .stride = 3},
        {.x = table, .y = table + 2, .count = 100, .stride = 3},
    };
    struct lb_chart chart = {.y_logarithmic = true, .series = series, .series_count = 2};
    struct lb_decoded_png png = draw(&chart);
    struct columns c = find_columns(&png, first);
    LB_CHECK(c.right - c.left > 600); /* the range is that of the points that are there */
    LB_CHECK_EQUAL_INT(count_pixels(&png, second), 0);
    lb_decoded_png_free(&png);
}

static void constant_data_runs_through_the_middle(void)
{
    const double values[] = {0.0, 1.0, -7e-290, 4e20};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < COUNT; i++) {
            xs[i] = i;
            ys[i] = values[k];
        }
        struct lb_decoded_png png =
            draw_one((struct lb_chart_series){.x = xs, .y = ys, .count = COUNT}, false, false);
        int top, bottom;
        find_plot(&png, &top, &bottom);
        struct columns c = find_columns(&png, first);
        for (int x = c.left; x <= c.right; x += 50)
            LB_CHECK_NEAR(row_in_column(&png, first, x), 0.5 * (top + bottom),
                          4.0); /* the ink includes the tick below */
        lb_decoded_png_free(&png);
    }
}

/* Number of separate groups of columns with the colour. */
static int count_groups(const struct lb_decoded_png *png, uint32_t rgb)
{
    int groups = 0;
    bool inside = false;
    for (int x = 0; x < png->width; x++) {
        bool now = !isnan(row_in_column(png, rgb, x));
        groups += now && !inside;
        inside = now;
    }
    return groups;
}

static void points_are_dots(void)
{
    for (int i = 0; i < 12; i++) {
        xs[i] = i;
        ys[i] = i % 3;
    }
    struct lb_decoded_png png = draw_one(
        (struct lb_chart_series){.x = xs, .y = ys, .count = 12, .points = true}, false, false);
    LB_CHECK_EQUAL_INT(count_groups(&png, first), 12);
    lb_decoded_png_free(&png);
    png = draw_one((struct lb_chart_series){.x = xs, .y = ys, .count = 1}, false, false);
    LB_CHECK_EQUAL_INT(count_groups(&png, first), 1); /* a line of one point is a dot */
    lb_decoded_png_free(&png);
    png = draw_one((struct lb_chart_series){.x = xs + 1, .y = ys + 1, .count = 1}, true, true);
    LB_CHECK_EQUAL_INT(count_groups(&png, first), 1);
    lb_decoded_png_free(&png);
}

/* Highest and lowest row with the colour in a column. */
static struct columns find_rows(const struct lb_decoded_png *png, uint32_t rgb, int x)
{
    struct columns found = {-1, -1};
    for (int y = 0; y < png->height; y++)
        if (lb_decoded_png_at(png, x, y) == rgb) {
            if (found.left < 0) found.left = y;
            found.right = y;
        }
    return found;
}

/* A bar from 0.5 to 1.5 about (1, 1), beside the line y = x from 0 to 2; and one without a lower end, on a logarithmic
 * axis. */
static void error_bars_have_their_height(void)
{
    static const double ends[2] = {0.0, 2.0}, tens[2] = {1.0, 100.0}, middle = 1.0, ten = 10.0;
    double half = 0.5, too_much = 50.0;
    struct lb_chart_series series[] = {{.x = ends, .y = ends, .count = 2},
                                       {.x = &middle, .y = &middle, .count = 1, .points = true}};
    struct lb_chart chart = {.series = series, .series_count = 2, .last_half = &half};
    struct lb_decoded_png png = draw(&chart);
    const struct columns c = find_columns(&png, second), line = find_columns(&png, first);
    const struct columns bar = find_rows(&png, second, (c.left + c.right) / 2);
    const int quarter = (line.right - line.left) / 4;
    LB_CHECK(c.right - c.left >= 10);
    LB_CHECK_NEAR(bar.left, row_in_column(&png, first, line.left + 3 * quarter), 2.5);
    LB_CHECK_NEAR(bar.right, row_in_column(&png, first, line.left + quarter), 2.5);
    lb_decoded_png_free(&png);
    series[0].x = series[0].y = tens;
    series[1].x = series[1].y = &ten;
    chart.last_half = &too_much;
    chart.y_logarithmic = chart.x_logarithmic = true;
    png = draw(&chart);
    const struct columns d = find_columns(&png, second), all = find_columns(&png, first);
    LB_CHECK_NEAR(find_rows(&png, second, (d.left + d.right) / 2).right,
                  find_rows(&png, first, all.left).right, 2.5);
    lb_decoded_png_free(&png);
}

static void dashed_lines_are_broken(void)
{
    for (int i = 0; i < 100; i++) {
        xs[i] = i;
        ys[i] = 0.0;
    }
    struct lb_decoded_png png = draw_one(
        (struct lb_chart_series){.x = xs, .y = ys, .count = 100, .dashed = true}, false, false);
    LB_CHECK(count_groups(&png, first) > 20);
    lb_decoded_png_free(&png);
}

enum { MOST_SERIES = 20 }; /* the colours come round again, twice */

/* Groups of columns with the colour, by how wide they are: dots are 2, dashes 8. */
static void count_dots_and_dashes(int colour, int *dots, int *dashes)
{
    struct lb_chart_series series[MOST_SERIES] = {0};
    series[colour - 1] = (struct lb_chart_series){.x = xs, .y = ys, .count = 2, .dashed = true};
    const struct lb_chart chart = {.series = series, .series_count = MOST_SERIES};
    struct lb_decoded_png png = draw(&chart);
    *dots = *dashes = 0;
    for (int x = 0, width = 0; x < png.width; x++) {
        if (!isnan(row_in_column(&png, first, x))) {
            width++;
            continue;
        }
        *dots += width > 0 && width <= 3;
        *dashes += width >= 6;
        width = 0;
    }
    lb_decoded_png_free(&png);
}

/* The first colour, and the same when it comes round again. */
static void dashed_lines_of_one_colour_differ(void)
{
    int dots, dashes;
    xs[0] = ys[0] = ys[1] = 0.0;
    xs[1] = 1.0;
    count_dots_and_dashes(1, &dots, &dashes);
    LB_CHECK(dots <= 1 && dashes > 20); /* the last may be cut off */
    count_dots_and_dashes(10, &dots, &dashes);
    LB_CHECK(dots > 20 && dashes > 20);
}

static void a_single_spike_in_a_million_points_is_seen(void)
{
    enum { MANY = 1000000 };
    double *x = calloc(MANY, sizeof *x), *y = calloc(MANY, sizeof *y);
    LB_CHECK(x != NULL && y != NULL);
    for (int i = 0; i < MANY; i++)
        x[i] = i;
    y[765432] = 1.0;
    struct lb_decoded_png png =
        draw_one((struct lb_chart_series){.x = x, .y = y, .count = MANY}, false, false);
    int top, bottom, highest = png.height, spike = 0;
    find_plot(&png, &top, &bottom);
    struct columns c = find_columns(&png, first);
    for (int column = c.left; column <= c.right; column++)
        for (int row = top; row < highest; row++)
            if (lb_decoded_png_at(&png, column, row) == first) {
                highest = row;
                spike = column;
            }
    LB_CHECK_NEAR((double)(spike - c.left) / (c.right - c.left), 0.765432, 0.005);
    LB_CHECK(highest < top + 0.1 * (bottom - top));
    lb_decoded_png_free(&png);
    free(x);
    free(y);
}

static void nothing_is_drawn_of_nothing(void)
{
    for (int i = 0; i < 10; i++)
        xs[i] = ys[i] = (double)NAN;
    for (int k = 0; k < 8; k++) {
        struct lb_chart_series series = {.x = xs, .y = ys, .count = k < 4 ? 10 : 0};
        struct lb_decoded_png png = draw_one(series, k % 2 == 1, k / 2 % 2 == 1);
        LB_CHECK(png.width > 0);
        LB_CHECK_EQUAL_INT(count_pixels(&png, first), 0);
        lb_decoded_png_free(&png);
    }
    struct lb_chart bare = {0};
    struct lb_decoded_png png = draw(&bare);
    LB_CHECK(png.width > 0);
    lb_decoded_png_free(&png);
}

static void absurd_numbers_are_survived(void)
{
    double absurd[] = {1.7e308, -1.7e308, 1e300, -1e300, 5e-324, 0.0, 1.0};
    for (int k = 0; k < 4; k++) {
        struct lb_chart_series series = {.x = absurd, .y = absurd, .count = 7};
        struct lb_decoded_png png = draw_one(series, k % 2 == 1, k / 2 == 1);
        LB_CHECK(png.width > 0);
        lb_decoded_png_free(&png);
    }
}

static void labelled_series_have_a_legend(void)
{
    for (int i = 0; i < 100; i++)
        xs[i] = ys[i] = i;
    struct lb_decoded_png without =
        draw_one((struct lb_chart_series){.x = xs, .y = ys, .count = 100}, false, false);
    struct lb_decoded_png with = draw_one(
        (struct lb_chart_series){.label = "name", .x = xs, .y = ys, .count = 100}, false, false);
    int top, bottom;
    find_plot(&with, &top, &bottom);
    long above = 0;
    for (int y = 0; y < top - 5; y++)
        for (int x = 0; x < with.width; x++)
            above += lb_decoded_png_at(&with, x, y) == first;
    LB_CHECK(above > 20);
    int top_without, bottom_without;
    find_plot(&without, &top_without, &bottom_without);
    LB_CHECK(top_without < top);
    lb_decoded_png_free(&with);
    lb_decoded_png_free(&without);
}

static void a_chart_that_does_not_fit_on_the_disk_is_absent(void)
{
    static const char *const paths[] = {"large.png", "large.svg", "large.pdf"};
    struct lb_chart chart = {.title = "title"};
    for (size_t n = 0; n < sizeof paths / sizeof paths[0]; n++) {
        struct lb_error err = {0};
        lb_small_disk_begin(1000);
        enum lb_status st = lb_chart_write(&chart, paths[n], &err);
        lb_small_disk_end();
        LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
        LB_CHECK(strstr(err.text, "cannot write") != NULL && strstr(err.text, paths[n]) != NULL);
        LB_CHECK(lb_nothing_is_left_of(paths[n]));
    }
}

static void a_build_without_pictures_says_so(void)
{
    struct lb_error err = {0};
    struct lb_chart chart = {0};
    LB_CHECK_EQUAL_INT(lb_chart_write(&chart, "refused.png", &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "without pictures") != NULL);
    LB_CHECK(lb_nothing_is_left_of("refused.png"));
}

/* Of the second colour, when it comes round again. */
static void marks_of_the_second_round_are_hollow(void)
{
    const double x[] = {1}, y[] = {1};
    long pixels[2];
    for (int n = 0; n < 2; n++) {
        struct lb_chart_series series[MOST_SERIES] = {0};
        series[n == 0 ? 1 : 10] =
            (struct lb_chart_series){.x = x, .y = y, .count = 1, .points = true};
        const struct lb_chart chart = {.series = series, .series_count = MOST_SERIES};
        struct lb_decoded_png png = draw(&chart);
        pixels[n] = count_pixels(&png, second);
        LB_CHECK_EQUAL_INT(count_pixels(&png, first), 0);
        lb_decoded_png_free(&png);
    }
    LB_CHECK(pixels[0] > 36);
    LB_CHECK(pixels[1] > 0 && pixels[1] < pixels[0]);
}

/* The chart as paths instead of pixels begins with `head`, and has in its first bytes `part`. */
static void check_page(const char *path, const char *head, const char *part)
{
    struct lb_error err = {0};
    char text[200] = "";
    const double x[] = {1, 2}, y[] = {1, 2};
    const struct lb_chart_series series = {.x = x, .y = y, .count = 2};
    const struct lb_chart chart = {.title = "t", .series = &series, .series_count = 1};
    LB_CHECK_OK(lb_chart_write(&chart, path, &err), &err);
    FILE *file = fopen(path, "r");
    LB_CHECK(file != NULL);
    if (file == NULL) return;
    LB_CHECK(fread(text, 1, sizeof text - 1, file) == sizeof text - 1);
    LB_CHECK(strncmp(text, head, strlen(head)) == 0 && strstr(text, part) != NULL);
    fclose(file);
    unlink(path);
    LB_CHECK(lb_nothing_is_left_of(path));
}

/* Twice: of the first, what leaks is still within reach. */
static void charts_are_svg_or_pdf_where_the_name_says_so(void)
{
    for (int n = 0; n < 2; n++) {
        check_page("chart.svg", "<?xml", "width=\"1000px\"");
        check_page("chart.pdf", "%PDF", "obj");
    }
}

int main(void)
{
#ifdef LB_WITH_PICTURES
    const bool with_pictures = true;
#else
    const bool with_pictures = false;
#endif
    if (!with_pictures) {
        LB_TEST(a_build_without_pictures_says_so);
        return lb_check_report();
    }
    LB_TEST(rising_lines_rise);
    LB_TEST(exponentials_over_thirty_decades_are_straight);
    LB_TEST(shapes_keep_their_shape);
    LB_TEST(flat_shapes_end_at_the_frame);
    LB_TEST(powers_are_straight_on_two_logarithmic_axes);
    LB_TEST(points_that_are_none_leave_a_gap);
    LB_TEST(strides_and_logarithms_choose_the_points);
    LB_TEST(constant_data_runs_through_the_middle);
    LB_TEST(points_are_dots);
    LB_TEST(error_bars_have_their_height);
    LB_TEST(dashed_lines_are_broken);
    LB_TEST(dashed_lines_of_one_colour_differ);
    LB_TEST(a_single_spike_in_a_million_points_is_seen);
    LB_TEST(nothing_is_drawn_of_nothing);
    LB_TEST(absurd_numbers_are_survived);
    LB_TEST(labelled_series_have_a_legend);
    LB_TEST(a_chart_that_does_not_fit_on_the_disk_is_absent);
    LB_TEST(marks_of_the_second_round_are_hollow);
    LB_TEST(charts_are_svg_or_pdf_where_the_name_says_so);
    return lb_check_report();
}
