/* scene_layer.h - what is nearest at each sample of a picture: the z-buffer of a scene.
 * Things are numbered: the triangles of the first mesh, of the second, ..., then the spheres.  Only
 * numbers are kept, so that each sample is shaded once.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SCENE_SCENE_LAYER_H
#define LB_SCENE_SCENE_LAYER_H

#include "scene/scene.h"
#include "scene/scene_view.h"

#define LB_SCENE_NOTHING UINT32_MAX

struct lb_scene_layer { /* initialise with {0} */
    size_t width, height;
    float *nearness;
    uint32_t *thing; /* LB_SCENE_NOTHING where the background is */
};

enum lb_status lb_scene_layer_create(size_t width, size_t height, struct lb_scene_layer *out,
                                     struct lb_error *err);
void lb_scene_layer_free(struct lb_scene_layer *layer);

/* Adds a mesh whose first triangle has the number `first`.  Where two things are equally near, the
 * first that was added stays. */
enum lb_status lb_scene_layer_add_mesh(struct lb_scene_layer *layer,
                                       const struct lb_scene_view *view, const struct lb_mesh *mesh,
                                       uint32_t first, struct lb_error *err);
/* Sphere s of a set, with the radius that lb_scene_radius() says. */
void lb_scene_layer_add_sphere(struct lb_scene_layer *layer, const struct lb_scene_view *view,
                               struct lb_vector centre, double radius, uint32_t number);

/* Nothing is smaller than a pixel, two samples. */
double lb_scene_radius(const struct lb_scene_view *view, struct lb_vector centre, double radius);

/* The shares of a triangle's corners in the surface at a place; false if it has no area there. */
bool lb_scene_shares(const struct lb_scene_view *view, const struct lb_scene_place corner[3],
                     double x, double y, double shares[3]);

#endif
