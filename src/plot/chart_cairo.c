/* chart_cairo.c - lines and marks over two axes, with a legend.
 * SPDX-License-Identifier: MIT */
#include "plot/chart.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plot/axis.h"
#include "plot/canvas.h"

const bool lb_has_pictures = true;

enum { WIDTH = 1000, HEIGHT = 640, MARGIN = 22, TICK = 5, MINOR_TICK = 3, MAX_SEGMENTS = 1000 };
enum { CAP = 6 }; /* of an error bar */

#define GRID_COLOUR 0xE2E6EBu
#define MINOR_GRID_COLOUR 0xF2F4F6u
#define ZERO_COLOUR 0xA9B2BDu

/* Told apart under every kind of colour blindness: those of Okabe and Ito (2008) without the yellow that is faint
 * on white, and two more, as the paper has nine formats.  These are twice as far from all others as some of
 * the seven are from each other, in CIELAB as the three kinds see it (Machado et al., 2009). */
static const uint32_t colours[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0x56B4E9,
                                   0xE69F00, 0x000000, 0x7722DD, 0x663311};
enum { COLOUR_COUNT = sizeof colours / sizeof colours[0] };

/* Numbers so large that differences of them overflow are left out too; differences below the other
 * are none. */
static const double max_number = 1e300, min_span = 1e-300;

static const struct lb_canvas_font title_font = {.size = 18.0, .bold = true, .rgb = LB_CANVAS_INK};
static const struct lb_canvas_font label_font = {.size = 15.0, .rgb = LB_CANVAS_INK};
static const struct lb_canvas_font tick_font = {.size = 13.5, .rgb = LB_CANVAS_INK};
static const struct lb_canvas_font empty_font = {.size = 18.0, .rgb = LB_CANVAS_FAINT_INK};

struct drawing {
    const struct lb_chart *chart;
    struct lb_canvas canvas;
    struct lb_axis x_axis, y_axis;
    double x, y, width, height; /* the plot, in whole pixels */
    bool empty;
};

/* --- the numbers ------------------------------------------------------------------------------ */

struct range {
    double low, high;
    bool empty;
};

static bool is_usable(double value, bool logarithmic)
{
    return fabs(value) <= max_number && (!logarithmic || value > 0.0);
}

static bool get_point(const struct lb_chart *chart, const struct lb_chart_series *series, size_t i,
                      double *x, double *y)
{
    size_t stride = series->stride == 0 ? 1 : series->stride;
    *x = series->x[i * stride];
    *y = series->y[i * stride];
    return is_usable(*x, chart->x_logarithmic) && is_usable(*y, chart->y_logarithmic);
}

/* Half the height of a point's error bar; 0: it has none. */
static double get_half(const struct lb_chart *chart, size_t s, size_t i)
{
    const bool has_bars = chart->last_half != NULL && s + 1 == chart->series_count;
    const double half = has_bars ? fabs(chart->last_half[i]) : 0.0;
    return half <= max_number ? half : 0.0;
}

static void extend(struct range *range, double value, bool logarithmic)
{
    if (!is_usable(value, logarithmic)) return;
    if (logarithmic) value = log10(value);
    range->low = range->empty ? value : fmin(range->low, value);
    range->high = range->empty ? value : fmax(range->high, value);
    range->empty = false;
}

static bool find_ranges(const struct lb_chart *chart, struct range *x_range, struct range *y_range)
{
    *x_range = *y_range = (struct range){.empty = true};
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            double x, y;
            if (!get_point(chart, &chart->series[s], i, &x, &y)) continue;
            extend(x_range, x, chart->x_logarithmic);
            const double half = get_half(chart, s, i);
            extend(y_range, y, chart->y_logarithmic);
            extend(y_range, y - half, chart->y_logarithmic);
            extend(y_range, y + half, chart->y_logarithmic);
        }
    return !y_range->empty;
}

/* Outwards to 1, 2 or 5 times a power of ten; to the power itself where the range is wide. */
static double round_decade(double value, bool up, bool wide)
{
    static const double places[] = {0.0, 0.30102999566398120, 0.69897000433601880, 1.0};
    const double slack = 1e-9;
    double whole = floor(value + slack), rest = value - whole;
    if (wide) return up && rest > slack ? whole + 1.0 : whole;
    int i = up ? 0 : 3;
    while (up && i < 3 && places[i] < rest - slack)
        i++;
    while (!up && i > 0 && places[i] > rest + slack)
        i--;
    return whole + places[i];
}

static struct range bound_logarithmic(struct range data)
{
    bool wide = data.high - data.low > 2.5;
    struct range out = {.low = round_decade(data.low, false, wide),
                        .high = round_decade(data.high, true, wide)};
    if (data.empty) out = (struct range){.low = -1.0, .high = 1.0};
    if (out.high - out.low < 1e-6) {
        out.low -= 1.0;
        out.high += 1.0;
    }
    return out;
}

/* `air` is the share of the range left free at either end; nothing is shown below a lowest number
 * 0. */
static struct range bound_linear(struct range data, double air)
{
    if (data.empty) return (struct range){.low = 0.0, .high = 1.0};
    double span = data.high - data.low;
    double magnitude = fmax(fabs(data.low), fabs(data.high));
    if (span <= fmax(1e-12 * magnitude, min_span)) { /* constant, but for rounding */
        double half = magnitude <= min_span ? 1.0 : 0.1 * magnitude;
        return (struct range){.low = data.low - half, .high = data.high + half};
    }
    return (struct range){.low = data.low == 0.0 ? 0.0 : data.low - air * span,
                          .high = data.high == 0.0 ? 0.0 : data.high + air * span};
}

static bool has_points(const struct lb_chart *chart)
{
    for (size_t s = 0; s < chart->series_count; s++)
        if (chart->series[s].points || chart->series[s].count == 1) return true;
    return false;
}

/* --- axes ------------------------------------------------------------------------------------- */

static double widest_label(struct drawing *d, const struct lb_axis *axis)
{
    double widest = 0.0;
    for (size_t i = 0; i < axis->tick_count; i++)
        widest = fmax(widest, lb_canvas_text_width(&d->canvas, tick_font, axis->ticks[i].label));
    return widest;
}

static size_t count_labels(const struct lb_axis *axis)
{
    size_t count = 0;
    for (size_t i = 0; i < axis->tick_count; i++)
        count += axis->ticks[i].label[0] != '\0';
    return count;
}

static void fill_axis(struct lb_axis *axis, bool logarithmic, struct range bounds, int max)
{
    if (logarithmic)
        lb_axis_fill_logarithmic(axis, bounds.low, bounds.high, max);
    else
        lb_axis_fill_linear(axis, bounds.low, bounds.high, max);
}

static double span_of(struct range range)
{
    return range.high - range.low;
}

/* About its middle. */
static struct range with_span(struct range range, double span)
{
    const double middle = 0.5 * (range.low + range.high);
    return (struct range){.low = middle - 0.5 * span, .high = middle + 0.5 * span};
}

static void fill_y_axis(struct drawing *d, struct range bounds)
{
    const bool logarithmic = d->chart->y_logarithmic;
    fill_axis(&d->y_axis, logarithmic, bounds, (int)(d->height / (logarithmic ? 36.0 : 52.0)));
    d->x = round(MARGIN + 26.0 + widest_label(d, &d->y_axis) + TICK + 6.0);
    d->width = WIDTH - d->x - MARGIN - 12.0;
}

/* Widens what would be drawn larger.  The width of the plot depends on the labels of y: again with
 * those that came out, or x would become narrower than what it shows. */
static void make_scales_equal(struct drawing *d, struct range *x_bounds, struct range y_bounds)
{
    for (int pass = 0; pass < 3; pass++) {
        const double height = span_of(*x_bounds) * d->height / d->width;
        if (height > span_of(y_bounds)) fill_y_axis(d, y_bounds = with_span(y_bounds, height));
    }
    *x_bounds = with_span(*x_bounds, span_of(y_bounds) * d->width / d->height);
}

static void place_axes(struct drawing *d, double top)
{
    const struct lb_chart *chart = d->chart;
    struct range x_data, y_data;
    d->empty = !find_ranges(chart, &x_data, &y_data);
    double x_air = has_points(chart) ? 0.02 : 0.0;
    struct range x_bounds =
        chart->x_logarithmic ? bound_logarithmic(x_data) : bound_linear(x_data, x_air);
    struct range y_bounds =
        chart->y_logarithmic ? bound_logarithmic(y_data) : bound_linear(y_data, 0.05);
    d->y = round(top);
    d->height = HEIGHT - d->y - 76.0;
    fill_y_axis(d, y_bounds);
    if (chart->equal_scales && !chart->x_logarithmic && !chart->y_logarithmic)
        make_scales_equal(d, &x_bounds, y_bounds);
    int max = (int)(d->width / 90.0);
    fill_axis(&d->x_axis, chart->x_logarithmic, x_bounds, max);
    while (max > 2 &&
           1.5 * widest_label(d, &d->x_axis) * (double)count_labels(&d->x_axis) > d->width)
        fill_axis(&d->x_axis, chart->x_logarithmic, x_bounds, --max);
}

static double pixel_x(const struct drawing *d, double at)
{
    return d->x + at * d->width;
}

static double pixel_y(const struct drawing *d, double at)
{
    return d->y + (1.0 - at) * d->height;
}

/* --- grid, ticks and words -------------------------------------------------------------------- */

/* Minor lines first, so that they never cross a major one. */
static void draw_grid(struct drawing *d)
{
    for (int major = 0; major <= 1; major++) {
        uint32_t rgb = major ? GRID_COLOUR : MINOR_GRID_COLOUR;
        for (size_t i = 0; i < d->x_axis.tick_count; i++)
            if ((d->x_axis.ticks[i].label[0] != '\0') == major)
                lb_canvas_hairline(&d->canvas, floor(pixel_x(d, d->x_axis.ticks[i].at)), d->y,
                                   d->height, true, rgb);
        for (size_t i = 0; i < d->y_axis.tick_count; i++)
            if ((d->y_axis.ticks[i].label[0] != '\0') == major)
                lb_canvas_hairline(&d->canvas, d->x, floor(pixel_y(d, d->y_axis.ticks[i].at)),
                                   d->width, false, rgb);
    }
    if (!d->y_axis.logarithmic && d->y_axis.low < 0.0 && d->y_axis.high > 0.0)
        lb_canvas_hairline(&d->canvas, d->x, floor(pixel_y(d, lb_axis_place(&d->y_axis, 0.0))),
                           d->width, false, ZERO_COLOUR);
}

static void draw_ticks(struct drawing *d)
{
    for (size_t i = 0; i < d->x_axis.tick_count; i++) {
        const struct lb_tick *tick = &d->x_axis.ticks[i];
        double x = floor(pixel_x(d, tick->at)), y = d->y + d->height;
        lb_canvas_hairline(&d->canvas, x, y, tick->label[0] != '\0' ? TICK : MINOR_TICK, true,
                           LB_CANVAS_INK);
        lb_canvas_text(&d->canvas, tick_font, x + 0.5, y + TICK + 6.0, 0.5, 1.0, tick->label);
    }
    for (size_t i = 0; i < d->y_axis.tick_count; i++) {
        const struct lb_tick *tick = &d->y_axis.ticks[i];
        double length = tick->label[0] != '\0' ? TICK : MINOR_TICK;
        double y = floor(pixel_y(d, tick->at));
        lb_canvas_hairline(&d->canvas, d->x - length, y, length, false, LB_CANVAS_INK);
        lb_canvas_text(&d->canvas, tick_font, d->x - TICK - 5.0, y + 0.5, 1.0, 0.5, tick->label);
    }
    lb_canvas_hairline(&d->canvas, d->x, d->y + d->height, d->width + 1.0, false, LB_CANVAS_INK);
    lb_canvas_hairline(&d->canvas, d->x, d->y, d->height, true, LB_CANVAS_INK);
}

/* "×10^6" beside the axis whose labels are multiples of it. */
static void print_factor(int factor, char out[LB_AXIS_LABEL_SIZE + 4])
{
    strcpy(out, "\xC3\x97");
    lb_axis_print_power(factor, out + 2);
}

static void draw_axis_words(struct drawing *d)
{
    char factor[LB_AXIS_LABEL_SIZE + 4];
    const char *x_label = d->chart->x_label, *y_label = d->chart->y_label;
    double bottom = d->y + d->height + TICK + 28.0;
    if (x_label != NULL)
        lb_canvas_text(&d->canvas, label_font, d->x + 0.5 * d->width, bottom, 0.5, 1.0, x_label);
    if (y_label != NULL)
        lb_canvas_text_upwards(&d->canvas, label_font, MARGIN + 6.0, d->y + 0.5 * d->height,
                               y_label);
    if (d->x_axis.factor != 0) {
        print_factor(d->x_axis.factor, factor);
        lb_canvas_text(&d->canvas, tick_font, d->x + d->width, bottom, 1.0, 1.0, factor);
    }
    if (d->y_axis.factor != 0) {
        print_factor(d->y_axis.factor, factor);
        lb_canvas_text(&d->canvas, tick_font, d->x, d->y - 8.0, 0.0, 0.0, factor);
    }
}

/* --- series ----------------------------------------------------------------------------------- */

/* Which colour, and how often the colours have come round before it. */
static uint32_t colour_of(size_t s, size_t *round_number)
{
    *round_number = s / COLOUR_COUNT;
    return colours[s % COLOUR_COUNT];
}

static void choose_pen(struct drawing *d, size_t s)
{
    static const double dashes[] = {8.0, 5.0}, dots[] = {2.0, 4.0};
    static const double dashes_and_dots[] = {8.0, 4.0, 2.0, 4.0};
    cairo_t *context = d->canvas.context;
    size_t round_number;
    lb_canvas_set_colour(&d->canvas, colour_of(s, &round_number));
    cairo_set_line_width(context, 2.2);
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT);
    /* The colours come round again after the last: dotted, then. */
    if (d->chart->series[s].dashed && round_number % 2 == 1)
        cairo_set_dash(context, dashes_and_dots, 4, 0.0);
    else if (d->chart->series[s].dashed)
        cairo_set_dash(context, dashes, 2, 0.0);
    else if (round_number % 2 == 1)
        cairo_set_dash(context, dots, 2, 0.0);
    else
        cairo_set_dash(context, NULL, 0, 0.0);
}

static void draw_dot(struct drawing *d, double x, double y, double radius)
{
    cairo_new_path(d->canvas.context);
    cairo_arc(d->canvas.context, x, y, radius, 0.0, 4.0 * acos(0.0));
    cairo_fill(d->canvas.context);
}

/* Few marks are large. */
static double mark_radius(size_t count)
{
    return count > 400 ? 2.0 : count > 8 ? 3.6 : 4.6;
}

static bool is_hollow(const struct drawing *d, size_t s)
{
    size_t round_number;
    (void)colour_of(s, &round_number);
    return round_number % 2 == 1 || d->chart->series[s].dashed;
}

static void draw_mark(struct drawing *d, size_t s, double x, double y, double radius)
{
    cairo_t *context = d->canvas.context;
    size_t round_number;
    const uint32_t rgb = colour_of(s, &round_number);
    cairo_new_path(context);
    cairo_arc(context, x, y, radius, 0.0, 4.0 * acos(0.0));
    cairo_close_path(context);
    lb_canvas_set_colour(&d->canvas, is_hollow(d, s) ? LB_CANVAS_WHITE : rgb);
    cairo_fill_preserve(context);
    lb_canvas_set_colour(&d->canvas, rgb);
    cairo_set_dash(context, NULL, 0, 0.0);
    cairo_set_line_width(context, is_hollow(d, s) ? 1.8 : 0.5);
    cairo_stroke(context);
}

struct point {
    double x, y; /* pixels */
};

/* Of many points that share a column of pixels the line needs only the first, the lowest, the
 * highest and the last:
 * a million points draw as fast as a thousand and look the same.  Works in place. */
static size_t thin(struct point *points, size_t count)
{
    size_t kept = 0;
    for (size_t begin = 0, end; begin < count; begin = end) {
        size_t min = begin, max = begin;
        for (end = begin; end < count && floor(points[end].x) == floor(points[begin].x); end++) {
            if (points[end].y < points[min].y) min = end;
            if (points[end].y > points[max].y) max = end;
        }
        for (size_t i = begin; i < end; i++)
            if (end - begin <= 4 || i == begin || i == min || i == max || i == end - 1)
                points[kept++] = points[i];
    }
    return kept;
}

static void draw_line(struct drawing *d, const struct point *points, size_t count)
{
    cairo_t *context = d->canvas.context;
    cairo_new_path(context);
    for (size_t i = 0; i < count; i++) {
        cairo_line_to(context, points[i].x, points[i].y);
        if (i % MAX_SEGMENTS != MAX_SEGMENTS - 1) continue;
        cairo_stroke(context); /* long paths are slow to stroke */
        cairo_move_to(context, points[i].x, points[i].y);
    }
    cairo_stroke(context);
    if (count == 1) draw_dot(d, points[0].x, points[0].y, 3.2);
}

static void draw_dots(struct drawing *d, size_t s, const struct point *points, size_t count)
{
    const double radius = mark_radius(count);
    for (size_t i = 0; i < count; i++) {
        bool hidden = i > 0 && round(2.0 * points[i].x) == round(2.0 * points[i - 1].x) &&
                      round(2.0 * points[i].y) == round(2.0 * points[i - 1].y);
        if (!hidden) draw_mark(d, s, points[i].x, points[i].y, radius);
    }
}

/* Down to the axis where a logarithm has no lower end. */
static void draw_bars(struct drawing *d, size_t s)
{
    cairo_t *context = d->canvas.context;
    const struct lb_chart_series *series = &d->chart->series[s];
    cairo_set_dash(context, NULL, 0, 0.0);
    for (size_t i = 0; i < series->count; i++) {
        const double half = get_half(d->chart, s, i);
        double x, y;
        if (!get_point(d->chart, series, i, &x, &y) || !(half > 0.0)) continue;
        const bool has_end = is_usable(y - half, d->chart->y_logarithmic);
        const double at = pixel_x(d, lb_axis_place(&d->x_axis, x)),
                     high = pixel_y(d, lb_axis_place(&d->y_axis, y + half)),
                     low = has_end ? pixel_y(d, lb_axis_place(&d->y_axis, y - half))
                                   : d->y + d->height;
        cairo_move_to(context, at - CAP, high);
        cairo_line_to(context, at + CAP, high);
        cairo_move_to(context, at, high);
        cairo_line_to(context, at, low);
        cairo_move_to(context, at - CAP, low);
        cairo_line_to(context, at + (has_end ? CAP : -CAP), low);
        cairo_stroke(context);
    }
}

/* Points that are left out leave a gap in the line. */
static enum lb_status draw_series(struct drawing *d, size_t s, struct lb_error *err)
{
    const struct lb_chart_series *series = &d->chart->series[s];
    if (series->count == 0) return LB_STATUS_OK;
    struct point *points = calloc(series->count, sizeof *points);
    if (points == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for a chart");
    choose_pen(d, s);
    draw_bars(d, s);
    choose_pen(d, s);
    size_t count = 0;
    for (size_t i = 0; i <= series->count; i++) {
        double x, y;
        if (i < series->count && get_point(d->chart, series, i, &x, &y)) {
            points[count].x = pixel_x(d, lb_axis_place(&d->x_axis, x));
            points[count++].y = pixel_y(d, lb_axis_place(&d->y_axis, y));
        } else if (i == series->count || !series->points) {
            if (series->points)
                draw_dots(d, s, points, count);
            else
                draw_line(d, points, thin(points, count));
            count = 0;
        }
    }
    free(points);
    return LB_STATUS_OK;
}

/* Marks over lines: a measured point must not vanish under the curve it is compared with. */
static enum lb_status draw_all_series(struct drawing *d, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    cairo_t *context = d->canvas.context;
    cairo_save(context);
    cairo_rectangle(context, d->x - 8.0, d->y - 8.0, d->width + 16.0, d->height + 16.0);
    cairo_clip(context);
    for (size_t s = 0; s < d->chart->series_count; s++)
        if (!d->chart->series[s].points) LB_TRY(draw_series(d, s, err));
    for (size_t s = 0; s < d->chart->series_count; s++)
        if (d->chart->series[s].points) LB_TRY(draw_series(d, s, err));
cleanup:
    cairo_restore(context);
    return st;
}

/* --- legend ----------------------------------------------------------------------------------- */

enum { SWATCH = 30, LEGEND_GAP = 26, LEGEND_LINE = 22 };

/* Rows of the legend from `top` down; `draw` false only measures.  Returns where the last one
 * ends. */
static double lay_out_legend(struct drawing *d, double top, bool draw)
{
    double x = MARGIN, y = top;
    bool any = false;
    for (size_t s = 0; s < d->chart->series_count; s++) {
        const struct lb_chart_series *series = &d->chart->series[s];
        if (series->label == NULL || series->label[0] == '\0') continue;
        double width = SWATCH + 8.0 + lb_canvas_text_width(&d->canvas, tick_font, series->label);
        if (any && x + width > WIDTH - MARGIN) {
            x = MARGIN;
            y += LEGEND_LINE;
        }
        if (draw) {
            choose_pen(d, s);
            struct point ends[2] = {{x, y + 6.0}, {x + SWATCH, y + 6.0}};
            if (series->points)
                draw_mark(d, s, x + 0.5 * SWATCH, y + 6.0, mark_radius(0));
            else
                draw_line(d, ends, 2);
            lb_canvas_text(&d->canvas, tick_font, x + SWATCH + 8.0, y + 6.0, 0.0, 0.5,
                           series->label);
        }
        x += width + LEGEND_GAP;
        any = true;
    }
    return any ? y + LEGEND_LINE : top;
}

static void draw_title(struct drawing *d)
{
    if (d->chart->title == NULL) return;
    struct lb_canvas_font font = title_font;
    double width = lb_canvas_text_width(&d->canvas, font, d->chart->title);
    if (width > WIDTH - 2.0 * MARGIN) font.size *= (WIDTH - 2.0 * MARGIN) / width;
    lb_canvas_text(&d->canvas, font, MARGIN, MARGIN, 0.0, 1.0, d->chart->title);
}

enum lb_status lb_chart_write(const struct lb_chart *chart, const char *path, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct drawing d = {.chart = chart};
    if (lb_canvas_is_vector_file(path))
        LB_TRY(lb_canvas_create_vector(path, WIDTH, HEIGHT, &d.canvas, err));
    else
        LB_TRY(lb_canvas_create(WIDTH, HEIGHT, &d.canvas, err));
    double legend_top = MARGIN + (chart->title != NULL ? 32.0 : 0.0);
    place_axes(&d, lay_out_legend(&d, legend_top, false) + 18.0);
    draw_title(&d);
    lay_out_legend(&d, legend_top, true);
    draw_grid(&d);
    draw_ticks(&d);
    draw_axis_words(&d);
    LB_TRY(draw_all_series(&d, err));
    if (d.empty)
        lb_canvas_text(&d.canvas, empty_font, d.x + 0.5 * d.width, d.y + 0.5 * d.height, 0.5, 0.5,
                       "no data to show");
    LB_TRY(lb_canvas_write(&d.canvas, path, err));
cleanup:
    lb_canvas_destroy(&d.canvas);
    return st;
}
