/* voxel_surface.h - the outside of solid cells as a mesh, for pictures.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_VOXEL_SURFACE_H
#define LB_BODY_VOXEL_SURFACE_H

#include "body/voxels.h"
#include "geometry/mesh.h"

enum { LB_MAX_SURFACE_RECTANGLES = 3000000 };

/* The faces between cells of body `number` and free cells, in positions of the box [cells];
 * those in a row are one rectangle of two triangles.  Rectangles share no nodes, so that they
 * are lit flat.  Beyond LB_MAX_SURFACE_RECTANGLES, and if there is none, `out` is {0}.  Free
 * with lb_mesh_free(). */
enum lb_status lb_voxels_surface(const struct lb_voxels *v, uint8_t number, struct lb_mesh *out,
                                 struct lb_error *err);

#endif
