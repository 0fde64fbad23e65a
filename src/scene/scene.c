/* scene.c - prepares a scene, and shades each sample once.
 * SPDX-License-Identifier: MIT */
#include "scene/scene.h"

#include <stdlib.h>
#include <string.h>

#include "plot/colour_map.h"
#include "scene/scene_light.h"
#include "geometry/mesh_geometry.h"

enum { SAMPLES = 2 /* a pixel, each way */, MAX_PIXELS = 1 << 15 };
/* The sun sees all things with twice as many samples as the picture has pixels. */
enum { SHADOW_SAMPLES = 2, MAX_SHADOW_SAMPLES = 4096 };

static const uint32_t background_above = 0xFBFCFD, background_below = 0xD9E1E8;
static const double sphere_gloss = 0.35;
static const double max_apart = 0.5; /* cosine of smooth and flat normals, about */

struct stage {
    const struct lb_scene *scene;
    struct lb_scene_view view;
    struct lb_scene_layer opaque, clear;
    struct lb_scene_light light;
    uint32_t *first;           /* number of the first thing of each mesh, then of each set */
    struct lb_vector **normal; /* of each mesh's nodes */
};

/* --- the stage -------------------------------------------------------------------------------- */

static void add_to_corners(struct lb_vector *sums, const uint32_t corner[3], struct lb_vector a)
{
    for (int k = 0; k < 3; k++)
        sums[corner[k]] = lb_vector_add(sums[corner[k]], a);
}

static void make_units(struct lb_vector *normal, uint32_t count)
{
    for (uint32_t n = 0; n < count; n++)
        normal[n] = lb_scene_unit(normal[n]);
}

/* Each triangle gives the sum of its nodes' normals to its nodes; `from` and `to` change places. */
static void smooth(const struct lb_mesh *mesh, int rounds, struct lb_vector **from,
                   struct lb_vector **to)
{
    for (int round = 0; round < rounds; round++) {
        memset(*to, 0, mesh->node_count * sizeof **to);
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            const uint32_t *k = mesh->corner + 3 * t;
            add_to_corners(
                *to, k, lb_vector_add((*from)[k[0]], lb_vector_add((*from)[k[1]], (*from)[k[2]])));
        }
        make_units(*to, mesh->node_count);
        struct lb_vector *done = *from;
        *from = *to;
        *to = done;
    }
}

/* Triangles without an area, and those that are not finite, turn nothing. */
static struct lb_vector *normals_of(const struct lb_scene_mesh *m)
{
    const struct lb_mesh *mesh = m->mesh;
    struct lb_vector *normal = calloc((size_t)mesh->node_count + 1, sizeof *normal);
    struct lb_vector *other = calloc((size_t)mesh->node_count + 1, sizeof *other);
    if (normal != NULL && other != NULL) {
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const struct lb_vector n = lb_mesh_normal(mesh, t);
            if (isfinite(n.x + n.y + n.z)) add_to_corners(normal, mesh->corner + 3 * (size_t)t, n);
        }
        make_units(normal, mesh->node_count);
        smooth(mesh, m->smoothing, &normal, &other);
    } else {
        free(normal);
        normal = NULL;
    }
    free(other);
    return normal;
}

static enum lb_status number_things(struct stage *g, struct lb_error *err)
{
    const struct lb_scene *s = g->scene;
    uint64_t count = 0;
    g->first = calloc(s->mesh_count + s->sphere_sets + 1, sizeof *g->first);
    g->normal = calloc(s->mesh_count + 1, sizeof *g->normal);
    LB_NEED(g->first != NULL && g->normal != NULL, LB_STATUS_FAILED, "no memory for a scene");
    for (size_t i = 0; i < s->mesh_count + s->sphere_sets; i++) {
        g->first[i] = (uint32_t)count;
        count += i < s->mesh_count ? s->meshes[i].mesh->triangle_count
                                   : s->spheres[i - s->mesh_count].count;
        LB_NEED(count < LB_SCENE_NOTHING, LB_STATUS_FAILED,
                "a scene of more than 2^32 - 2 triangles and spheres is too large");
    }
    for (size_t i = 0; i < s->mesh_count; i++) {
        g->normal[i] = normals_of(&s->meshes[i]);
        LB_NEED(g->normal[i] != NULL, LB_STATUS_FAILED, "no memory for a scene");
    }
    return LB_STATUS_OK;
}

/* The clear one only where something is clear. */
static enum lb_status create_layers(const struct lb_scene *s, size_t width, size_t height,
                                    struct lb_scene_layer *opaque, struct lb_scene_layer *clear,
                                    struct lb_error *err)
{
    bool has_clear = false;
    for (size_t i = 0; i < s->mesh_count; i++)
        has_clear = has_clear || s->meshes[i].visibility > 0.0;
    LB_OK(lb_scene_layer_create(width, height, opaque, err));
    if (has_clear) LB_OK(lb_scene_layer_create(width, height, clear, err));
    return LB_STATUS_OK;
}

/* All things, as the eye or the sun sees them; `clear` may be NULL where nothing is. */
static enum lb_status fill_layers(const struct stage *g, const struct lb_scene_view *view,
                                  struct lb_scene_layer *opaque, struct lb_scene_layer *clear,
                                  struct lb_error *err)
{
    const struct lb_scene *s = g->scene;
    const bool is_sun = view == &g->light.view;
    for (size_t i = 0; i < s->mesh_count; i++) {
        if (is_sun && s->meshes[i].is_drawing) continue;
        LB_OK(lb_scene_layer_add_mesh(s->meshes[i].visibility > 0.0 ? clear : opaque, view,
                                      s->meshes[i].mesh, g->first[i], err));
    }
    for (size_t i = 0; i < s->sphere_sets; i++)
        for (size_t n = 0; n < s->spheres[i].count; n++) {
            const struct lb_vector centre = lb_vector_load(s->spheres[i].position + 3 * n);
            const double radius = lb_scene_radius(&g->view, centre, s->spheres[i].radius);
            lb_scene_layer_add_sphere(opaque, view, centre, radius,
                                      g->first[s->mesh_count + i] + (uint32_t)n);
        }
    return LB_STATUS_OK;
}

struct extent {
    double low[3], high[3];
};

static void extend(struct extent *e, const double *position, double radius)
{
    for (int a = 0; a < 3; a++)
        if (!isfinite(position[a])) return;
    for (int a = 0; a < 3; a++) {
        e->low[a] = fmin(e->low[a], position[a] - radius);
        e->high[a] = fmax(e->high[a], position[a] + radius);
    }
}

static struct extent extent_of(const struct lb_scene *s)
{
    const double far = (double)INFINITY;
    struct extent e = {{far, far, far}, {-far, -far, -far}};
    for (size_t i = 0; i < s->mesh_count; i++)
        for (size_t n = 0; n < s->meshes[i].mesh->node_count; n++)
            extend(&e, s->meshes[i].mesh->position + 3 * n, 0.0);
    for (size_t i = 0; i < s->sphere_sets; i++)
        for (size_t n = 0; n < s->spheres[i].count; n++)
            extend(&e, s->spheres[i].position + 3 * n, s->spheres[i].radius);
    return e;
}

static struct lb_vector direction_of_light(const struct stage *g)
{
    const struct lb_vector given = lb_vector_load(g->scene->light);
    if (lb_vector_length(given) > 0.0) return lb_scene_unit(given);
    const struct lb_vector left_and_back = lb_vector_add(lb_vector_scale(-0.65, g->view.right),
                                                         lb_vector_scale(-0.45, g->view.forward));
    return lb_scene_unit(lb_vector_add(left_and_back, lb_vector_scale(0.8, g->light.zenith)));
}

static enum lb_status set_light(struct stage *g, struct lb_error *err)
{
    double zenith[3] = {0};
    zenith[g->scene->camera.up] = 1.0;
    g->light.zenith = lb_vector_load(zenith);
    g->light.towards = direction_of_light(g);
    const struct extent e = extent_of(g->scene);
    const struct lb_vector low = lb_vector_load(e.low), high = lb_vector_load(e.high);
    const double radius = 0.5 * lb_vector_length(lb_vector_subtract(high, low));
    if (!(radius > 0.0) || !isfinite(radius)) return LB_STATUS_OK;
    const int larger = g->scene->width > g->scene->height ? g->scene->width : g->scene->height;
    const size_t wanted = SHADOW_SAMPLES * (size_t)larger;
    const size_t samples = wanted < MAX_SHADOW_SAMPLES ? wanted : MAX_SHADOW_SAMPLES;
    g->light.view = lb_scene_view_from(g->light.towards, lb_scene_mix(low, high, 0.5),
                                       1.01 * radius, (double)samples);
    LB_OK(create_layers(g->scene, samples, samples, &g->light.opaque, &g->light.clear, err));
    return fill_layers(g, &g->light.view, &g->light.opaque, &g->light.clear, err);
}

/* --- shading ---------------------------------------------------------------------------------- */

static uint32_t colour_of(const struct lb_scene_mesh *m, const uint32_t corner[3],
                          const double shares[3])
{
    double value = 0.0;
    if (m->node_values == NULL) return m->colour;
    for (int i = 0; i < 3; i++)
        value += shares[i] * m->node_values[corner[i]];
    return lb_colour_map_look_up(m->map, m->low, m->high, value);
}

/* Which side is seen, the flat triangle says.  Smooth normals of thin sheets point along them, and
 * at an outline they may lean away from the eye: both are turned back. */
static struct lb_vector settle_normal(struct lb_vector smooth, struct lb_vector flat,
                                      struct lb_vector to_eye)
{
    const double side = lb_vector_dot(flat, to_eye) < 0.0 ? -1.0 : 1.0;
    const struct lb_vector face = lb_scene_unit(lb_vector_scale(side, flat));
    struct lb_vector normal = lb_scene_unit(lb_vector_scale(side, smooth));
    const double apart = max_apart - lb_vector_dot(normal, face);
    if (apart > 0.0)
        normal = lb_scene_unit(lb_vector_add(normal, lb_vector_scale(2.0 * apart, face)));
    const double lean = lb_vector_dot(normal, to_eye);
    if (lean >= 0.0) return normal;
    return lb_scene_unit(lb_vector_subtract(normal, lb_vector_scale(lean, to_eye)));
}

static void find_spot_on_mesh(const struct stage *g, size_t which, uint32_t triangle, double x,
                              double y, struct lb_scene_spot *spot)
{
    const struct lb_scene_mesh *m = &g->scene->meshes[which];
    const uint32_t *k = m->mesh->corner + 3 * (size_t)triangle;
    struct lb_scene_place place[3];
    double shares[3];
    for (int i = 0; i < 3; i++)
        place[i] = lb_scene_place_of(&g->view, lb_mesh_node(m->mesh, k[i]));
    if (!lb_scene_shares(&g->view, place, x, y, shares))
        shares[0] = shares[1] = shares[2] = 1.0 / 3;
    struct lb_vector normal = {0};
    for (int i = 0; i < 3; i++)
        normal = lb_vector_add(normal, lb_vector_scale(shares[i], g->normal[which][k[i]]));
    spot->colour = lb_scene_decode(colour_of(m, k, shares));
    spot->normal = settle_normal(normal, lb_mesh_normal(m->mesh, triangle), spot->to_eye);
    spot->gloss = m->gloss;
    spot->is_clear = m->visibility > 0.0;
}

static void find_spot_on_sphere(const struct stage *g, size_t set, uint32_t number,
                                struct lb_scene_spot *spot)
{
    const struct lb_scene_spheres *s = &g->scene->spheres[set];
    const struct lb_vector centre = lb_vector_load(s->position + 3 * (size_t)number);
    spot->normal = lb_scene_unit(lb_vector_subtract(spot->point, centre));
    spot->colour = lb_scene_decode(s->colours != NULL ? s->colours[number] : s->colour);
    spot->gloss = sphere_gloss;
}

/* The thing that a layer has at a sample, and what is seen of it. */
static struct lb_scene_spot find_spot(const struct stage *g, const struct lb_scene_layer *layer,
                                      size_t x, size_t y)
{
    const size_t at = y * layer->width + x, sets = g->scene->mesh_count + g->scene->sphere_sets;
    const uint32_t thing = layer->thing[at];
    const struct lb_scene_ray ray =
        lb_scene_ray_through(&g->view, (double)x + 0.5, (double)y + 0.5);
    const double distance = lb_scene_distance(&g->view, (double)layer->nearness[at]);
    struct lb_scene_spot spot = {
        .point = lb_scene_point_at(ray, distance),
        .to_eye = lb_scene_unit(lb_vector_scale(-1.0, ray.way)),
    };
    size_t set = 0;
    while (set + 1 < sets && g->first[set + 1] <= thing)
        set++;
    if (set < g->scene->mesh_count)
        find_spot_on_mesh(g, set, thing - g->first[set], (double)x + 0.5, (double)y + 0.5, &spot);
    else
        find_spot_on_sphere(g, set - g->scene->mesh_count, thing - g->first[set], &spot);
    return spot;
}

/* Of the clear surface in front: how much of its own colour hides what is behind. */
static double hidden_share(const struct stage *g, size_t x, size_t y)
{
    const struct lb_scene_layer *clear = &g->clear, *opaque = &g->opaque;
    const size_t at = y * clear->width + x;
    if (opaque->thing[at] == LB_SCENE_NOTHING) return 1.0; /* as if there were no end to it */
    const double depth = lb_scene_distance(&g->view, (double)opaque->nearness[at]) -
                         lb_scene_distance(&g->view, (double)clear->nearness[at]);
    size_t mesh = 0;
    while (mesh + 1 < g->scene->mesh_count && g->first[mesh + 1] <= clear->thing[at])
        mesh++;
    return 1.0 - exp(-depth / g->scene->meshes[mesh].visibility);
}

static struct lb_vector sample(const struct stage *g, size_t x, size_t y)
{
    const struct lb_scene_layer *opaque = &g->opaque, *clear = &g->clear;
    const size_t at = y * opaque->width + x;
    const double down = ((double)y + 0.5) / (double)opaque->height;
    struct lb_vector colour;
    if (opaque->thing[at] != LB_SCENE_NOTHING) {
        const struct lb_scene_spot spot = find_spot(g, opaque, x, y);
        colour = lb_scene_shade(&g->light, &spot);
    } else {
        colour = lb_scene_mix(lb_scene_decode(background_above), lb_scene_decode(background_below),
                              down);
    }
    if (clear->thing == NULL || clear->thing[at] == LB_SCENE_NOTHING ||
        !(clear->nearness[at] > opaque->nearness[at]))
        return colour;
    const struct lb_scene_spot spot = find_spot(g, clear, x, y);
    return lb_scene_mix(colour, lb_scene_shade(&g->light, &spot), hidden_share(g, x, y));
}

static void shade_pixels(const struct stage *g, uint32_t *pixels)
{
    for (int y = 0; y < g->scene->height; y++)
        for (int x = 0; x < g->scene->width; x++) {
            struct lb_vector sum = {0};
            for (int j = 0; j < SAMPLES; j++)
                for (int i = 0; i < SAMPLES; i++)
                    sum = lb_vector_add(
                        sum, sample(g, (size_t)(SAMPLES * x + i), (size_t)(SAMPLES * y + j)));
            *pixels++ = lb_scene_encode(lb_vector_scale(1.0 / (SAMPLES * SAMPLES), sum));
        }
}

static enum lb_status check_scene(const struct lb_scene *s, struct lb_error *err)
{
    const struct lb_scene_camera *c = &s->camera;
    if (s->width < 1 || s->height < 1 || s->width > MAX_PIXELS || s->height > MAX_PIXELS)
        return lb_fail(err, LB_STATUS_FAILED, "a picture of %d x %d pixels; 1 to %d each way",
                       s->width, s->height, MAX_PIXELS);
    if (!(c->height > 0.0) || !isfinite(c->height) || !(c->angle_deg >= 0.0) ||
        !(c->angle_deg < 170.0) || !isfinite(c->azimuth_deg) || !isfinite(c->elevation_deg) ||
        c->up < 0 || c->up > 2)
        return lb_fail(err, LB_STATUS_FAILED,
                       "a camera with a height of %g cells, an angle of %g degrees and axis %d up; "
                       "the height must be above 0, the angle 0 to 170, the axis 0 to 2",
                       c->height, c->angle_deg, c->up);
    return LB_STATUS_OK;
}

enum lb_status lb_scene_draw(const struct lb_scene *scene, uint32_t *pixels, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct stage g = {.scene = scene};
    LB_TRY(check_scene(scene, err));
    const size_t width = (size_t)(SAMPLES * scene->width);
    const size_t height = (size_t)(SAMPLES * scene->height);
    g.view = lb_scene_view_of(&scene->camera, (double)width, (double)height);
    LB_TRY(number_things(&g, err));
    LB_TRY(create_layers(scene, width, height, &g.opaque, &g.clear, err));
    LB_TRY(fill_layers(&g, &g.view, &g.opaque, &g.clear, err));
    LB_TRY(set_light(&g, err));
    shade_pixels(&g, pixels);
cleanup:
    for (size_t i = 0; g.normal != NULL && i < scene->mesh_count; i++)
        free(g.normal[i]);
    free(g.normal);
    free(g.first);
    lb_scene_layer_free(&g.opaque);
    lb_scene_layer_free(&g.clear);
    lb_scene_layer_free(&g.light.opaque);
    lb_scene_layer_free(&g.light.clear);
    return st;
}
