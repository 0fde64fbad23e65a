/* flow_cairo.c - dark lines with a light edge, which are seen on any colour.
 * SPDX-License-Identifier: MIT */
#include "plot/flow_cairo.h"

#include <math.h>

#include "plot/streamlines.h"

/* Pixels. */
static const double arrow_distance = 30.0, line_distance = 22.0, head_length = 7.0,
                    head_distance = 140.0;
static const double edge_width = 3.0, line_width = 1.2;

struct flow_drawing {
    struct lb_canvas *canvas;
    const struct lb_flow_place *place;
    struct lb_plane_flow flow;
};

static void to_sheet(const struct flow_drawing *d, const double at[2], double out[2])
{
    out[0] = d->place->left + at[0] * d->place->across;
    out[1] = d->place->bottom - at[1] * d->place->up;
}

/* The path, first as the edge. */
static void stroke(struct lb_canvas *canvas)
{
    cairo_set_line_cap(canvas->context, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(canvas->context, CAIRO_LINE_JOIN_ROUND);
    cairo_set_source_rgba(canvas->context, 1.0, 1.0, 1.0, 0.55);
    cairo_set_line_width(canvas->context, edge_width);
    cairo_stroke_preserve(canvas->context);
    lb_canvas_set_colour(canvas, LB_CANVAS_INK);
    cairo_set_line_width(canvas->context, line_width);
    cairo_stroke(canvas->context);
}

/* Adds the two strokes of an arrow's head to the path. */
static void add_head(struct lb_canvas *canvas, const double from[2], const double tip[2],
                     double length)
{
    const double angle = atan2(tip[1] - from[1], tip[0] - from[0]);
    for (int side = -1; side <= 1; side += 2) {
        const double back = angle + acos(-1.0) + 0.45 * side;
        cairo_move_to(canvas->context, tip[0], tip[1]);
        cairo_line_to(canvas->context, tip[0] + length * cos(back), tip[1] + length * sin(back));
    }
}

/* --- arrows ------------------------------------------------------------------------------------ */

/* In the middle of its place; as long as the distance of arrows where the flow is fastest. */
static void draw_arrow(const struct flow_drawing *d, const double at[2], double max)
{
    double u[2], middle[2];
    if (!lb_plane_flow_at(&d->flow, at, u)) return;
    const double share = hypot(u[0], u[1]) / max;
    if (!(share > 0.02)) return;
    to_sheet(d, at, middle);
    const double along[2] = {0.5 * arrow_distance * u[0] / max, -0.5 * arrow_distance * u[1] / max};
    const double from[2] = {middle[0] - along[0], middle[1] - along[1]},
                 tip[2] = {middle[0] + along[0], middle[1] + along[1]};
    cairo_move_to(d->canvas->context, from[0], from[1]);
    cairo_line_to(d->canvas->context, tip[0], tip[1]);
    add_head(d->canvas, from, tip, fmin(head_length, 0.45 * share * arrow_distance));
    stroke(d->canvas);
}

static void draw_arrows(const struct flow_drawing *d)
{
    const double max = lb_plane_flow_max(&d->flow);
    const double step[2] = {arrow_distance / d->place->across, arrow_distance / d->place->up};
    const double size[2] = {d->flow.width, d->flow.height};
    const double first[2] = {0.5 * fmin(step[0], size[0]), 0.5 * fmin(step[1], size[1])};
    if (max <= 0.0) return;
    for (double y = first[1]; y < size[1]; y += step[1])
        for (double x = first[0]; x < size[0]; x += step[0]) {
            const double at[2] = {x, y};
            draw_arrow(d, at, max);
        }
}

/* --- streamlines ------------------------------------------------------------------------------- */

/* With a head in its middle, and more of them where it is long. */
static void draw_line(const struct flow_drawing *d, double (*points)[2], size_t count)
{
    double at[2], before[2], length = 0.0, next_head = 0.5 * head_distance;
    for (int heads = 0; heads <= 1; heads++) {
        to_sheet(d, points[0], before);
        if (!heads) cairo_move_to(d->canvas->context, before[0], before[1]);
        if (heads) next_head = length < head_distance ? 0.5 * length : 0.5 * head_distance;
        if (heads) length = 0.0;
        for (size_t n = 1; n < count; n++) {
            to_sheet(d, points[n], at);
            length += hypot(at[0] - before[0], at[1] - before[1]);
            if (!heads) cairo_line_to(d->canvas->context, at[0], at[1]);
            if (heads && length >= next_head) {
                add_head(d->canvas, before, at, head_length);
                next_head += head_distance;
            }
            before[0] = at[0];
            before[1] = at[1];
        }
    }
    stroke(d->canvas);
}

static enum lb_status draw_lines(const struct flow_drawing *d, struct lb_error *err)
{
    struct lb_streamlines lines = {0};
    LB_OK(lb_streamlines_find(&d->flow, line_distance / fmax(d->place->across, d->place->up),
                              &lines, err));
    for (size_t n = 0; n < lines.line_count; n++) {
        const size_t from = n > 0 ? lines.ends[n - 1] : 0;
        draw_line(d, lines.points + from, lines.ends[n] - from);
    }
    lb_streamlines_free(&lines);
    return LB_STATUS_OK;
}

enum lb_status lb_flow_draw(struct lb_canvas *canvas, const struct lb_slice *slice,
                            const struct lb_raster *raster, enum lb_picture_flow how,
                            const struct lb_flow_place *place, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_raster across = {0}, up = {0};
    struct lb_slice part = *slice;
    part.field = lb_field_find("velocity");
    part.component = slice->across;
    LB_TRY(lb_raster_create(&part, raster->block, &across, err));
    part.component = slice->up;
    LB_TRY(lb_raster_create(&part, raster->block, &up, err));
    for (size_t n = 0; n < (size_t)up.width * up.height && slice->is_turned; n++)
        up.values[n] = -up.values[n];
    const struct flow_drawing d = {
        canvas, place, {raster->width, raster->height, {across.values, up.values}, across.walls}};
    cairo_save(canvas->context);
    cairo_rectangle(canvas->context, place->left, place->bottom - raster->height * place->up,
                    raster->width * place->across, raster->height * place->up);
    cairo_clip(canvas->context);
    if (how == LB_PICTURE_ARROWS)
        draw_arrows(&d);
    else
        st = draw_lines(&d, err);
    cairo_restore(canvas->context);
cleanup:
    lb_raster_destroy(&across);
    lb_raster_destroy(&up);
    return st;
}
