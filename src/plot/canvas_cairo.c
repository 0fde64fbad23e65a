/* canvas_cairo.c - the sheet, by cairo.
 * SPDX-License-Identifier: MIT */
#include "plot/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double capital_height = 0.729; /* of DejaVu Sans, per font size */

static void set_colour(cairo_t *context, uint32_t rgb)
{
    cairo_set_source_rgb(context, (double)(rgb >> 16 & 0xFF) / 255.0,
                         (double)(rgb >> 8 & 0xFF) / 255.0, (double)(rgb & 0xFF) / 255.0);
}

/* Unhinted metrics: the letters keep the distances of the font at any size and angle. */
static void prefer_smooth_text(cairo_t *context)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(context, options);
    cairo_font_options_destroy(options);
}

/* Takes the surface over. */
static enum lb_status open_canvas(cairo_surface_t *surface, int width, int height,
                                  struct lb_canvas *out, struct lb_error *err)
{
    struct lb_canvas canvas = {.surface = surface};
    canvas.context = cairo_create(canvas.surface);
    cairo_status_t status = cairo_status(canvas.context);
    if (status != CAIRO_STATUS_SUCCESS) {
        lb_canvas_destroy(&canvas);
        return lb_fail(err, LB_STATUS_FAILED, "cannot make a picture of %d x %d pixels: %s", width,
                       height, cairo_status_to_string(status));
    }
    prefer_smooth_text(canvas.context);
    set_colour(canvas.context, LB_CANVAS_WHITE);
    cairo_paint(canvas.context);
    *out = canvas;
    return LB_STATUS_OK;
}

enum lb_status lb_canvas_create(int width, int height, struct lb_canvas *out, struct lb_error *err)
{
    return open_canvas(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), width, height,
                       out, err);
}

/* An unfinished page writes its end. */
void lb_canvas_destroy(struct lb_canvas *canvas)
{
    if (canvas->context != NULL) cairo_destroy(canvas->context);
    if (canvas->surface != NULL) cairo_surface_destroy(canvas->surface);
    lb_file_discard(&canvas->file);
    *canvas = (struct lb_canvas){0};
}

static cairo_status_t write_chunk(void *stream, const unsigned char *data, unsigned int length)
{
    return fwrite(data, 1, length, stream) == length ? CAIRO_STATUS_SUCCESS
                                                     : CAIRO_STATUS_WRITE_ERROR;
}

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path), of_ending = strlen(ending);
    return length > of_ending && strcmp(path + length - of_ending, ending) == 0;
}

bool lb_canvas_is_vector_file(const char *path)
{
    return ends_in(path, ".svg") || ends_in(path, ".pdf");
}

/* A PDF does not say when it was made: the same chart is the same file. */
static cairo_surface_t *open_page(FILE *stream, double width, double height, bool is_pdf)
{
    if (is_pdf) {
        const double points = 72.0 / 96.0; /* of a pixel */
        cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(write_chunk, stream,
                                                                   points * width, points * height);
        cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, NULL);
        cairo_surface_set_device_scale(pdf, points, points);
        return pdf;
    }
    cairo_surface_t *svg = cairo_svg_surface_create_for_stream(write_chunk, stream, width, height);
    cairo_svg_surface_set_document_unit(svg, CAIRO_SVG_UNIT_PX);
    return svg;
}

/* Not played back from a recording: SVG surfaces of cairo 1.16 never let go of it. */
enum lb_status lb_canvas_create_vector(const char *path, int width, int height,
                                       struct lb_canvas *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    LB_TRY(lb_file_open(&file, path, err));
    LB_TRY(open_canvas(open_page(file.stream, width, height, ends_in(path, ".pdf")), width, height,
                       out, err));
    out->file = file;
    file = (struct lb_file){0};
cleanup:
    lb_file_discard(&file);
    return st;
}

static cairo_status_t finish_page(cairo_surface_t *page)
{
    cairo_surface_finish(page);
    return cairo_surface_status(page);
}

enum lb_status lb_canvas_write(struct lb_canvas *canvas, const char *path, struct lb_error *err)
{
    const bool is_page = canvas->file.stream != NULL;
    cairo_status_t status = cairo_status(canvas->context);
    LB_NEED(status == CAIRO_STATUS_SUCCESS, LB_STATUS_FAILED, "cannot draw '%s': %s", path,
            cairo_status_to_string(status));
    if (!is_page) LB_OK(lb_file_open(&canvas->file, path, err));
    FILE *stream = canvas->file.stream;
    status = is_page ? finish_page(canvas->surface)
                     : cairo_surface_write_to_png_stream(canvas->surface, write_chunk, stream);
    /* Failed writes are left to commit, which knows why. */
    LB_NEED(status == CAIRO_STATUS_SUCCESS || ferror(stream), LB_STATUS_FAILED,
            "cannot draw '%s': %s", path, cairo_status_to_string(status));
    return lb_file_commit(&canvas->file, err);
}

void lb_canvas_set_pixels(struct lb_canvas *canvas, int width, int height, const uint32_t *pixels)
{
    unsigned char *data = cairo_image_surface_get_data(canvas->surface);
    const size_t stride = (size_t)cairo_image_surface_get_stride(canvas->surface);
    if (data == NULL) return; /* what is wrong with the surface, writing it reports */
    cairo_surface_flush(canvas->surface);
    for (int y = 0; y < height && y < cairo_image_surface_get_height(canvas->surface); y++)
        memcpy(data + (size_t)y * stride, pixels + (size_t)y * (size_t)width,
               (size_t)width * sizeof *pixels);
    cairo_surface_mark_dirty(canvas->surface);
}

void lb_canvas_set_colour(struct lb_canvas *canvas, uint32_t rgb)
{
    set_colour(canvas->context, rgb);
}

void lb_canvas_fill(struct lb_canvas *canvas, double x, double y, double width, double height,
                    uint32_t rgb)
{
    set_colour(canvas->context, rgb);
    cairo_rectangle(canvas->context, round(x), round(y), round(width), round(height));
    cairo_fill(canvas->context);
}

void lb_canvas_hairline(struct lb_canvas *canvas, double x, double y, double length, bool vertical,
                        uint32_t rgb)
{
    lb_canvas_fill(canvas, x, y, vertical ? 1.0 : length, vertical ? length : 1.0, rgb);
}

void lb_canvas_frame(struct lb_canvas *canvas, double x, double y, double width, double height,
                     uint32_t rgb)
{
    lb_canvas_hairline(canvas, x - 1.0, y - 1.0, width + 2.0, false, rgb);
    lb_canvas_hairline(canvas, x - 1.0, y + height, width + 2.0, false, rgb);
    lb_canvas_hairline(canvas, x - 1.0, y - 1.0, height + 2.0, true, rgb);
    lb_canvas_hairline(canvas, x + width, y - 1.0, height + 2.0, true, rgb);
}

static void select_font(cairo_t *context, struct lb_canvas_font font)
{
    cairo_select_font_face(context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                           font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    set_colour(context, font.rgb);
}

/* Raised and lowered digits and the raised minus, in UTF-8, and how they are drawn. */
struct shifted {
    const char *text, *plain;
    int way; /* 1: raised, -1: lowered */
};

static const struct shifted shifted_characters[] = {{"\xE2\x81\xB0", "0", 1},
                                                    {"\xC2\xB9", "1", 1},
                                                    {"\xC2\xB2", "2", 1},
                                                    {"\xC2\xB3", "3", 1},
                                                    {"\xE2\x81\xB4", "4", 1},
                                                    {"\xE2\x81\xB5", "5", 1},
                                                    {"\xE2\x81\xB6", "6", 1},
                                                    {"\xE2\x81\xB7", "7", 1},
                                                    {"\xE2\x81\xB8", "8", 1},
                                                    {"\xE2\x81\xB9", "9", 1},
                                                    {"\xE2\x81\xBB", "\xE2\x88\x92", 1},
                                                    {"\xE2\x82\x80", "0", -1},
                                                    {"\xE2\x82\x81", "1", -1},
                                                    {"\xE2\x82\x82", "2", -1},
                                                    {"\xE2\x82\x83", "3", -1},
                                                    {"\xE2\x82\x84", "4", -1},
                                                    {"\xE2\x82\x85", "5", -1},
                                                    {"\xE2\x82\x86", "6", -1},
                                                    {"\xE2\x82\x87", "7", -1},
                                                    {"\xE2\x82\x88", "8", -1},
                                                    {"\xE2\x82\x89", "9", -1}};

static const struct shifted *find_shifted(const char *text)
{
    if ((unsigned char)*text < 0x80) return NULL;
    for (size_t i = 0; i < sizeof shifted_characters / sizeof shifted_characters[0]; i++)
        if (strncmp(text, shifted_characters[i].text, strlen(shifted_characters[i].text)) == 0)
            return &shifted_characters[i];
    return NULL;
}

static double show_piece(cairo_t *context, const char *text, bool draw)
{
    cairo_text_extents_t extents;
    cairo_text_extents(context, text, &extents);
    if (draw) cairo_show_text(context, text);
    return extents.x_advance;
}

/* The first character of the text, at the current point; its bytes and its advance. */
static size_t show_character(cairo_t *context, double size, const char *text, bool draw,
                             double *advance)
{
    const struct shifted *shifted = find_shifted(text);
    char plain[8] = "";
    size_t length = 1;
    while (length < 4 && (text[length] & 0xC0) == 0x80)
        length++;
    memcpy(plain, text, length);
    double rise = 0.0;
    if (shifted != NULL) rise = shifted->way > 0 ? 0.36 * size : -0.16 * size;
    cairo_set_font_size(context, shifted != NULL ? 0.76 * size : size);
    if (draw) cairo_rel_move_to(context, 0.0, -rise);
    *advance = show_piece(context, shifted != NULL ? shifted->plain : plain, draw);
    if (draw) cairo_rel_move_to(context, 0.0, rise);
    return length;
}

/* A font's own raised digits are too small to read on a screen; these are ordinary digits, smaller
 * and moved.
 * Returns the width. */
static double show_text(cairo_t *context, struct lb_canvas_font font, const char *text, bool draw)
{
    double width = 0.0;
    select_font(context, font);
    while (*text != '\0') {
        double advance;
        text += show_character(context, font.size, text, draw, &advance);
        width += advance;
    }
    return width;
}

double lb_canvas_text_width(struct lb_canvas *canvas, struct lb_canvas_font font, const char *text)
{
    return show_text(canvas->context, font, text, false);
}

void lb_canvas_text(struct lb_canvas *canvas, struct lb_canvas_font font, double x, double y,
                    double right, double up, const char *text)
{
    double width = lb_canvas_text_width(canvas, font, text);
    cairo_move_to(canvas->context, x - right * width, y + up * capital_height * font.size);
    show_text(canvas->context, font, text, true);
    cairo_new_path(canvas->context);
}

void lb_canvas_text_upwards(struct lb_canvas *canvas, struct lb_canvas_font font, double x,
                            double y, const char *text)
{
    cairo_save(canvas->context);
    cairo_translate(canvas->context, x, y);
    cairo_rotate(canvas->context, -acos(0.0));
    lb_canvas_text(canvas, font, 0.0, 0.0, 0.5, 0.5, text);
    cairo_restore(canvas->context);
}
