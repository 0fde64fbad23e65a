/* scene_view.h - from positions in space to places on a picture, and back along rays.
 * A place has x to the right, y down [samples], and a nearness that is linear on the picture for
 * points of a plane: 1 / distance, or minus the distance where rays are parallel.  Larger is nearer.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SCENE_SCENE_VIEW_H
#define LB_SCENE_SCENE_VIEW_H

#include <stdbool.h>

#include "geometry/vector.h"

struct lb_scene_camera;

struct lb_scene_view {
    struct lb_vector eye, right, up, forward;
    double scale; /* samples per cell; of parallel rays anywhere, else at distance 1 */
    double middle[2];
    bool is_perspective;
};

struct lb_scene_place {
    double x, y, nearness; /* nearness NaN: behind the eye */
};

/* A picture of width x height samples. */
struct lb_scene_view lb_scene_view_of(const struct lb_scene_camera *camera, double width,
                                      double height);

/* Parallel rays from the side `towards` onto a ball; `samples` across. */
struct lb_scene_view lb_scene_view_from(struct lb_vector towards, struct lb_vector centre,
                                        double radius, double samples);

static inline struct lb_scene_place lb_scene_place_of(const struct lb_scene_view *v,
                                                      struct lb_vector point)
{
    const struct lb_vector d = lb_vector_subtract(point, v->eye);
    const double x = lb_vector_dot(d, v->right), y = lb_vector_dot(d, v->up);
    const double z = lb_vector_dot(d, v->forward);
    if (!v->is_perspective)
        return (struct lb_scene_place){v->middle[0] + v->scale * x, v->middle[1] - v->scale * y,
                                       -z};
    const double nearness = z > 0.0 ? 1.0 / z : (double)NAN;
    return (struct lb_scene_place){v->middle[0] + v->scale * x * nearness,
                                   v->middle[1] - v->scale * y * nearness, nearness};
}

static inline double lb_scene_distance(const struct lb_scene_view *v, double nearness)
{
    return v->is_perspective ? 1.0 / nearness : -nearness;
}

static inline double lb_scene_nearness(const struct lb_scene_view *v, double distance)
{
    return v->is_perspective ? 1.0 / distance : -distance;
}

/* The ray through a place: origin + distance x way. */
struct lb_scene_ray {
    struct lb_vector origin, way;
};

static inline struct lb_scene_ray lb_scene_ray_through(const struct lb_scene_view *v, double x,
                                                       double y)
{
    const struct lb_vector across =
        lb_vector_add(lb_vector_scale((x - v->middle[0]) / v->scale, v->right),
                      lb_vector_scale((v->middle[1] - y) / v->scale, v->up));
    if (v->is_perspective) return (struct lb_scene_ray){v->eye, lb_vector_add(v->forward, across)};
    return (struct lb_scene_ray){lb_vector_add(v->eye, across), v->forward};
}

static inline struct lb_vector lb_scene_point_at(struct lb_scene_ray ray, double distance)
{
    return lb_vector_add(ray.origin, lb_vector_scale(distance, ray.way));
}

static inline struct lb_vector lb_scene_unit(struct lb_vector a)
{
    const double length = lb_vector_length(a);
    return length > 0.0 ? lb_vector_scale(1.0 / length, a) : a;
}

#endif
