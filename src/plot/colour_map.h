/* colour_map.h - numbers to colours: maps of even perceived steps, built by formula.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_COLOUR_MAP_H
#define LB_PLOT_COLOUR_MAP_H

#include <stdint.h>

/* The first two are what pictures choose themselves. */
enum lb_colour_map_kind {
    LB_COLOUR_MAP_SEQUENTIAL, /* dark violet - blue - green - pale yellow: lightness rises evenly */
    LB_COLOUR_MAP_DIVERGING,  /* blue - white - red: lightness falls evenly to both sides */
    LB_COLOUR_MAP_FIRE,       /* dark red - orange - pale yellow */
    LB_COLOUR_MAP_ICE         /* dark blue - pale cyan */
};

/* Names of maps, in the order of their kinds. */
struct lb_colour_map {
    const char *name;
    enum lb_colour_map_kind kind;
};
extern const struct lb_colour_map lb_colour_maps[]; /* ends with a NULL name */

enum { LB_COLOUR_MAP_SIZE = 256 };

/* Colours are 0xRRGGBB (sRGB). */
#define LB_COLOUR_WALL 0x808080u
#define LB_COLOUR_FACE 0xDCE0E4u /* a boundary condition at the end of the box */
#define LB_COLOUR_NOT_FINITE 0xFF00FFu

void lb_colour_map_fill(enum lb_colour_map_kind kind, uint32_t out[LB_COLOUR_MAP_SIZE]);

/* The entry for `value` in [low, high]; values beyond take the last colour, NaN and infinity the
 * loud one. */
uint32_t lb_colour_map_look_up(const uint32_t map[LB_COLOUR_MAP_SIZE], double low, double high,
                               double value);

#endif
