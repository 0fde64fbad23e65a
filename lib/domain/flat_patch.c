/* flat_patch.c - a patch in the coordinates of its plane: what it covers and what goes through it.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "domain/openings_internal.h"
#include "geometry/mesh_geometry.h"

enum { MAX_BINS = 1 << 22 };

/* Places that are rounded alike are one place [cells], so far are crossings from what cells were
 * made of; how long half a link is at most, and half of what a flat box has across. */
static const double rounding = 1e-9, slack = 1e-3, reach = 1.75, half = 0.499;

static bool is_of_triangles(const struct lb_flat_patch *p)
{
    return p->kind != LB_PATCH_BOX && p->kind != LB_PATCH_DISC;
}

/* --- the plane -------------------------------------------------------------------------------- */

void lb_flat_patch_face(struct lb_flat_patch *p, const double normal[3])
{
    const double length = lb_vector_length(lb_vector_load(normal));
    struct lb_vector n = lb_vector_scale(1.0 / length, lb_vector_load(normal));
    double size[3] = {fabs(n.x), fabs(n.y), fabs(n.z)}, unit[3] = {0.0, 0.0, 0.0};
    int least = 2;
    p->across = 0;
    for (int a = 1; a < 3; a++)
        if (size[a] > size[p->across]) p->across = a;
    for (int a = 1; a >= 0; a--)
        if (size[a] < size[least]) least = a;
    if (size[p->across] > 1.0 - 1e-9) { /* exactly along an axis */
        unit[p->across] = normal[p->across] > 0.0 ? 1.0 : -1.0;
        n = lb_vector_load(unit);
        unit[p->across] = 0.0;
    }
    unit[least] = 1.0;
    const struct lb_vector e = lb_vector_load(unit);
    struct lb_vector b = lb_vector_subtract(e, lb_vector_scale(lb_vector_dot(e, n), n));
    b = lb_vector_scale(1.0 / lb_vector_length(b), b);
    lb_vector_store(lb_vector_cross(b, n), p->axis[0]);
    lb_vector_store(b, p->axis[1]);
    lb_vector_store(n, p->axis[2]);
}

bool lb_flat_patch_is_oblique(const struct lb_flat_patch *p)
{
    return fabs(p->axis[2][p->across]) < 1.0 - 1e-6;
}

void lb_flat_patch_coordinates(const struct lb_flat_patch *p, const double x[3], double out[3])
{
    const struct lb_vector way = lb_vector_subtract(lb_vector_load(x), lb_vector_load(p->origin));
    for (int a = 0; a < 3; a++)
        out[a] = lb_vector_dot(way, lb_vector_load(p->axis[a]));
}

/* --- triangles -------------------------------------------------------------------------------- */

/* The mean normal, whose length is the area across it, and the middle. */
static enum lb_status find_plane(const struct lb_patch *patch, const uint8_t *is_in,
                                 struct lb_flat_patch *p, struct lb_error *err)
{
    double normal[3] = {0.0}, middle[3] = {0.0}, area = 0.0;
    for (uint32_t t = 0; t < patch->mesh->triangle_count; t++) {
        if (!is_in[t]) continue;
        const struct lb_vector n = lb_vector_scale(0.5, lb_mesh_normal(patch->mesh, t));
        const double own = lb_vector_length(n);
        lb_vector_add_to(normal, 1.0, n);
        for (size_t k = 0; k < 3; k++)
            lb_vector_add_to(middle, own / 3.0,
                             lb_mesh_node(patch->mesh, patch->mesh->corner[3 * (size_t)t + k]));
        area += own;
        p->count++;
    }
    LB_NEED(area > 0.0, LB_STATUS_USAGE, "%s: no triangle with an area is there", patch->name);
    p->area = lb_vector_length(lb_vector_load(normal));
    LB_NEED(p->area > 0.5 * area, LB_STATUS_USAGE,
            "%s: its %u triangles face so many ways that they are no opening", patch->name,
            p->count);
    for (int a = 0; a < 3; a++)
        p->origin[a] = middle[a] / area;
    lb_flat_patch_face(p, normal);
    return LB_STATUS_OK;
}

static void take_triangles(const struct lb_mesh *mesh, const uint8_t *is_in,
                           struct lb_flat_patch *p)
{
    uint32_t n = 0;
    for (int a = 0; a < 3; a++) {
        p->low[a] = (double)INFINITY;
        p->high[a] = -(double)INFINITY;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        if (!is_in[t]) continue;
        for (size_t k = 0; k < 3; k++) {
            double *x = p->corner[n][k];
            lb_flat_patch_coordinates(
                p, mesh->position + 3 * (size_t)mesh->corner[3 * (size_t)t + k], x);
            for (int a = 0; a < 3; a++) {
                p->low[a] = fmin(p->low[a], x[a]);
                p->high[a] = fmax(p->high[a], x[a]);
            }
        }
        n++;
    }
}

/* --- squares of the plane --------------------------------------------------------------------- */

static uint32_t bin_along(const struct lb_flat_patch *p, int axis, double at)
{
    const double bin = floor((at - p->low[axis]) / p->bin_size);
    return bin < 0.0 ? 0 : bin >= p->bins[axis] ? p->bins[axis] - 1 : (uint32_t)bin;
}

/* Of what lies between two places: first and last along both axes. */
static void bins_between(const struct lb_flat_patch *p, const double low[2], const double high[2],
                         uint32_t first[2], uint32_t last[2])
{
    for (int a = 0; a < 2; a++) {
        first[a] = bin_along(p, a, low[a] - slack);
        last[a] = bin_along(p, a, high[a] + slack);
    }
}

/* Counts the triangles of each square, or, where `triangle` is there, puts them into it. */
static void fill_bins(const struct lb_flat_patch *p, uint32_t *start, uint32_t *triangle)
{
    for (uint32_t t = 0; t < p->count; t++) {
        double low[2], high[2];
        uint32_t first[2], last[2];
        for (int a = 0; a < 2; a++) {
            const double x = p->corner[t][0][a], y = p->corner[t][1][a], z = p->corner[t][2][a];
            low[a] = fmin(x, fmin(y, z));
            high[a] = fmax(x, fmax(y, z));
        }
        bins_between(p, low, high, first, last);
        for (uint32_t j = first[1]; j <= last[1]; j++)
            for (uint32_t i = first[0]; i <= last[0]; i++) {
                uint32_t *at = &start[(size_t)j * p->bins[0] + i];
                if (triangle != NULL) triangle[*at] = t;
                ++*at;
            }
    }
}

static enum lb_status make_bins(struct lb_flat_patch *p, const char *name, struct lb_error *err)
{
    const double width = p->high[0] - p->low[0], height = p->high[1] - p->low[1];
    p->bin_size = fmax(2.0, sqrt((width + 2.0) * (height + 2.0) / MAX_BINS));
    p->bins[0] = (uint32_t)(width / p->bin_size) + 1;
    p->bins[1] = (uint32_t)(height / p->bin_size) + 1;
    const size_t bins = (size_t)p->bins[0] * p->bins[1];
    p->bin_start = calloc(bins + 2, sizeof *p->bin_start);
    LB_NEED(p->bin_start != NULL, LB_STATUS_FAILED, "no memory for %s", name);
    fill_bins(p, p->bin_start + 2, NULL);
    for (size_t n = 2; n < bins + 2; n++)
        p->bin_start[n] += p->bin_start[n - 1];
    p->bin_triangle = malloc(((size_t)p->bin_start[bins + 1] + 1) * sizeof *p->bin_triangle);
    LB_NEED(p->bin_triangle != NULL, LB_STATUS_FAILED, "no memory for %s", name);
    fill_bins(p, p->bin_start + 1, p->bin_triangle);
    return LB_STATUS_OK;
}

/* --- making one ------------------------------------------------------------------------------- */

static enum lb_status make_of_triangles(const struct lb_patch *patch, struct lb_flat_patch *p,
                                        struct lb_error *err)
{
    const size_t count = patch->mesh != NULL ? patch->mesh->triangle_count : 0;
    uint8_t *is_in = calloc(count + 1, 1);
    LB_NEED(is_in != NULL, LB_STATUS_FAILED, "no memory for the triangles of %s", patch->name);
    enum lb_status st = lb_patch_choose_triangles(patch, is_in, err);
    if (st == LB_STATUS_OK) st = find_plane(patch, is_in, p, err);
    if (st == LB_STATUS_OK) {
        p->corner = malloc(p->count * sizeof *p->corner);
        if (p->corner == NULL)
            st = lb_fail(err, LB_STATUS_FAILED, "no memory for the triangles of %s", patch->name);
    }
    if (st == LB_STATUS_OK) take_triangles(patch->mesh, is_in, p);
    free(is_in);
    return st == LB_STATUS_OK ? make_bins(p, patch->name, err) : st;
}

/* Across an axis along which it is flat, the box has what links through its plane have their
 * middles in. */
static void make_box(const struct lb_patch *patch, struct lb_flat_patch *p)
{
    for (int a = 0; a < 3; a++) {
        p->low[a] = fmin(patch->at[a], patch->to[a]);
        p->high[a] = fmax(patch->at[a], patch->to[a]);
        p->origin[a] = 0.5 * (p->low[a] + p->high[a]);
        if (p->high[a] - p->low[a] > rounding) continue;
        p->low[a] -= half;
        p->high[a] += half;
    }
}

double lb_flat_patch_area(const struct lb_flat_patch *p, int dimensions)
{
    const double width = p->high[(p->across + 1) % 3] - p->low[(p->across + 1) % 3];
    const double height = p->high[(p->across + 2) % 3] - p->low[(p->across + 2) % 3];
    if (p->kind == LB_PATCH_BOX) return width * height;
    if (dimensions == 3) return p->area;
    return p->kind == LB_PATCH_DISC ? 2.0 * p->radius : p->area / (p->high[1] - p->low[1]);
}

static enum lb_status make_disc(const struct lb_patch *patch, struct lb_flat_patch *p,
                                struct lb_error *err)
{
    LB_NEED(lb_vector_length(lb_vector_load(patch->normal)) > 0.0 && patch->radius > 0.0,
            LB_STATUS_USAGE, "%s: a disc needs a normal and a radius", patch->name);
    memcpy(p->origin, patch->at, sizeof p->origin);
    p->radius = patch->radius;
    for (int a = 0; a < 2; a++) {
        p->low[a] = -p->radius;
        p->high[a] = p->radius;
    }
    p->area = acos(-1.0) * p->radius * p->radius;
    lb_flat_patch_face(p, patch->normal);
    return LB_STATUS_OK;
}

enum lb_status lb_flat_patch_create(const struct lb_patch *patch, struct lb_flat_patch **out,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_flat_patch *p = calloc(1, sizeof *p);
    *out = NULL;
    LB_NEED(p != NULL, LB_STATUS_FAILED, "no memory for %s", patch->name);
    p->kind = patch->kind;
    if (is_of_triangles(p)) st = make_of_triangles(patch, p, err);
    if (p->kind == LB_PATCH_BOX) make_box(patch, p);
    if (p->kind == LB_PATCH_DISC) st = make_disc(patch, p, err);
    if (st != LB_STATUS_OK) lb_flat_patch_destroy(p);
    if (st == LB_STATUS_OK) *out = p;
    return st;
}

void lb_flat_patch_destroy(struct lb_flat_patch *p)
{
    if (p == NULL) return;
    free(p->corner);
    free(p->bin_start);
    free(p->bin_triangle);
    free(p);
}

/* --- what it covers --------------------------------------------------------------------------- */

/* Twice the area of three places of the plane. */
static double turn(const double *x, const double *y, double a, double b)
{
    return (y[0] - x[0]) * (b - x[1]) - (y[1] - x[1]) * (a - x[0]);
}

/* Whether a place is in a triangle, or not further outside than `tolerance`. */
static bool is_in_triangle(double (*k)[3], double a, double b, double tolerance)
{
    const double sense = turn(k[0], k[1], k[2][0], k[2][1]) < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 3; i++) {
        const double *x = k[i], *y = k[(i + 1) % 3];
        const double side = hypot(y[0] - x[0], y[1] - x[1]);
        if (sense * turn(x, y, a, b) < -tolerance * side) return false;
    }
    return true;
}

bool lb_flat_patch_covers_place(const struct lb_flat_patch *p, double a, double b)
{
    if (p->kind == LB_PATCH_DISC) return a * a + b * b <= p->radius * p->radius;
    const size_t bin = (size_t)bin_along(p, 1, b) * p->bins[0] + bin_along(p, 0, a);
    for (uint32_t n = p->bin_start[bin]; n < p->bin_start[bin + 1]; n++)
        if (is_in_triangle(p->corner[p->bin_triangle[n]], a, b, rounding)) return true;
    return false;
}

/* What lies on the common rim of two patches is of one of them: all points are moved a little. */
bool lb_flat_patch_covers(const struct lb_flat_patch *p, const double x[3])
{
    const double moved[3] = {x[0] + 1.1e-5, x[1] + 2.3e-5, x[2] + 3.7e-5};
    double at[3];
    if (p->kind == LB_PATCH_BOX) {
        for (int a = 0; a < 3; a++)
            if (a != p->across && !(moved[a] >= p->low[a] && moved[a] <= p->high[a])) return false;
        return true;
    }
    lb_flat_patch_coordinates(p, moved, at);
    return lb_flat_patch_covers_place(p, at[0], at[1]);
}

/* --- what goes through it --------------------------------------------------------------------- */

/* Both ends in the coordinates of the plane, where the triangle may be a little oblique. */
static bool triangle_is_crossed(double (*k)[3], const double *from, const double *to)
{
    const struct lb_vector a = lb_vector_load(k[0]), x = lb_vector_load(from),
                           way = lb_vector_subtract(lb_vector_load(to), x);
    const struct lb_vector n = lb_vector_cross(lb_vector_subtract(lb_vector_load(k[1]), a),
                                               lb_vector_subtract(lb_vector_load(k[2]), a));
    const double along = lb_vector_dot(n, way);
    const double t = lb_vector_dot(n, lb_vector_subtract(a, x)) / along;
    if (!(t >= -slack && t <= 1.0 + slack)) return false;
    return is_in_triangle(k, x.x + t * way.x, x.y + t * way.y, slack);
}

static bool some_triangle_is_crossed(const struct lb_flat_patch *p, const double from[3],
                                     const double to[3])
{
    uint32_t first[2], last[2];
    const double low[2] = {fmin(from[0], to[0]), fmin(from[1], to[1])};
    const double high[2] = {fmax(from[0], to[0]), fmax(from[1], to[1])};
    bins_between(p, low, high, first, last);
    for (uint32_t j = first[1]; j <= last[1]; j++)
        for (uint32_t i = first[0]; i <= last[0]; i++) {
            const size_t bin = (size_t)j * p->bins[0] + i;
            for (uint32_t n = p->bin_start[bin]; n < p->bin_start[bin + 1]; n++)
                if (triangle_is_crossed(p->corner[p->bin_triangle[n]], from, to)) return true;
        }
    return false;
}

bool lb_flat_patch_is_crossed(const struct lb_flat_patch *p, const double from[3],
                              const double to[3])
{
    double x[3], y[3];
    if (p->kind == LB_PATCH_BOX) {
        for (int a = 0; a < 3; a++) {
            const double middle = 0.5 * (from[a] + to[a]);
            if (!(middle >= p->low[a] - rounding && middle <= p->high[a] + rounding)) return false;
        }
        return true;
    }
    lb_flat_patch_coordinates(p, from, x);
    lb_flat_patch_coordinates(p, to, y);
    if (is_of_triangles(p)) return some_triangle_is_crossed(p, x, y);
    const double t = x[2] / (x[2] - y[2]);
    return t >= -slack && t <= 1.0 + slack &&
           hypot(x[0] + t * (y[0] - x[0]), x[1] + t * (y[1] - x[1])) <= p->radius;
}

/* Where a box that is not flat ends, or a patch that is bent, only its cells know. */
bool lb_flat_patch_plane_is_crossed(const struct lb_flat_patch *p, const double from[3],
                                    const double to[3])
{
    double x[3], y[3];
    const int across = p->kind == LB_PATCH_BOX ? p->across : 2;
    if (p->high[across] - p->low[across] > 2.0 * half + rounding) return false;
    lb_flat_patch_coordinates(p, from, x);
    lb_flat_patch_coordinates(p, to, y);
    return (x[2] > 0.0) != (y[2] > 0.0);
}

/* --- where it is ------------------------------------------------------------------------------ */

void lb_flat_patch_reach(const struct lb_flat_patch *p, const uint32_t size[3], uint32_t begin[3],
                         uint32_t end[3])
{
    for (int a = 0; a < 3; a++) {
        double low = p->low[a], high = p->high[a];
        if (p->kind != LB_PATCH_BOX) {
            low = high = p->origin[a];
            for (int k = 0; k < 3; k++) {
                const double one = p->low[k] * p->axis[k][a], other = p->high[k] * p->axis[k][a];
                low += fmin(one, other);
                high += fmax(one, other);
            }
        }
        begin[a] = (uint32_t)fmin(fmax(floor(low - reach), 0.0), size[a]);
        end[a] = (uint32_t)fmin(fmax(ceil(high + reach), begin[a]), size[a]);
    }
}

bool lb_flat_patch_is_near(const struct lb_flat_patch *p, const double x[3])
{
    double at[3];
    if (p->kind == LB_PATCH_BOX) return true;
    lb_flat_patch_coordinates(p, x, at);
    return at[2] >= p->low[2] - reach && at[2] <= p->high[2] + reach;
}
