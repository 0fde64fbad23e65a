/* shapes.h - meshes for tests, and maps to deform them with.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_SHAPES_H
#define LB_TESTS_SHAPES_H

#include <stdint.h>

#include "geometry/mesh.h"

/* Ends the test where there is no memory. */
struct lb_mesh lb_shape_sphere(unsigned subdivisions, double radius, double x, double y, double z);

/* 8 nodes, 12 triangles; node i lies at size * bits (1, 2, 4) of i along (x, y, z). */
struct lb_mesh lb_shape_cuboid(double x, double y, double z);

/* Both sides of a rectangle in the plane z = 0: nodes (0, 0), (x, 0), (x, y), (0, y), the diagonal
 * 0-2 on the upper side and 1-3 on the lower. */
struct lb_mesh lb_shape_sheet(double x, double y);

/* From `low` to `high`; `faces` are bits, 1 << (2 * axis) for the lower one across an axis and the next for
 * the upper one; inside out where `turned`. */
enum { LB_SHAPE_ALL_FACES = 63 };
struct lb_mesh lb_shape_block(const double low[3], const double high[3], unsigned faces,
                              int turned);

/* A closed cylinder between the middles of its ends; its parts are "wall", "inlet" at `from` and
 * "outlet". */
struct lb_mesh lb_shape_pipe(const double from[3], const double to[3], double radius,
                             uint32_t segments);

/* All triangles of both. */
struct lb_mesh lb_shape_join(const struct lb_mesh *a, const struct lb_mesh *b);

/* Every node x becomes A x + shift; A by rows. */
void lb_shape_map(struct lb_mesh *mesh, const double a[9], const double shift[3]);

/* A rotation about the axis (x, y, z), which need not have length 1. */
void lb_shape_rotation(double x, double y, double z, double angle, double a[9]);

/* Moves every node by up to `most` along each axis; the same for the same seed. */
void lb_shape_shake(struct lb_mesh *mesh, double max, uint64_t seed);

#endif
