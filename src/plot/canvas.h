/* canvas.h - a white sheet, crisp lines and placed text: what pictures and charts share.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_CANVAS_H
#define LB_PLOT_CANVAS_H

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "io/file.h"

/* Colours are 0xRRGGBB.  Text is never pure grey, so that grey always means wall. */
#define LB_CANVAS_WHITE 0xFFFFFFu
#define LB_CANVAS_INK 0x1B2733u
#define LB_CANVAS_FAINT_INK 0x586878u

struct lb_canvas { /* initialise with {0} */
    cairo_surface_t *surface;
    cairo_t *context;
    struct lb_file file; /* a sheet without pixels has it from the first */
};

enum lb_status lb_canvas_create(int width, int height, struct lb_canvas *out, struct lb_error *err);
/* Whether a file of this name, by its ending, is drawn without pixels. */
bool lb_canvas_is_vector_file(const char *path);
/* The same without pixels, for these files; the path is that which it is then written to. */
enum lb_status lb_canvas_create_vector(const char *path, int width, int height,
                                       struct lb_canvas *out, struct lb_error *err);
void lb_canvas_destroy(struct lb_canvas *canvas); /* harmless on {0} */

/* PNG, or PDF or SVG, by the ending of the name, of a sheet without pixels.  Reports whatever went wrong in the drawing too.  Temporary
 * name, then rename. */
enum lb_status lb_canvas_write(struct lb_canvas *canvas, const char *path, struct lb_error *err);

/* Covers the upper left corner with pixels[height][width], 0xRRGGBB, rows from the top; for sheets
 * of pixels. */
void lb_canvas_set_pixels(struct lb_canvas *canvas, int width, int height, const uint32_t *pixels);

void lb_canvas_set_colour(struct lb_canvas *canvas, uint32_t rgb);

/* Fills whole pixels. */
void lb_canvas_fill(struct lb_canvas *canvas, double x, double y, double width, double height,
                    uint32_t rgb);
/* A horizontal or vertical line exactly one pixel wide, whose pixels begin at (x, y). */
void lb_canvas_hairline(struct lb_canvas *canvas, double x, double y, double length, bool vertical,
                        uint32_t rgb);
/* A frame of one pixel around the rectangle, outside of it. */
void lb_canvas_frame(struct lb_canvas *canvas, double x, double y, double width, double height,
                     uint32_t rgb);

struct lb_canvas_font {
    double size; /* [pixels] */
    bool bold;
    uint32_t rgb;
};

double lb_canvas_text_width(struct lb_canvas *canvas, struct lb_canvas_font font, const char *text);

/* (x, y) is the point `right` of the text's width from its left end and `up` of a capital's height
 * above its baseline: 0, 0 for the beginning of the baseline, 0.5, 0.5 for the middle. */
void lb_canvas_text(struct lb_canvas *canvas, struct lb_canvas_font font, double x, double y,
                    double right, double up, const char *text);
/* Reads upwards; (x, y) is the middle. */
void lb_canvas_text_upwards(struct lb_canvas *canvas, struct lb_canvas_font font, double x,
                            double y, const char *text);

#endif
