/* inside.c - is a point inside of a mesh?
 * SPDX-License-Identifier: MIT */
#include "support/inside.h"

#include <math.h>

#include "geometry/mesh_geometry.h"

static struct lb_vector seen_from(const struct lb_mesh *mesh, uint32_t node, const double point[3])
{
    return lb_vector_subtract(lb_mesh_node(mesh, node), lb_vector_load(point));
}

/* tan(angle / 2) = a . (b x c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|) */
static double solid_angle(struct lb_vector a, struct lb_vector b, struct lb_vector c)
{
    const double la = lb_vector_length(a), lb = lb_vector_length(b), lc = lb_vector_length(c);
    const double above = lb_vector_dot(a, lb_vector_cross(b, c));
    const double below = la * lb * lc + lb_vector_dot(a, b) * lc + lb_vector_dot(b, c) * la +
                         lb_vector_dot(c, a) * lb;
    return 2.0 * atan2(above, below);
}

double lb_test_winding(const struct lb_mesh *mesh, const double point[3])
{
    double sum = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * (size_t)t;
        sum += solid_angle(seen_from(mesh, k[0], point), seen_from(mesh, k[1], point),
                           seen_from(mesh, k[2], point));
    }
    return sum / (4.0 * acos(-1.0));
}

static double distance_to_side(struct lb_vector a, struct lb_vector b)
{
    const struct lb_vector d = lb_vector_subtract(b, a);
    const double square = lb_vector_dot(d, d);
    const double along = square > 0.0 ? -lb_vector_dot(a, d) / square : 0.0;
    const double at = fmin(fmax(along, 0.0), 1.0);
    return lb_vector_length(lb_vector_add(a, lb_vector_scale(at, d)));
}

/* Where the foot of the perpendicular lies in the triangle, that is the nearest point. */
static double distance_to_triangle(struct lb_vector a, struct lb_vector b, struct lb_vector c)
{
    const struct lb_vector n = lb_vector_cross(lb_vector_subtract(b, a), lb_vector_subtract(c, a));
    const double length = lb_vector_length(n);
    double least =
        fmin(distance_to_side(a, b), fmin(distance_to_side(b, c), distance_to_side(c, a)));
    const double side[3] = {lb_vector_dot(n, lb_vector_cross(a, b)),
                            lb_vector_dot(n, lb_vector_cross(b, c)),
                            lb_vector_dot(n, lb_vector_cross(c, a))};
    if (length > 0.0 && side[0] >= 0.0 && side[1] >= 0.0 && side[2] >= 0.0)
        least = fmin(least, fabs(lb_vector_dot(n, a)) / length);
    return least;
}

double lb_test_distance(const struct lb_mesh *mesh, const double point[3])
{
    double least = HUGE_VAL;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *k = mesh->corner + 3 * (size_t)t;
        least = fmin(least, distance_to_triangle(seen_from(mesh, k[0], point),
                                                 seen_from(mesh, k[1], point),
                                                 seen_from(mesh, k[2], point)));
    }
    return least;
}
