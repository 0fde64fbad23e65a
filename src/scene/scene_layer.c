/* scene_layer.c - triangles and spheres into the z-buffer.
 * SPDX-License-Identifier: MIT */
#include "scene/scene_layer.h"

#include <stdlib.h>
#include <string.h>

/* Samples this little outside of a triangle [of its size] belong to it, so that rounding leaves no
 * cracks between neighbours. */
static const double overlap = 1e-9;

enum lb_status lb_scene_layer_create(size_t width, size_t height, struct lb_scene_layer *out,
                                     struct lb_error *err)
{
    const size_t samples = width * height;
    *out = (struct lb_scene_layer){.width = width, .height = height};
    out->nearness = malloc(samples * sizeof *out->nearness);
    out->thing = malloc(samples * sizeof *out->thing);
    if (out->nearness == NULL || out->thing == NULL) {
        lb_scene_layer_free(out);
        return lb_fail(err, LB_STATUS_FAILED, "no memory for a picture of %zu x %zu samples", width,
                       height);
    }
    for (size_t i = 0; i < samples; i++)
        out->nearness[i] = -INFINITY;
    memset(out->thing, 0xFF, samples * sizeof *out->thing);
    return LB_STATUS_OK;
}

void lb_scene_layer_free(struct lb_scene_layer *layer)
{
    free(layer->nearness);
    free(layer->thing);
    *layer = (struct lb_scene_layer){0};
}

static void offer(struct lb_scene_layer *layer, size_t x, size_t y, double nearness, uint32_t thing)
{
    const size_t at = y * layer->width + x;
    const float rounded = (float)nearness;
    if (!(rounded > layer->nearness[at])) return;
    layer->nearness[at] = rounded;
    layer->thing[at] = thing;
}

/* Samples have their middle at + 1/2.  The first whose middle is at or behind `low`, and one behind
 * the last in front of `high`. */
static size_t first_sample(double low, size_t count)
{
    const double first = ceil(low - 0.5);
    return first <= 0.0 ? 0 : first >= (double)count ? count : (size_t)first;
}

static size_t end_sample(double high, size_t count)
{
    const double end = floor(high - 0.5) + 1.0;
    return end <= 0.0 ? 0 : end >= (double)count ? count : (size_t)end;
}

static double min(const double a[3])
{
    return fmin(a[0], fmin(a[1], a[2]));
}

static double max(const double a[3])
{
    return fmax(a[0], fmax(a[1], a[2]));
}

/* Shares on the picture, linear from the first corner on, so that small triangles keep their digits:
 * share[i] = (i == 0) + (x - x0) * by_x[i] + (y - y0) * by_y[i]. */
struct slopes {
    double x0, y0, by_x[3], by_y[3];
};

static bool slopes_of(const struct lb_scene_place p[3], struct slopes *out)
{
    const double area =
        (p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y);
    if (!(fabs(area) > 0.0) || !isfinite(area)) return false;
    out->x0 = p[0].x;
    out->y0 = p[0].y;
    for (int i = 0; i < 3; i++) {
        const struct lb_scene_place *b = &p[(i + 1) % 3], *c = &p[(i + 2) % 3];
        out->by_x[i] = (b->y - c->y) / area;
        out->by_y[i] = (c->x - b->x) / area;
    }
    return true;
}

static void shares_at(const struct slopes *s, double x, double y, double share[3])
{
    for (int i = 0; i < 3; i++)
        share[i] = (i == 0 ? 1.0 : 0.0) + (x - s->x0) * s->by_x[i] + (y - s->y0) * s->by_y[i];
}

static void add_triangle(struct lb_scene_layer *layer, const struct lb_scene_place p[3],
                         uint32_t number)
{
    struct slopes s;
    const double xs[3] = {p[0].x, p[1].x, p[2].x}, ys[3] = {p[0].y, p[1].y, p[2].y};
    if (!isfinite(p[0].nearness + p[1].nearness + p[2].nearness) || !slopes_of(p, &s)) return;
    const size_t x0 = first_sample(min(xs), layer->width);
    const size_t x1 = end_sample(max(xs), layer->width);
    const size_t y0 = first_sample(min(ys), layer->height);
    const size_t y1 = end_sample(max(ys), layer->height);
    for (size_t y = y0; y < y1; y++)
        for (size_t x = x0; x < x1; x++) {
            double share[3];
            shares_at(&s, (double)x + 0.5, (double)y + 0.5, share);
            if (min(share) < -overlap) continue;
            offer(layer, x, y,
                  share[0] * p[0].nearness + share[1] * p[1].nearness + share[2] * p[2].nearness,
                  number);
        }
}

enum lb_status lb_scene_layer_add_mesh(struct lb_scene_layer *layer,
                                       const struct lb_scene_view *view, const struct lb_mesh *mesh,
                                       uint32_t first, struct lb_error *err)
{
    struct lb_scene_place *place = malloc(((size_t)mesh->node_count + 1) * sizeof *place);
    if (place == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory to draw %u nodes", mesh->node_count);
    for (size_t n = 0; n < mesh->node_count; n++)
        place[n] = lb_scene_place_of(view, lb_vector_load(mesh->position + 3 * n));
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * (size_t)t;
        const struct lb_scene_place p[3] = {place[k[0]], place[k[1]], place[k[2]]};
        add_triangle(layer, p, first + t);
    }
    free(place);
    return LB_STATUS_OK;
}

double lb_scene_radius(const struct lb_scene_view *view, struct lb_vector centre, double radius)
{
    const struct lb_scene_place p = lb_scene_place_of(view, centre);
    const double cell = view->is_perspective ? view->scale * p.nearness : view->scale;
    return fmax(radius, 1.0 / cell);
}

/* Distance along a ray to a sphere; negative: it passes by. */
static double sphere_distance(struct lb_scene_ray ray, struct lb_vector centre, double radius)
{
    const struct lb_vector to = lb_vector_subtract(centre, ray.origin);
    const double a = lb_vector_dot(ray.way, ray.way), b = lb_vector_dot(ray.way, to);
    const double c = lb_vector_dot(to, to) - radius * radius, root = b * b - a * c;
    return root >= 0.0 ? (b - sqrt(root)) / a : -1.0;
}

/* The rays of the samples around the sphere; seen from near by its outline is a little wider than
 * its radius.  Where something is in front of all of it already, as in a crowd of spheres it mostly
 * is, no ray is needed. */
void lb_scene_layer_add_sphere(struct lb_scene_layer *layer, const struct lb_scene_view *view,
                               struct lb_vector centre, double radius, uint32_t number)
{
    const struct lb_scene_place p = lb_scene_place_of(view, centre);
    if (!isfinite(p.x + p.y + p.nearness)) return;
    const double distance = lb_scene_distance(view, p.nearness);
    if (view->is_perspective && !(distance > 2.0 * radius)) return;
    const double cell = view->is_perspective ? view->scale / (distance - radius) : view->scale;
    const struct lb_vector aside = lb_vector_subtract(centre, view->eye);
    const double slant =
        view->is_perspective ? lb_vector_length(aside) / lb_vector_dot(aside, view->forward) : 1.0;
    const double reach = 1.2 * slant * radius * cell + 1.0;
    const float front = (float)lb_scene_nearness(view, distance - radius * (1.0 + overlap));
    const size_t x0 = first_sample(p.x - reach, layer->width);
    const size_t x1 = end_sample(p.x + reach, layer->width);
    const size_t y1 = end_sample(p.y + reach, layer->height);
    for (size_t y = first_sample(p.y - reach, layer->height); y < y1; y++)
        for (size_t x = x0; x < x1; x++) {
            if (!(front > layer->nearness[y * layer->width + x])) continue;
            const struct lb_scene_ray ray =
                lb_scene_ray_through(view, (double)x + 0.5, (double)y + 0.5);
            const double hit = sphere_distance(ray, centre, radius);
            if (hit > 0.0) offer(layer, x, y, lb_scene_nearness(view, hit), number);
        }
}

bool lb_scene_shares(const struct lb_scene_view *view, const struct lb_scene_place corner[3],
                     double x, double y, double shares[3])
{
    struct slopes s;
    double sum = 0.0;
    if (!slopes_of(corner, &s)) return false;
    shares_at(&s, x, y, shares);
    for (int i = 0; i < 3; i++) {
        shares[i] = fmax(0.0, shares[i]);
        if (view->is_perspective) shares[i] *= corner[i].nearness;
        sum += shares[i];
    }
    if (!(sum > 0.0)) return false;
    for (int i = 0; i < 3; i++)
        shares[i] /= sum;
    return true;
}
