/* decoded_png.c - decodes by cairo.
 * SPDX-License-Identifier: MIT */
#include "support/decoded_png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double decode_channel(uint32_t encoded)
{
    double c = (double)encoded / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

double lb_luminance(uint32_t rgb)
{
    return 0.2126 * decode_channel(rgb >> 16 & 0xFF) + 0.7152 * decode_channel(rgb >> 8 & 0xFF) +
           0.0722 * decode_channel(rgb & 0xFF);
}

uint32_t lb_decoded_png_at(const struct lb_decoded_png *picture, int x, int y)
{
    if (x < 0 || y < 0 || x >= picture->width || y >= picture->height) return 0xFFFFFFFFu;
    return picture->pixels[(size_t)y * (size_t)picture->width + (size_t)x];
}

void lb_decoded_png_free(struct lb_decoded_png *picture)
{
    free(picture->pixels);
    *picture = (struct lb_decoded_png){0};
}

#ifdef LB_WITH_PICTURES
#include <cairo/cairo.h>

bool lb_decoded_png_read(const char *path, struct lb_decoded_png *out)
{
    *out = (struct lb_decoded_png){0};
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    bool ok = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    if (ok) {
        out->width = cairo_image_surface_get_width(surface);
        out->height = cairo_image_surface_get_height(surface);
        size_t columns = (size_t)out->width, rows = (size_t)out->height;
        out->pixels = calloc(columns * rows, sizeof *out->pixels);
        ok = out->pixels != NULL;
        for (size_t y = 0; ok && y < rows; y++) {
            const unsigned char *row = cairo_image_surface_get_data(surface) +
                                       y * (size_t)cairo_image_surface_get_stride(surface);
            for (size_t x = 0; x < columns; x++) {
                uint32_t pixel;
                memcpy(&pixel, row + 4 * x, sizeof pixel);
                out->pixels[y * columns + x] = pixel & 0xFFFFFFu;
            }
        }
    }
    cairo_surface_destroy(surface);
    return ok;
}
#else
bool lb_decoded_png_read(const char *path, struct lb_decoded_png *out)
{
    (void)path;
    *out = (struct lb_decoded_png){0};
    return false;
}
#endif
