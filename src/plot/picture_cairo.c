/* picture_cairo.c - a slice in false colours with axes in cells and a colour bar.
 * SPDX-License-Identifier: MIT */
#include "plot/picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plot/axis.h"
#include "plot/canvas.h"
#include "plot/colour_map.h"
#include "plot/flow_cairo.h"
#include "plot/slice.h"

/* Pixels.  Fields are enlarged by a whole number to about `usual`, and reduced by one above
 * `most`. */
enum { USUAL_SIDE = 900, MAX_SIDE = 1200, MIN_SIDE = 24, SHORT_SIDE = 150, MIN_WIDTH = 460 };
enum { MARGIN = 18, TICK = 5, BAR_THICKNESS = 18, BAR_GAP = 26, MAX_BAR_BELOW = 520 };

static const struct lb_canvas_font title_font = {.size = 17.0, .bold = true, .rgb = LB_CANVAS_INK};
static const struct lb_canvas_font label_font = {.size = 14.0, .rgb = LB_CANVAS_INK};
static const struct lb_canvas_font tick_font = {.size = 12.5, .rgb = LB_CANVAS_INK};
static const struct lb_canvas_font note_font = {.size = 13.0, .rgb = LB_CANVAS_FAINT_INK};
static const struct lb_canvas_font alarm_font = {.size = 13.0, .bold = true, .rgb = 0xC000A0};

struct rectangle {
    double x, y, width, height;
};

struct drawing {
    const struct lb_picture *picture;
    struct lb_slice slice;
    struct lb_raster raster;
    uint32_t magnify_across, magnify_up; /* pixels per raster cell */
    uint32_t map[LB_COLOUR_MAP_SIZE];
    double low, high;
    bool below, above; /* some numbers lie beyond the colours */
    struct lb_axis across, up, bar_axis;
    bool bar_is_below;
    struct rectangle plot, bar;
    int width, height; /* of the whole picture */
    char title[160], note[160], alarm[64];
    struct lb_canvas canvas;
};

/* --- what to show ----------------------------------------------------------------------------- */

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static void choose_scale(struct drawing *d, uint32_t *block)
{
    const uint32_t wanted = d->picture->side, max = wanted > 0 ? wanted : MAX_SIDE;
    uint32_t side = larger(d->slice.width, d->slice.height);
    uint32_t magnify = larger(1, wanted > 0 ? wanted / side : (USUAL_SIDE + side / 2) / side);
    *block = (side + max - 1) / max;
    /* Slices a few cells thin are drawn thicker: seen rather than in proportion. */
    d->magnify_across = larger(magnify, (MIN_SIDE - 1) / ((d->slice.width - 1) / *block + 1) + 1);
    d->magnify_up = larger(magnify, (MIN_SIDE - 1) / ((d->slice.height - 1) / *block + 1) + 1);
}

/* "vorticity", "velocity x" */
static const char *name_quantity(const struct drawing *d, char *out, size_t size)
{
    const struct lb_field *field = d->slice.field;
    const bool has_letter = field->components > 1 && !field->is_normal;
    snprintf(out, size, "%s%s%.1s", field->label, has_letter ? " " : "",
             has_letter ? &"xyz"[d->slice.component] : "");
    return out;
}

static bool is_symmetric(const struct lb_field *field)
{
    return field->range == LB_RANGE_SYMMETRIC || field->range == LB_RANGE_SYMMETRIC_MAX;
}

static void write_words(struct drawing *d)
{
    const struct lb_field_source *source = d->slice.source;
    char what[96], plane[40] = "", name[64];
    snprintf(what, sizeof what, "%s%s step %" PRIu64, name_quantity(d, name, sizeof name),
             source->is_mean ? ", mean up to" : " at", source->step);
    if (source->size[d->slice.axis] > 1)
        snprintf(plane, sizeof plane, ", plane %c = %" PRIu32, "xyz"[d->slice.axis],
                 d -> slice.plane);
    bool titled = d->picture->title != NULL;
    if (titled) snprintf(d->title, sizeof d->title, "%s", d->picture->title);
    snprintf(titled ? d->note : d->title, sizeof d->title, "%s%s", what, plane);
    char *first = titled ? d->note : d->title;
    if (*first >= 'a' && *first <= 'z') *first = (char)(*first - 'a' + 'A');
    if (d->raster.not_finite > 0)
        snprintf(d->alarm, sizeof d->alarm, "%" PRIu64 " cells are not finite",
                 d->raster.not_finite);
}

static enum lb_status choose_colours(struct drawing *d, struct lb_error *err)
{
    const struct lb_picture *picture = d->picture;
    d->low = picture->low;
    d->high = picture->high;
    enum lb_status st = LB_STATUS_OK;
    if (d->low == d->high)
        st = lb_raster_fit(&d->raster, d->slice.field->range, &d->low, &d->high, err);
    const bool has_signs = is_symmetric(d->slice.field) && d->low < 0.0 && d->high > 0.0;
    const enum lb_colour_map_kind own =
        has_signs ? LB_COLOUR_MAP_DIVERGING : LB_COLOUR_MAP_SEQUENTIAL;
    lb_colour_map_fill(picture->map != NULL ? picture->map->kind : own, d->map);
    lb_raster_beyond(&d->raster, d->low, d->high, &d->below, &d->above);
    return st;
}

static enum lb_status prepare(struct drawing *d, const struct lb_field_source *source,
                              struct lb_error *err)
{
    const struct lb_picture *picture = d->picture;
    const uint32_t *size = source->size;
    const struct lb_field *field = NULL;
    uint32_t block;
    if (picture->field != NULL) field = lb_field_find(picture->field);
    LB_NEED(field != NULL, LB_STATUS_FAILED, "a picture needs a field to show, and '%s' is none",
            picture->field != NULL ? picture->field : "");
    LB_NEED(size[0] > 0 && size[1] > 0 && size[2] > 0, LB_STATUS_FAILED,
            "a picture needs a field with cells");
    LB_NEED(isfinite(picture->high - picture->low) && picture->low <= picture->high,
            LB_STATUS_FAILED, "the colours of a picture cannot go from %g to %g", picture->low,
            picture->high);
    LB_NEED(!picture->has_plane || picture->plane < size[picture->axis], LB_STATUS_FAILED,
            "a picture of plane %" PRIu32 " of a box with %" PRIu32 " cells along %c",
            picture->plane, size[picture->axis], "xyz"[picture->axis]);
    d->slice = lb_slice_view(source, field, picture->component, picture->axis);
    if (picture->has_plane) d->slice.plane = picture->plane;
    if (picture->is_turned) lb_slice_turn(&d->slice);
    choose_scale(d, &block);
    LB_OK(lb_raster_create(&d->slice, block, &d->raster, err));
    LB_OK(choose_colours(d, err));
    write_words(d);
    return LB_STATUS_OK;
}

/* --- where to put it -------------------------------------------------------------------------- */

static double widest_label(struct lb_canvas *canvas, const struct lb_axis *axis)
{
    double widest = 0.0;
    for (size_t i = 0; i < axis->tick_count; i++)
        widest = fmax(widest, lb_canvas_text_width(canvas, tick_font, axis->ticks[i].label));
    return widest;
}

/* A label each `distance` pixels, two at least, but never between cells where these are counted. */
static void fill_axis(const struct lb_picture *picture, struct lb_axis *axis, int along,
                      uint32_t cells, double pixels, double distance)
{
    const bool has_unit = picture->axis_unit > 0.0;
    const double unit = has_unit ? picture->axis_unit : 1.0;
    const double first = has_unit ? -picture->corner[along] / unit : 0.0;
    const int limit = has_unit || cells > 8 ? 8 : (int)cells;
    int most = (int)fmax(pixels / distance, 2.0);
    if (!has_unit) most = (int)fmin(most, cells);
    do
        lb_axis_fill_linear(axis, first, first + cells / unit, most);
    while (axis->tick_count < 2 && ++most <= limit);
}

static void place_bar(struct drawing *d, struct lb_canvas *scratch)
{
    double length = d->bar_is_below ? fmin(d->plot.width, MAX_BAR_BELOW) : d->plot.height;
    int max = (int)fmax(2.0, length / 55.0);
    lb_axis_fill_linear(&d->bar_axis, d->low, d->high, max);
    while (d->bar_is_below && max > 2 &&
           1.4 * widest_label(scratch, &d->bar_axis) * (double)d->bar_axis.tick_count > length)
        lb_axis_fill_linear(&d->bar_axis, d->low, d->high, --max);
    if (d->bar_is_below)
        d->bar =
            (struct rectangle){d->plot.x, d->plot.y + d->plot.height + 60.0, length, BAR_THICKNESS};
    else
        d->bar = (struct rectangle){d->plot.x + d->plot.width + BAR_GAP, d->plot.y, BAR_THICKNESS,
                                    length};
}

static void place_everything(struct drawing *d, struct lb_canvas *scratch)
{
    struct rectangle *plot = &d->plot;
    plot->width = (double)d->raster.width * d->magnify_across;
    plot->height = (double)d->raster.height * d->magnify_up;
    d->bar_is_below = plot->height < 2.0 * SHORT_SIDE || plot->width > 2.4 * plot->height;
    fill_axis(d->picture, &d->across, d->slice.across, d->slice.width, plot->width, 95.0);
    fill_axis(d->picture, &d->up, d->slice.up, d->slice.height, plot->height, 65.0);
    for (size_t i = 0; i < d->up.tick_count && d->slice.is_turned; i++)
        d->up.ticks[i].at = 1.0 - d->up.ticks[i].at;
    plot->x = round(MARGIN + 24.0 + widest_label(scratch, &d->up) + TICK + 6.0);
    plot->y = MARGIN + 34.0 + (d->note[0] != '\0' || d->alarm[0] != '\0' ? 20.0 : 0.0);
    place_bar(d, scratch);

    double right = plot->x + plot->width, bottom = plot->y + plot->height + 46.0;
    if (d->bar_is_below) {
        bottom = d->bar.y + d->bar.height + 46.0;
        right = fmax(right, d->bar.x + d->bar.width);
    } else {
        right = d->bar.x + d->bar.width + TICK + 6.0 + widest_label(scratch, &d->bar_axis) + 28.0;
    }
    double words = lb_canvas_text_width(scratch, title_font, d->title);
    words = fmax(words, lb_canvas_text_width(scratch, note_font, d->note) +
                            lb_canvas_text_width(scratch, alarm_font, d->alarm) + 24.0);
    double needed = fmax(fmax(right + MARGIN, fmin(words, 1200.0) + 2 * MARGIN), MIN_WIDTH);
    d->width = (int)ceil(needed);
    d->height = (int)ceil(bottom + MARGIN - 8.0);
    double shift =
        floor(0.5 * (needed - (right + MARGIN))); /* a narrow plot stands in the middle */
    plot->x += shift;
    d->bar.x += shift;
}

/* --- draw it ---------------------------------------------------------------------------------- */

static uint32_t raster_colour(const struct drawing *d, uint32_t i, uint32_t j)
{
    size_t n = (size_t)j * d->raster.width + i;
    if (d->raster.walls[n]) return d->raster.faces[n] ? LB_COLOUR_FACE : LB_COLOUR_WALL;
    return lb_colour_map_look_up(d->map, d->low, d->high, d->raster.values[n]);
}

/* Pixel by pixel into the sheet's memory, so that colours arrive unblended.  The picture's rows go
 * down, y goes up. */
static void draw_field(struct drawing *d)
{
    cairo_surface_flush(d->canvas.surface);
    unsigned char *pixels = cairo_image_surface_get_data(d->canvas.surface);
    int stride = cairo_image_surface_get_stride(d->canvas.surface);
    uint32_t width = d->raster.width * d->magnify_across;
    uint32_t height = d->raster.height * d->magnify_up;
    for (uint32_t row = 0; row < height; row++) {
        uint32_t j = (height - 1 - row) / d->magnify_up;
        unsigned char *line = pixels + (ptrdiff_t)stride * (ptrdiff_t)((uint32_t)d->plot.y + row);
        for (uint32_t column = 0; column < width; column++) {
            uint32_t rgb = raster_colour(d, column / d->magnify_across, j);
            memcpy(line + 4 * ((size_t)d->plot.x + column), &rgb, sizeof rgb);
        }
    }
    cairo_surface_mark_dirty(d->canvas.surface);
    lb_canvas_frame(&d->canvas, d->plot.x, d->plot.y, d->plot.width, d->plot.height, LB_CANVAS_INK);
}

static enum lb_status draw_flow(struct drawing *d, struct lb_error *err)
{
    if (d->picture->flow == LB_PICTURE_NO_FLOW) return LB_STATUS_OK;
    const struct lb_flow_place place = {d->plot.x, d->plot.y + d->plot.height, d->magnify_across,
                                        d->magnify_up};
    return lb_flow_draw(&d->canvas, &d->slice, &d->raster, d->picture->flow, &place, err);
}

static void draw_ticks_below(struct drawing *d, const struct lb_axis *axis,
                             const struct rectangle *box)
{
    double y = box->y + box->height + 1.0;
    for (size_t i = 0; i < axis->tick_count; i++) {
        double x = round(box->x + axis->ticks[i].at * box->width);
        if (axis->ticks[i].at > 0.5) x -= 1.0; /* the last one belongs to the frame */
        lb_canvas_hairline(&d->canvas, x, y, TICK, true, LB_CANVAS_INK);
        lb_canvas_text(&d->canvas, tick_font, x + 0.5, y + TICK + 5.0, 0.5, 1.0,
                       axis->ticks[i].label);
    }
}

static void draw_ticks_beside(struct drawing *d, const struct lb_axis *axis,
                              const struct rectangle *box, bool right)
{
    double x = right ? box->x + box->width + 1.0 : box->x - 1.0 - TICK;
    for (size_t i = 0; i < axis->tick_count; i++) {
        double y = round(box->y + (1.0 - axis->ticks[i].at) * box->height);
        if (axis->ticks[i].at < 0.5) y -= 1.0;
        lb_canvas_hairline(&d->canvas, x, y, TICK, false, LB_CANVAS_INK);
        lb_canvas_text(&d->canvas, tick_font, right ? x + TICK + 5.0 : x - 5.0, y + 0.5,
                       right ? 0.0 : 1.0, 0.5, axis->ticks[i].label);
    }
}

/* "x [cells]", with the power of ten that its numbers leave out. */
static void write_axis_label(const struct drawing *d, const struct lb_axis *axis, int which,
                             char *out, size_t size)
{
    const bool has_unit = d->picture->axis_unit > 0.0;
    char power[LB_AXIS_LABEL_SIZE] = "";
    if (axis->factor != 0) lb_axis_print_power(axis->factor, power);
    snprintf(out, size, "%c [%s%s%s]", "xyz"[which], power, power[0] != '\0' ? " " : "",
             has_unit ? d->picture->axis_unit_name : "cells");
}

static void draw_axes(struct drawing *d)
{
    const struct rectangle *plot = &d->plot;
    char label[96];
    draw_ticks_below(d, &d->across, plot);
    write_axis_label(d, &d->across, d->slice.across, label, sizeof label);
    lb_canvas_text(&d->canvas, label_font, plot->x + 0.5 * plot->width,
                   plot->y + plot->height + 28.0, 0.5, 1.0, label);
    draw_ticks_beside(d, &d->up, plot, false);
    write_axis_label(d, &d->up, d->slice.up, label, sizeof label);
    double x = plot->x - TICK - 6.0 - widest_label(&d->canvas, &d->up) - 16.0;
    if (plot->height < 80.0) label[1] = '\0'; /* no room for the unit */
    lb_canvas_text_upwards(&d->canvas, label_font, x, plot->y + 0.5 * plot->height, label);
}

static void draw_pointed_end(struct drawing *d, double x, double y, double across, double along,
                             bool vertical, uint32_t rgb)
{
    cairo_t *context = d->canvas.context;
    cairo_move_to(context, x, y);
    cairo_line_to(context, vertical ? x + across : x, vertical ? y : y + across);
    cairo_line_to(context, vertical ? x + 0.5 * across : x + along,
                  vertical ? y + along : y + 0.5 * across);
    cairo_close_path(context);
    lb_canvas_set_colour(&d->canvas, rgb);
    cairo_fill_preserve(context);
    lb_canvas_set_colour(&d->canvas, LB_CANVAS_INK);
    cairo_set_line_width(context, 1.0);
    cairo_stroke(context);
}

/* Ends are pointed where there are numbers beyond them. */
static void draw_bar_ends(struct drawing *d)
{
    const struct rectangle *bar = &d->bar;
    const double point = 9.0;
    uint32_t first = d->map[0], last = d->map[LB_COLOUR_MAP_SIZE - 1];
    if (d->bar_is_below) {
        double y = bar->y - 0.5, across = bar->height + 1.0;
        if (d->below) draw_pointed_end(d, bar->x - 0.5, y, across, -point, false, first);
        if (d->above) draw_pointed_end(d, bar->x + bar->width + 0.5, y, across, point, false, last);
    } else {
        double x = bar->x - 0.5, across = bar->width + 1.0;
        if (d->above) draw_pointed_end(d, x, bar->y - 0.5, across, -point, true, last);
        if (d->below)
            draw_pointed_end(d, x, bar->y + bar->height + 0.5, across, point, true, first);
    }
}

/* "speed [10^-3 cells/step]" */
static void write_bar_label(const struct drawing *d, char *out, size_t size)
{
    char power[LB_AXIS_LABEL_SIZE] = "", name[64];
    if (d->bar_axis.factor != 0) lb_axis_print_power(d->bar_axis.factor, power);
    const char *unit = d->slice.field->unit;
    /* "10^-3/step" reads better than "10^-3 1/step". */
    if (power[0] != '\0' && strncmp(unit, "1/", 2) == 0) unit++;
    snprintf(out, size, "%s [%s%s%s]", name_quantity(d, name, sizeof name), power,
             power[0] != '\0' && unit[0] != '/' ? " " : "", unit);
}

static void draw_bar(struct drawing *d)
{
    const struct rectangle *bar = &d->bar;
    char label[96];
    write_bar_label(d, label, sizeof label);
    int length = (int)(d->bar_is_below ? bar->width : bar->height);
    for (int pixel = 0; pixel < length; pixel++) {
        double value = d->low + (d->high - d->low) * pixel / (length - 1);
        uint32_t rgb = lb_colour_map_look_up(d->map, d->low, d->high, value);
        if (d->bar_is_below)
            lb_canvas_fill(&d->canvas, bar->x + pixel, bar->y, 1.0, bar->height, rgb);
        else
            lb_canvas_fill(&d->canvas, bar->x, bar->y + length - 1 - pixel, bar->width, 1.0, rgb);
    }
    lb_canvas_frame(&d->canvas, bar->x, bar->y, bar->width, bar->height, LB_CANVAS_INK);
    draw_bar_ends(d);
    if (d->bar_is_below) {
        draw_ticks_below(d, &d->bar_axis, bar);
        lb_canvas_text(&d->canvas, label_font, bar->x + 0.5 * bar->width,
                       bar->y + bar->height + 28.0, 0.5, 1.0, label);
    } else {
        draw_ticks_beside(d, &d->bar_axis, bar, true);
        double labels = widest_label(&d->canvas, &d->bar_axis);
        lb_canvas_text_upwards(&d->canvas, label_font, bar->x + bar->width + TICK + labels + 24.0,
                               bar->y + 0.5 * bar->height, label);
    }
}

static void draw_words(struct drawing *d)
{
    struct lb_canvas_font font = title_font;
    double room = d->width - 2.0 * MARGIN;
    double width = lb_canvas_text_width(&d->canvas, font, d->title);
    if (width > room) font.size *= room / width;
    double x = fmin(d->plot.x, fmax(MARGIN, d->width - MARGIN - width));
    lb_canvas_text(&d->canvas, font, x, MARGIN, 0.0, 1.0, d->title);
    lb_canvas_text(&d->canvas, note_font, x, MARGIN + 24.0, 0.0, 1.0, d->note);
    double after = lb_canvas_text_width(&d->canvas, note_font, d->note);
    lb_canvas_text(&d->canvas, alarm_font, x + after + (after > 0.0 ? 16.0 : 0.0), MARGIN + 24.0,
                   0.0, 1.0, d->alarm);
}

enum lb_status lb_picture_write(const struct lb_picture *picture,
                                const struct lb_field_source *source, const char *path,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_canvas scratch = {0};
    struct drawing d = {.picture = picture};
    LB_TRY(prepare(&d, source, err));
    LB_TRY(lb_canvas_create(1, 1, &scratch, err)); /* to measure text with */
    place_everything(&d, &scratch);
    LB_TRY(lb_canvas_create(d.width, d.height, &d.canvas, err));
    draw_field(&d);
    LB_TRY(draw_flow(&d, err));
    draw_axes(&d);
    draw_bar(&d);
    draw_words(&d);
    LB_TRY(lb_canvas_write(&d.canvas, path, err));
cleanup:
    lb_canvas_destroy(&scratch);
    lb_canvas_destroy(&d.canvas);
    lb_raster_destroy(&d.raster);
    return st;
}

enum lb_status lb_pixels_write(const char *path, int width, int height, const uint32_t *pixels,
                               const char *title, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_canvas canvas = {0};
    LB_TRY(lb_canvas_create(width, height, &canvas, err));
    lb_canvas_set_pixels(&canvas, width, height, pixels);
    if (title != NULL) {
        const double size = height > 300 ? height / 45.0 : 7.0;
        const struct lb_canvas_font font = {.size = size, .rgb = LB_CANVAS_INK};
        lb_canvas_text(&canvas, font, size, height - size, 0.0, 0.0, title);
    }
    LB_TRY(lb_canvas_write(&canvas, path, err));
cleanup:
    lb_canvas_destroy(&canvas);
    return st;
}
