/* scene_light.c - the model: Lambert under a sun and a two-coloured sky; Blinn's highlight and a
 * mirrored sky where surfaces are glossy.
 * SPDX-License-Identifier: MIT */
#include "scene/scene_light.h"

enum { SHADOW_REACH = 1 }; /* samples around the one of a spot: soft edges */

static const double sunlight = 0.80;
static const double highlight_exponent = 90.0;
static const double highlight = 0.9;
static const double clearance = 1.6; /* of a spot from its own shadow [samples of the shadow] */
static const double water_mirrors = 0.02; /* looking straight down, refractive index 4/3 */

/* Along the surface all is mirrored; but in front of a plain background that looks like ink. */
static const double max_mirrored = 0.5;

static const struct lb_vector sun_colour = {1.0, 0.96, 0.90};
static const struct lb_vector ground_colour = {0.17, 0.18, 0.20};
static const struct lb_vector horizon_colour = {0.46, 0.50, 0.54};
static const struct lb_vector zenith_colour = {0.42, 0.54, 0.72};

static double decode_channel(uint32_t encoded)
{
    const double c = (double)(encoded & 0xFF) / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static uint32_t encode_channel(double linear)
{
    const double c = fmin(fmax(linear, 0.0), 1.0);
    const double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1.0 / 2.4) - 0.055;
    return (uint32_t)(255.0 * encoded + 0.5);
}

struct lb_vector lb_scene_decode(uint32_t rgb)
{
    return (struct lb_vector){decode_channel(rgb >> 16), decode_channel(rgb >> 8),
                              decode_channel(rgb)};
}

uint32_t lb_scene_encode(struct lb_vector colour)
{
    return encode_channel(colour.x) << 16 | encode_channel(colour.y) << 8 |
           encode_channel(colour.z);
}

struct lb_vector lb_scene_mix(struct lb_vector a, struct lb_vector b, double share_of_b)
{
    return lb_vector_add(lb_vector_scale(1.0 - share_of_b, a), lb_vector_scale(share_of_b, b));
}

/* The share of light that water mirrors, by the cosine of its angle to the normal (Schlick, 1994); less
 * of it along the surface. */
static double mirrored(double cosine)
{
    const double slant = 1.0 - fmin(fmax(cosine, 0.0), 1.0);
    return water_mirrors + (max_mirrored - water_mirrors) * pow(slant, 5.0);
}

/* By the height of a direction above the horizon, up to 1. */
static struct lb_vector sky(double height)
{
    return lb_scene_mix(horizon_colour, zenith_colour, fmax(height, 0.0));
}

/* What arrives on a surface from all of the sky above it: smoother than the sky. */
static struct lb_vector skylight(double height)
{
    return lb_scene_mix(ground_colour, zenith_colour, 0.5 + 0.5 * height);
}

static bool is_lit(const struct lb_scene_layer *map, double x, double y, double nearness)
{
    if (map->nearness == NULL) return true;
    if (!(x >= 0.0 && y >= 0.0 && x < (double)map->width && y < (double)map->height)) return true;
    return (double)map->nearness[(size_t)y * map->width + (size_t)x] <= nearness;
}

/* The share of the sun that reaches the spot.  The spot is lifted from its surface by a little more
 * than a sample of the shadow map is wide. */
static double sunny(const struct lb_scene_light *light, const struct lb_scene_spot *spot)
{
    const double lift = clearance / light->view.scale;
    const struct lb_vector aside =
        lb_vector_add(lb_vector_scale(lift, spot->normal), lb_vector_scale(lift, light->towards));
    const struct lb_scene_place p =
        lb_scene_place_of(&light->view, lb_vector_add(spot->point, aside));
    int lit = 0, count = 0;
    if (light->opaque.nearness == NULL) return 1.0;
    for (int j = -SHADOW_REACH; j <= SHADOW_REACH; j++)
        for (int i = -SHADOW_REACH; i <= SHADOW_REACH; i++, count++)
            lit += is_lit(&light->opaque, p.x + i, p.y + j, p.nearness) &&
                   (!spot->is_clear || is_lit(&light->clear, p.x + i, p.y + j, p.nearness));
    return (double)lit / count;
}

struct lb_vector lb_scene_shade(const struct lb_scene_light *light, const struct lb_scene_spot *s)
{
    const double facing = lb_vector_dot(s->normal, light->towards);
    const double sun = facing > 0.0 ? sunny(light, s) : 0.0;
    struct lb_vector arriving = skylight(lb_vector_dot(s->normal, light->zenith));
    arriving =
        lb_vector_add(arriving, lb_vector_scale(sunlight * sun * fmax(facing, 0.0), sun_colour));
    struct lb_vector out = {s->colour.x * arriving.x, s->colour.y * arriving.y,
                            s->colour.z * arriving.z};
    if (!(s->gloss > 0.0)) return out;
    const double cosine = lb_vector_dot(s->normal, s->to_eye);
    const struct lb_vector mirror =
        lb_vector_subtract(lb_vector_scale(2.0 * cosine, s->normal), s->to_eye);
    const struct lb_vector half = lb_scene_unit(lb_vector_add(s->to_eye, light->towards));
    const double shine = pow(fmax(lb_vector_dot(s->normal, half), 0.0), highlight_exponent);
    /* what looks down sees other surfaces, much like its own, and not the sky */
    const double height = lb_vector_dot(mirror, light->zenith);
    const double open = fmin(fmax(1.0 + 4.0 * height, 0.0), 1.0);
    out = lb_scene_mix(out, sky(height), open * s->gloss * mirrored(cosine));
    return lb_vector_add(out, lb_vector_scale(highlight * s->gloss * sun * shine, sun_colour));
}
