/* mesh_polygon.c - cuts a face with many corners into triangles.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "geometry/mesh_builder.h"
#include "geometry/vector.h"

/* An ear is a triangle of three neighbouring corners that lies inside of the face; every polygon
 * of more than three corners that does not cross itself has one (Meisters, Am. Math. Mon. 82, 648,
 * 1975).  Ears are cut off until a triangle is left.  Beginning behind the first corner, this makes
 * a fan of a convex face. */

/* Heights over longest sides below this are round-off, as in lb_mesh_check(). */
static const double min_height = 1e-6;

/* Seen from the first corner in units of its own size, so that nothing overflows. */
struct polygon {
    struct lb_mesh_builder *builder; /* the corners that are left are its face */
    struct lb_vector origin, normal; /* of length 1; no numbers where the face has no area */
    double size;
};

static struct lb_vector corner_at(const struct polygon *p, uint32_t node)
{
    const struct lb_vector x = lb_vector_load(p->builder->position + 3 * (size_t)node);
    const struct lb_vector d = lb_vector_subtract(x, p->origin);
    return (struct lb_vector){d.x / p->size, d.y / p->size, d.z / p->size};
}

/* The normal is Newell's, a mean where the face is bent. */
static struct polygon make_polygon(struct lb_mesh_builder *builder)
{
    const uint32_t *face = builder->face;
    struct lb_vector sum = {0};
    struct polygon p = {.builder = builder, .size = 1.0};
    p.origin = corner_at(&p, face[0]);
    double size = 0.0;
    for (size_t i = 1; i < builder->face_count; i++) {
        const struct lb_vector d = corner_at(&p, face[i]);
        size = fmax(size, fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z))));
    }
    p.size = size;
    for (size_t i = 1; i + 1 < builder->face_count; i++)
        sum =
            lb_vector_add(sum, lb_vector_cross(corner_at(&p, face[i]), corner_at(&p, face[i + 1])));
    p.normal = lb_vector_scale(1.0 / lb_vector_length(sum), sum);
    return p;
}

/* Twice the area of a, b, c as seen against the normal: negative where they turn clockwise. */
static double twice_area(const struct polygon *p, const struct lb_vector a,
                         const struct lb_vector b, const struct lb_vector c)
{
    return lb_vector_dot(lb_vector_cross(lb_vector_subtract(b, a), lb_vector_subtract(c, a)),
                         p->normal);
}

/* The triangle of a corner and its neighbours: thick enough, and no other corner in it. */
static bool is_ear(const struct polygon *p, const uint32_t ear[3])
{
    const struct lb_vector a = corner_at(p, ear[0]), b = corner_at(p, ear[1]),
                           c = corner_at(p, ear[2]);
    const double ab = lb_vector_length(lb_vector_subtract(b, a));
    const double bc = lb_vector_length(lb_vector_subtract(c, b));
    const double ca = lb_vector_length(lb_vector_subtract(a, c));
    const double longest = fmax(ab, fmax(bc, ca)), min = min_height * longest * longest;
    if (!(twice_area(p, a, b, c) > min)) return false;
    for (size_t i = 0; i < p->builder->face_count; i++) {
        const uint32_t node = p->builder->face[i];
        if (node == ear[0] || node == ear[1] || node == ear[2]) continue;
        const struct lb_vector x = corner_at(p, node);
        if (twice_area(p, a, b, x) > -min && twice_area(p, b, c, x) > -min &&
            twice_area(p, c, a, x) > -min)
            return false;
    }
    return true;
}

static enum lb_status refuse(const struct lb_scan *scan, struct lb_error *err)
{
    return lb_scan_fail(scan, err,
                        "a face crosses itself, has two corners in one place or is as thin as a "
                        "line: cut it into triangles first, with corners that are not on one line");
}

/* Looks on from where the last ear was, `at`: most others are near. */
static enum lb_status cut_ear(const struct polygon *p, size_t *at, const struct lb_scan *scan,
                              struct lb_error *err)
{
    uint32_t *face = p->builder->face;
    const size_t count = p->builder->face_count;
    for (size_t tries = 0; tries < count; tries++, ++*at) {
        *at %= count;
        const uint32_t ear[3] = {face[(*at + count - 1) % count], face[*at],
                                 face[(*at + 1) % count]};
        if (!is_ear(p, ear)) continue;
        memmove(face + *at, face + *at + 1, (count - *at - 1) * sizeof *face);
        p->builder->face_count--;
        return lb_mesh_builder_add_triangle(p->builder, ear, scan->line, err);
    }
    return refuse(scan, err);
}

enum lb_status lb_mesh_builder_end_face(struct lb_mesh_builder *builder, const struct lb_scan *scan,
                                        struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (builder->face_count < 3)
        return lb_scan_fail(scan, err, "a face has at least three corners, but this one has %zu",
                            builder->face_count);
    if (builder->face_count > 3) {
        const struct polygon p = make_polygon(builder);
        size_t at = 1;
        while (st == LB_STATUS_OK && builder->face_count > 3)
            st = cut_ear(&p, &at, scan, err);
        /* of a face that crosses itself the rest may be turned over */
        if (st == LB_STATUS_OK && !is_ear(&p, builder->face)) st = refuse(scan, err);
    }
    if (st == LB_STATUS_OK)
        st = lb_mesh_builder_add_triangle(builder, builder->face, scan->line, err);
    builder->face_count = 0;
    return st;
}
