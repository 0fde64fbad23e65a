/* decoded_png.h - the pixels of a PNG, for tests that look at pictures.  Only in builds with
 * pictures.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_DECODED_PNG_H
#define LB_TESTS_DECODED_PNG_H

#include <stdbool.h>
#include <stdint.h>

struct lb_decoded_png {
    int width, height;
    uint32_t *pixels; /* 0xRRGGBB, rows from top to bottom */
};

/* False, and an empty picture, where the file is missing or no PNG. */
bool lb_decoded_png_read(const char *path, struct lb_decoded_png *out);
void lb_decoded_png_free(struct lb_decoded_png *picture);

uint32_t lb_decoded_png_at(const struct lb_decoded_png *picture, int x, int y);

/* Relative luminance of a colour, 0 black to 1 white (IEC 61966-2-1). */
double lb_luminance(uint32_t rgb);

#endif
