/* body_shapes.h - built-in bodies, and prisms over outlines, as closed meshes.
 * Their reference length is 1 and the centre of their box is 0: lb_placement_apply() makes cells of it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_BODY_SHAPES_H
#define LB_BODY_BODY_SHAPES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* The stream goes along x.  In three dimensions z is up, and what has a span has it along y; in two
 * dimensions y is up, and all are prisms across z. */
struct lb_body_shape {
    const char *name; /* sphere, cylinder, box, disc, or naca and four digits, as naca0012 */
    int dimensions;   /* 3, or 2: cylinder, box and sections */
    double cells;     /* that the reference length will have: facets miss curves by 1/100 cell */
    double span;      /* length of a cylinder and of a wing [reference lengths]; 3D only */
    double thickness; /* of a disc, along the stream [reference lengths] */
};

/* Whether that is the name of a built-in body: no file of that name is looked for. */
bool lb_body_is_shape(const char *name);

/* "sphere, cylinder, box, disc, naca0012 (any four digits)" */
const char *lb_body_shape_names(void);

/* A sphere, cylinder or disc has the diameter 1, a box the side 1, a wing the chord 1: the nose at the
 * lowest x.  LB_STATUS_USAGE: a name or digits that mean nothing, a sphere or disc in two dimensions. */
enum lb_status lb_body_shape_make(const struct lb_body_shape *shape, struct lb_mesh *mesh,
                                  struct lb_error *err);

enum { LB_OUTLINE_MAX = 4096 };

/* A closed prism along `axis` from ends[0] up to ends[1] over `count` points, point[2 * n + 0..1] along the
 * other two axes in rising order, either way round.  The outline is closed by itself and must not
 * cross itself.  `name` is for messages. */
enum lb_status lb_body_prism(const char *name, const double *point, size_t count, int axis,
                             const double ends[2], struct lb_mesh *mesh, struct lb_error *err);

/* The same across z, from -1 to 2, over the points of a file (io/point_table.h).  The last point may repeat
 * the first.  LB_STATUS_USAGE: fewer than three points, more than LB_OUTLINE_MAX, an outline that
 * crosses itself or has no area. */
enum lb_status lb_body_outline_read(const char *path, struct lb_mesh *mesh, struct lb_error *err);

/* Half the thickness of a four-digit section at x in [0, 1], and the height and slope of its camber
 * line, in chords; the trailing edge is closed. */
double lb_naca_half_thickness(double thickness, double x);
void lb_naca_camber(double most, double at, double x, double *height, double *slope);

#endif
