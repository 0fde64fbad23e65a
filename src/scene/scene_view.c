/* scene_view.c - where the eye is, and where it looks.
 * SPDX-License-Identifier: MIT */
#include "scene/scene_view.h"

#include "scene/scene.h"

static const double margin = 1.04; /* around a box that is just in view */
static const double degree = 3.14159265358979323846 / 180.0;

/* The vector with these components along the two axes after `up` and along `up`. */
static struct lb_vector along(int up, double first, double second, double third)
{
    double v[3];
    v[(up + 1) % 3] = first;
    v[(up + 2) % 3] = second;
    v[up] = third;
    return lb_vector_load(v);
}

struct lb_scene_view lb_scene_view_of(const struct lb_scene_camera *camera, double width,
                                      double height)
{
    const double azimuth = camera->azimuth_deg * degree, elevation = camera->elevation_deg * degree;
    const double level = cos(elevation);
    const bool is_perspective = camera->angle_deg > 0.0;
    const double half = tan(0.5 * camera->angle_deg * degree);
    const double distance = is_perspective ? 0.5 * camera->height / half : 2.0 * camera->height;
    const struct lb_vector forward =
        along(camera->up, -level * cos(azimuth), -level * sin(azimuth), -sin(elevation));
    const struct lb_vector right = along(camera->up, -sin(azimuth), cos(azimuth), 0.0);
    return (struct lb_scene_view){
        .eye =
            lb_vector_subtract(lb_vector_load(camera->target), lb_vector_scale(distance, forward)),
        .right = right,
        .up = lb_vector_cross(right, forward),
        .forward = forward,
        .scale = is_perspective ? 0.5 * height / half : height / camera->height,
        .middle = {0.5 * width, 0.5 * height},
        .is_perspective = is_perspective,
    };
}

/* With rays from an eye at distance D before the middle, a corner at (x, y), z behind the middle, is
 * in view where |y| <= (D + z) tan(angle / 2), and the same for x; with parallel rays, where
 * |y| <= height / 2. */
struct lb_scene_camera lb_scene_camera_on_box(struct lb_scene_camera from, const uint32_t size[3],
                                              double aspect)
{
    const double half = tan(0.5 * from.angle_deg * degree);
    double max = 0.0;
    from.height = 1.0;
    const struct lb_scene_view view = lb_scene_view_of(&from, 1.0, 1.0);
    for (unsigned corner = 0; corner < 8; corner++) {
        const struct lb_vector d = {((corner & 1) != 0 ? 0.5 : -0.5) * size[0],
                                    ((corner & 2) != 0 ? 0.5 : -0.5) * size[1],
                                    ((corner & 4) != 0 ? 0.5 : -0.5) * size[2]};
        const double across = fabs(lb_vector_dot(d, view.right)) / aspect;
        const double aside = margin * fmax(across, fabs(lb_vector_dot(d, view.up)));
        const double behind = lb_vector_dot(d, view.forward);
        max = fmax(max, view.is_perspective ? aside / half - behind : aside);
    }
    for (int a = 0; a < 3; a++)
        from.target[a] = 0.5 * size[a];
    from.height = 2.0 * max * (view.is_perspective ? half : 1.0);
    return from;
}

struct lb_scene_view lb_scene_view_from(struct lb_vector towards, struct lb_vector centre,
                                        double radius, double samples)
{
    const struct lb_vector back = lb_scene_unit(towards);
    /* any axis that is not nearly the light's own */
    const struct lb_vector other =
        fabs(back.x) < 0.6 ? (struct lb_vector){1.0, 0.0, 0.0} : (struct lb_vector){0.0, 1.0, 0.0};
    const struct lb_vector right = lb_scene_unit(lb_vector_cross(other, back));
    return (struct lb_scene_view){
        .eye = lb_vector_add(centre, lb_vector_scale(2.0 * radius, back)),
        .right = right,
        .up = lb_vector_cross(back, right),
        .forward = lb_vector_scale(-1.0, back),
        .scale = samples / (2.0 * radius),
        .middle = {0.5 * samples, 0.5 * samples},
    };
}
