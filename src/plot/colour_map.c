/* colour_map.c - paths through the Oklab colour space (B. Ottosson, 2020), where equal distances
 * look equal.
 * SPDX-License-Identifier: MIT */
#include "plot/colour_map.h"

#include <math.h>
#include <stdbool.h>

/* A colour by lightness 0..1, colourfulness, and hue angle in degrees. */
struct lch {
    double lightness, chroma, hue;
};

static uint32_t encode_channel(double linear)
{
    double c = fmin(fmax(linear, 0.0), 1.0);
    double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1.0 / 2.4) - 0.055;
    return (uint32_t)lround(255.0 * encoded);
}

static void to_linear_rgb(struct lch colour, double rgb[3])
{
    double angle = colour.hue * acos(-1.0) / 180.0;
    double a = colour.chroma * cos(angle), b = colour.chroma * sin(angle);
    double l = pow(colour.lightness + 0.3963377774 * a + 0.2158037573 * b, 3.0);
    double m = pow(colour.lightness - 0.1055613458 * a - 0.0638541728 * b, 3.0);
    double s = pow(colour.lightness - 0.0894841775 * a - 1.2914855480 * b, 3.0);
    rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
    rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
    rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
}

static bool is_showable(const double rgb[3])
{
    const double slack = 1e-4;
    return fmin(rgb[0], fmin(rgb[1], rgb[2])) >= -slack &&
           fmax(rgb[0], fmax(rgb[1], rgb[2])) <= 1.0 + slack;
}

/* Where the screen cannot show the colour it loses colourfulness, never lightness or hue. */
static uint32_t to_screen(struct lch colour)
{
    double rgb[3], max = colour.chroma, min = 0.0;
    to_linear_rgb(colour, rgb);
    for (int i = 0; i < 30 && !(i == 0 && is_showable(rgb)); i++) {
        colour.chroma = 0.5 * (min + max);
        to_linear_rgb(colour, rgb);
        *(is_showable(rgb) ? &min : &max) = colour.chroma;
    }
    return encode_channel(rgb[0]) << 16 | encode_channel(rgb[1]) << 8 | encode_channel(rgb[2]);
}

static double mix(double from, double to, double t)
{
    return from + (to - from) * t;
}

/* The colourfulness waves because a screen's teal is duller than its violet and its yellow-green:
 * it stays just below what the screen can show, so that nothing is cut off and no edge appears that
 * the data do not have. */
static struct lch sequential(double t)
{
    return (struct lch){.lightness = mix(0.23, 0.95, t),
                        .chroma = 0.118 + 0.022 * cos(2.0 * acos(-1.0) * (t - 0.1) / 0.7),
                        .hue = mix(295.0, 105.0, pow(t, 1.15))};
}

static struct lch diverging(double t)
{
    double side = fabs(2.0 * t - 1.0);
    double max = t < 0.5 ? 0.155 : 0.185;
    return (struct lch){.lightness = mix(0.975, 0.36, side),
                        .chroma = max * sin(acos(-1.0) * 0.75 * side),
                        .hue = t < 0.5 ? mix(238.0, 264.0, side) : mix(45.0, 22.0, side)};
}

/* One hue after another at an even rise of lightness. */
static struct lch fire(double t)
{
    return (struct lch){.lightness = mix(0.2, 0.97, t),
                        .chroma = 0.16 * sin(acos(-1.0) * mix(0.25, 0.92, t)),
                        .hue = mix(15.0, 105.0, t)};
}

static struct lch ice(double t)
{
    return (struct lch){.lightness = mix(0.2, 0.97, t),
                        .chroma = 0.13 * sin(acos(-1.0) * mix(0.3, 0.93, t)),
                        .hue = mix(275.0, 200.0, t)};
}

const struct lb_colour_map lb_colour_maps[] = {{"sequential", LB_COLOUR_MAP_SEQUENTIAL},
                                               {"diverging", LB_COLOUR_MAP_DIVERGING},
                                               {"fire", LB_COLOUR_MAP_FIRE},
                                               {"ice", LB_COLOUR_MAP_ICE},
                                               {0}};

static struct lch colour_of(enum lb_colour_map_kind kind, double t)
{
    switch (kind) {
    case LB_COLOUR_MAP_DIVERGING: return diverging(t);
    case LB_COLOUR_MAP_FIRE: return fire(t);
    case LB_COLOUR_MAP_ICE: return ice(t);
    case LB_COLOUR_MAP_SEQUENTIAL: break;
    }
    return sequential(t);
}

void lb_colour_map_fill(enum lb_colour_map_kind kind, uint32_t out[LB_COLOUR_MAP_SIZE])
{
    for (int i = 0; i < LB_COLOUR_MAP_SIZE; i++) {
        double t = (double)i / (LB_COLOUR_MAP_SIZE - 1);
        out[i] = to_screen(colour_of(kind, t));
    }
}

uint32_t lb_colour_map_look_up(const uint32_t map[LB_COLOUR_MAP_SIZE], double low, double high,
                               double value)
{
    if (!isfinite(value)) return LB_COLOUR_NOT_FINITE;
    double t = (value - low) / (high - low);
    if (!(t > 0.0)) return map[0];
    if (t >= 1.0) return map[LB_COLOUR_MAP_SIZE - 1];
    return map[(int)(t * (LB_COLOUR_MAP_SIZE - 1) + 0.5)];
}
