/* scene_light.h - the light of a scene: a sun with shadows, a sky, what glossy surfaces mirror of it.
 * Sums in linear light; colours are decoded from and encoded to sRGB (IEC 61966-2-1).
 * SPDX-License-Identifier: MIT */
#ifndef LB_SCENE_SCENE_LIGHT_H
#define LB_SCENE_SCENE_LIGHT_H

#include "scene/scene_layer.h"

struct lb_scene_light {
    struct lb_vector towards; /* the sun, length 1 */
    struct lb_vector zenith;
    struct lb_scene_view view; /* from the sun */
    /* What the sun sees of opaque and of clear things; empty: no shadows.  Clear things cast theirs
     * on clear things only: the sun shines into the water. */
    struct lb_scene_layer opaque, clear;
};

struct lb_scene_spot { /* of a surface */
    struct lb_vector point;
    struct lb_vector normal; /* length 1, on the side of the eye */
    struct lb_vector to_eye; /* length 1 */
    struct lb_vector colour; /* red, green, blue, linear */
    double gloss;
    bool is_clear;
};

struct lb_vector lb_scene_decode(uint32_t rgb);
uint32_t lb_scene_encode(struct lb_vector colour);
struct lb_vector lb_scene_mix(struct lb_vector a, struct lb_vector b, double share_of_b);

/* Light that goes from the spot to the eye. */
struct lb_vector lb_scene_shade(const struct lb_scene_light *light,
                                const struct lb_scene_spot *spot);

#endif
