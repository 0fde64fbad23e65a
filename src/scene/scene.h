/* scene.h - pictures of surfaces and small spheres in space: water, membranes, particles.
 * A z-buffer with 2 x 2 samples a pixel; one light with shadows, a sky, highlights; the same bits
 * from the same scene.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SCENE_SCENE_H
#define LB_SCENE_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* Looks at `target` from above the horizon; the same height is in view with any angle. */
struct lb_scene_camera {
    double target[3]; /* [cells] */
    int up;           /* axis: 0 x, 1 y, 2 z */
    double
        azimuth_deg; /* of the eye around `up`; 0: on the side of the axis after it, x if up is z */
    double elevation_deg; /* above the horizon, -90 to 90 */
    double height;        /* [cells] in view at the target, from bottom to top */
    double angle_deg;     /* of view, from bottom to top; 0: parallel rays */
};

/* Colours are 0xRRGGBB.  Nodes that are not finite take their triangles out of the picture, and so
 * do nodes behind the eye. */
struct lb_scene_mesh {
    const struct lb_mesh *mesh; /* closed or open: both sides are seen */
    const double *node_values;  /* linear between nodes; NULL: one colour for all */
    const uint32_t *map;        /* LB_COLOUR_MAP_SIZE colours for values from `low` to `high` */
    double low, high;
    uint32_t colour;
    int smoothing; /* rounds in which each node's normal becomes the mean of its triangles' nodes':
                        * takes the steps of fill levels out of the light, 4 is good; 0: none */
    double gloss;  /* 0 dull to 1 wet */
    double visibility; /* [cells] behind the surface at which things fade to 1/e; 0: opaque.  Of
                        * several such surfaces only the first is seen */
    bool is_drawing;   /* a frame or an arrow, not a thing: it casts no shadow */
};

struct lb_scene_spheres {
    const double *position; /* [cells], position[3 * sphere + axis] */
    size_t count;
    const uint32_t *colours; /* NULL: one colour for all */
    uint32_t colour;
    double radius; /* [cells]; never smaller than one pixel */
};

struct lb_scene {
    int width, height; /* [pixels] */
    struct lb_scene_camera camera;
    double light[3]; /* direction towards it; zero: from above the camera's left shoulder */
    const struct lb_scene_mesh *meshes;
    size_t mesh_count;
    const struct lb_scene_spheres *spheres;
    size_t sphere_sets;
    const char *title; /* NULL: none */
};

/* The camera that has the box 0..size just in view, on a picture `aspect` times as wide as high.
 * Takes up, azimuth, elevation and angle from `from`; sets the rest. */
struct lb_scene_camera lb_scene_camera_on_box(struct lb_scene_camera from, const uint32_t size[3],
                                              double aspect);

/* Draws into pixels[height][width], 0xRRGGBB, rows from the top; without the title. */
enum lb_status lb_scene_draw(const struct lb_scene *scene, uint32_t *pixels, struct lb_error *err);

/* The same as a PNG with the title (temporary name, then rename). */
enum lb_status lb_scene_write(const char *path, const struct lb_scene *scene, struct lb_error *err);

#endif
