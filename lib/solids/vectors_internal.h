/* vectors_internal.h - products of two vectors in space.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLIDS_VECTORS_INTERNAL_H
#define LB_SOLIDS_VECTORS_INTERNAL_H

static inline double lb_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void lb_cross(const double a[3], const double b[3], double out[3])
{
    for (int axis = 0; axis < 3; axis++) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        out[axis] = a[next] * b[last] - a[last] * b[next];
    }
}

#endif
