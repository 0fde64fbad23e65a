/* silhouette.h - the area that meshes have as seen along an axis.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_SILHOUETTE_H
#define LB_BODY_SILHOUETTE_H

#include "base/status.h"
#include "geometry/mesh.h"

/* The area of the shadow of `count` meshes along an axis [unit of the positions, squared], whichever way
 * round their triangles are, open or closed.  Found at 1024 x 1024 places of the shadow's own
 * rectangle: good to a few thousandths of that. */
enum lb_status lb_mesh_silhouette(const struct lb_mesh *meshes, int count, int axis, double *area,
                                  struct lb_error *err);

#endif
