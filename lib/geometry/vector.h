/* vector.h - three numbers as a vector: what geometry needs.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_VECTOR_H
#define LB_GEOMETRY_VECTOR_H

#include <math.h>

struct lb_vector {
    double x, y, z;
};

static inline struct lb_vector lb_vector_load(const double *numbers)
{
    return (struct lb_vector){numbers[0], numbers[1], numbers[2]};
}

static inline void lb_vector_store(struct lb_vector a, double *numbers)
{
    numbers[0] = a.x;
    numbers[1] = a.y;
    numbers[2] = a.z;
}

/* numbers += s a */
static inline void lb_vector_add_to(double *numbers, double s, struct lb_vector a)
{
    numbers[0] += s * a.x;
    numbers[1] += s * a.y;
    numbers[2] += s * a.z;
}

static inline struct lb_vector lb_vector_add(struct lb_vector a, struct lb_vector b)
{
    return (struct lb_vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct lb_vector lb_vector_subtract(struct lb_vector a, struct lb_vector b)
{
    return (struct lb_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline struct lb_vector lb_vector_scale(double s, struct lb_vector a)
{
    return (struct lb_vector){s * a.x, s * a.y, s * a.z};
}

static inline double lb_vector_dot(struct lb_vector a, struct lb_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct lb_vector lb_vector_cross(struct lb_vector a, struct lb_vector b)
{
    return (struct lb_vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double lb_vector_length(struct lb_vector a)
{
    return sqrt(lb_vector_dot(a, a));
}

#endif
