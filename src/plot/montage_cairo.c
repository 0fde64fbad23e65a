/* montage_cairo.c - reads pictures, and draws what is shown of them onto one sheet.
 * SPDX-License-Identifier: MIT */
#include "plot/montage.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "plot/canvas.h"

enum { GAP = 12, CAPTION = 26, TITLE = 40 };
static const struct lb_canvas_font caption_font = {.size = 15.0, .rgb = LB_CANVAS_INK};
static const struct lb_canvas_font montage_font = {
    .size = 18.0, .bold = true, .rgb = LB_CANVAS_INK};

/* Of a picture [pixels]. */
struct part {
    int x, y, width, height;
};

/* Pictures of the tiles, NULL where there is none, what is shown of them, and the places of the rows. */
struct sheet {
    const struct lb_montage *m;
    cairo_surface_t **pictures;
    struct part *parts;
    double *tops; /* of each row, and the end of the last */
    size_t rows;
};

/* The longest line of ink in a row. */
static struct part find_line(cairo_surface_t *p, int y)
{
    const uint32_t *row =
        (const uint32_t *)(const void *)(cairo_image_surface_get_data(p) +
                                         (size_t)y * (size_t)cairo_image_surface_get_stride(p));
    struct part line = {.y = y};
    for (int x = 0, begin = 0; x < cairo_image_surface_get_width(p); x++) {
        if ((row[x] & 0xFFFFFFu) != LB_CANVAS_INK)
            begin = x + 1;
        else if (x + 1 - begin > line.width)
            line = (struct part){.x = begin, .y = y, .width = x + 1 - begin};
    }
    return line;
}

/* Within the first two lines that are as long and longer than a third of the picture: the frame of the field is
 * above that of the colours. */
static struct part find_frame(cairo_surface_t *p)
{
    struct part first = {0};
    const struct part all = {0, 0, cairo_image_surface_get_width(p),
                             cairo_image_surface_get_height(p)};
    const cairo_format_t format = cairo_image_surface_get_format(p);
    if (format != CAIRO_FORMAT_RGB24 && format != CAIRO_FORMAT_ARGB32) return all;
    for (int y = 0; y < all.height; y++) {
        const struct part line = find_line(p, y);
        if (line.width <= all.width / 3) continue;
        if (first.width > 0 && line.x == first.x && line.width == first.width && y > first.y + 1)
            return (struct part){first.x + 1, first.y + 1, first.width - 2, y - first.y - 1};
        first = first.width > 0 ? first : line;
    }
    return all;
}

static struct part choose_part(const struct lb_montage *m, cairo_surface_t *p)
{
    struct part part = {0, 0, cairo_image_surface_get_width(p), cairo_image_surface_get_height(p)};
    if (m->within_frame) part = find_frame(p);
    part.height -= (int)round(m->below * part.height);
    return part;
}

/* In whole pixels, or the last row would be faint. */
static double scaled_height(const struct sheet *s, size_t tile)
{
    if (s->pictures[tile] == NULL) return 0.0;
    return round(s->m->width * (double)s->parts[tile].height / s->parts[tile].width);
}

static enum lb_status load(struct sheet *s, struct lb_error *err)
{
    for (size_t n = 0; n < s->m->count; n++) {
        if (s->m->tiles[n].path == NULL) continue;
        s->pictures[n] = cairo_image_surface_create_from_png(s->m->tiles[n].path);
        const cairo_status_t status = cairo_surface_status(s->pictures[n]);
        LB_NEED(status == CAIRO_STATUS_SUCCESS, LB_STATUS_FAILED,
                "cannot read the picture '%s': %s", s->m->tiles[n].path,
                cairo_status_to_string(status));
        s->parts[n] = choose_part(s->m, s->pictures[n]);
    }
    s->tops[0] = GAP + (s->m->title != NULL ? TITLE : 0.0);
    for (size_t row = 0; row < s->rows; row++) {
        double height = 0.0;
        for (size_t n = row * s->m->columns; n < s->m->count && n < (row + 1) * s->m->columns; n++)
            height = fmax(height, scaled_height(s, n));
        s->tops[row + 1] = s->tops[row] + (height > 0.0 ? height + CAPTION + GAP : 0.0);
    }
    return LB_STATUS_OK;
}

static void draw_tile(const struct sheet *s, size_t n, struct lb_canvas *canvas)
{
    const double x = GAP + (double)(n % s->m->columns) * (s->m->width + GAP);
    const double y = s->tops[n / s->m->columns], height = scaled_height(s, n);
    const struct part *part = &s->parts[n];
    if (s->pictures[n] == NULL) return;
    const double scale = (double)s->m->width / part->width;
    /* A surface of its own: what is around the part does not come into the means of its edges. */
    cairo_surface_t *shown = cairo_surface_create_for_rectangle(s->pictures[n], part->x, part->y,
                                                                part->width, part->height);
    cairo_save(canvas->context);
    cairo_rectangle(canvas->context, x, y, s->m->width, height);
    cairo_clip(canvas->context);
    cairo_translate(canvas->context, x, y);
    cairo_scale(canvas->context, scale, scale);
    cairo_set_source_surface(canvas->context, shown, 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(canvas->context), CAIRO_FILTER_GOOD);
    cairo_pattern_set_extend(cairo_get_source(canvas->context), CAIRO_EXTEND_PAD);
    cairo_paint(canvas->context);
    cairo_restore(canvas->context);
    cairo_surface_destroy(shown);
    if (s->m->tiles[n].caption != NULL)
        lb_canvas_text(canvas, caption_font, x + 0.5 * s->m->width, y + height + 0.5 * CAPTION, 0.5,
                       0.5, s->m->tiles[n].caption);
}

enum lb_status lb_montage_write(const struct lb_montage *m, const char *path, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_canvas canvas = {0};
    struct sheet s = {.m = m, .rows = (m->count + m->columns - 1) / m->columns};
    s.pictures = calloc(m->count + 1, sizeof(cairo_surface_t *));
    s.parts = calloc(m->count + 1, sizeof *s.parts);
    s.tops = calloc(s.rows + 1, sizeof *s.tops);
    LB_REQUIRE(s.pictures != NULL && s.parts != NULL && s.tops != NULL, LB_STATUS_FAILED,
               "no memory for '%s'", path);
    LB_TRY(load(&s, err));
    LB_TRY(lb_canvas_create((int)m->columns * (m->width + GAP) + GAP, (int)ceil(s.tops[s.rows]),
                            &canvas, err));
    if (m->title != NULL)
        lb_canvas_text(&canvas, montage_font, GAP, 0.5 * (GAP + TITLE), 0.0, 0.5, m->title);
    for (size_t n = 0; n < m->count; n++)
        draw_tile(&s, n, &canvas);
    LB_TRY(lb_canvas_write(&canvas, path, err));
cleanup:
    lb_canvas_destroy(&canvas);
    for (size_t n = 0; s.pictures != NULL && n < m->count; n++)
        if (s.pictures[n] != NULL) cairo_surface_destroy(s.pictures[n]);
    free(s.pictures);
    free(s.parts);
    free(s.tops);
    return st;
}
