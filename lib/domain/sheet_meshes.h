/* sheet_meshes.h - open meshes that are walls by themselves, without anything inside.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_SHEET_MESHES_H
#define LB_DOMAIN_SHEET_MESHES_H

#include <stddef.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* A rectangle between opposite corners, flat along the one axis on which they agree. */
enum lb_status lb_sheet_plate(const double low[3], const double high[3], struct lb_mesh *mesh,
                              struct lb_error *err);

/* A disc across `axis`, of unit length [cells]: its rim misses the circle by 1e-4 cells at most. */
enum lb_status lb_sheet_disc(const double centre[3], const double axis[3], double radius,
                             struct lb_mesh *mesh, struct lb_error *err);

/* In two dimensions: a strip across z, from -1 to 2, along `count` points, point[2 * n + 0..1]. */
enum lb_status lb_sheet_strip(const double *point, size_t count, struct lb_mesh *mesh,
                              struct lb_error *err);

/* The same along the points of a file (io/point_table.h), in their order.  LB_STATUS_USAGE: fewer
 * than two points, or a line that ends where it begins. */
enum lb_status lb_sheet_line_read(const char *path, struct lb_mesh *mesh, struct lb_error *err);

/* LB_STATUS_USAGE where no side of a triangle is open: what is inside would be cut off. */
enum lb_status lb_sheet_check(const struct lb_mesh *mesh, const char *name, struct lb_error *err);

#endif
