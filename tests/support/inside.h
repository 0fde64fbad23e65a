/* inside.h - is a point inside of a mesh?  In double precision, by the solid angles of its triangles.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_INSIDE_H
#define LB_TESTS_INSIDE_H

#include "geometry/mesh.h"

/* How often the mesh goes round the point: Van Oosterom and Strackee, IEEE Trans. Biomed. Eng. 30, 125
 * (1983).  A whole number for closed meshes but for round-off, away from the surface. */
double lb_test_winding(const struct lb_mesh *mesh, const double point[3]);

/* The distance of the point from the nearest triangle. */
double lb_test_distance(const struct lb_mesh *mesh, const double point[3]);

#endif
