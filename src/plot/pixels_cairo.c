/* pixels_cairo.c - reads a PNG, by cairo.
 * SPDX-License-Identifier: MIT */
#include <cairo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_text.h"
#include "plot/picture.h"

/* Rec. 601; colours are multiplied by their opacity already. */
static uint8_t luminance_of(uint32_t pixel, bool has_alpha)
{
    const uint32_t alpha = has_alpha ? pixel >> 24 : 255;
    const uint32_t colour =
        (299 * (pixel >> 16 & 0xFF) + 587 * (pixel >> 8 & 0xFF) + 114 * (pixel & 0xFF) + 500) /
        1000;
    return (uint8_t)(colour + 255 - alpha);
}

static enum lb_status convert(cairo_surface_t *image, const char *path, uint32_t width,
                              uint32_t height, uint8_t **out, struct lb_error *err)
{
    const cairo_format_t format = cairo_image_surface_get_format(image);
    const unsigned char *data = cairo_image_surface_get_data(image);
    const size_t stride = (size_t)cairo_image_surface_get_stride(image);
    LB_NEED(format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24, LB_STATUS_USAGE,
            "cannot read '%s': its pixels have more than 8 bits a colour", path);
    *out = malloc((size_t)width * height + 1);
    LB_NEED(*out != NULL, LB_STATUS_FAILED, "no memory for the pixels of '%s'", path);
    for (uint32_t y = 0; y < height; y++) {
        const uint32_t *row = (const uint32_t *)(const void *)(data + stride * (height - 1 - y));
        for (uint32_t x = 0; x < width; x++)
            (*out)[(size_t)y * width + x] = luminance_of(row[x], format == CAIRO_FORMAT_ARGB32);
    }
    return LB_STATUS_OK;
}

/* Cairo keeps the upper half of 16 bits, or refuses them, as its version has it. */
static enum lb_status check_depth(const char *path, struct lb_error *err)
{
    unsigned char head[25] = {0};
    const char *why;
    FILE *file = lb_open_ordinary(path, &why);
    LB_NEED(file != NULL, LB_STATUS_USAGE, "cannot read '%s': %s", path, why);
    const size_t count = fread(head, 1, sizeof head, file);
    fclose(file);
    const bool is_deep = count == sizeof head && memcmp(head + 1, "PNG", 3) == 0 && head[24] > 8;
    LB_NEED(!is_deep, LB_STATUS_USAGE,
            "cannot read '%s': its pixels have %d bits a colour, and 8 are read; .tif keeps more",
            path, head[24]);
    return LB_STATUS_OK;
}

enum lb_status lb_pixels_read(const char *path, uint32_t *width, uint32_t *height, uint8_t **out,
                              struct lb_error *err)
{
    LB_OK(check_depth(path, err));
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    const cairo_status_t read = cairo_surface_status(image);
    enum lb_status st = LB_STATUS_OK;
    if (read != CAIRO_STATUS_SUCCESS) {
        st = lb_fail(err, read == CAIRO_STATUS_NO_MEMORY ? LB_STATUS_FAILED : LB_STATUS_USAGE,
                     "cannot read the picture '%s': %s", path, cairo_status_to_string(read));
    } else {
        *width = (uint32_t)cairo_image_surface_get_width(image);
        *height = (uint32_t)cairo_image_surface_get_height(image);
        st = convert(image, path, *width, *height, out, err);
    }
    cairo_surface_destroy(image);
    return st;
}
