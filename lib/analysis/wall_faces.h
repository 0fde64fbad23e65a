/* wall_faces.h - the faces between fluid cells and walls: pressure and shear there.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_WALL_FACES_H
#define LB_ANALYSIS_WALL_FACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Cells and their flags (kernels/shared/cell_flags.h), x fastest, borrowed; beyond an end is the
 * other one.  `dimensions`: 2 or 3. */
struct lb_walls {
    uint32_t size[3];
    const uint8_t *flags;
    int dimensions;
};

/* The face of a fluid cell towards the wall that is `way`, -1 or 1, along `axis`. */
struct lb_wall_face {
    uint32_t cell[3];
    int8_t axis, way;
    uint8_t body; /* number of the wall's cell */
};

/* All faces at cells that `number` does not call 0, in the order of the fluid cells.  Caller frees
 * *out. */
typedef uint8_t lb_wall_number(const void *context, uint32_t x, uint32_t y, uint32_t z);
enum lb_status lb_wall_faces_find(const struct lb_walls *walls, lb_wall_number *number,
                                  const void *context, struct lb_wall_face **out, size_t *count,
                                  struct lb_error *err);

enum { LB_MOST_LINK_FACES = 12 };

/* The faces of `body` between cells of the box whose opposite corners are `cell` and cell - c: of
 * a link across a face that one, of a diagonal one in front of a plane wall its own and that of the
 * cell beside it.  Where other bodies are between, the nearest one of all.  `faces` is in the order of
 * lb_wall_faces_find; their places in it go to `out`, their number is returned: 0, if the body has none. */
int lb_faces_of_link(const struct lb_walls *walls, const struct lb_wall_face *faces, size_t count,
                     const uint32_t cell[3], const int c[3], uint8_t body,
                     size_t out[LB_MOST_LINK_FACES]);

/* Which way a smooth wall through the face would look, into the fluid, by the cells around it; how
 * far this wall is in front of the face [cells]. */
void lb_wall_normal(const struct lb_walls *walls, const struct lb_wall_face *face, double normal[3],
                    double *offset);

/* Density and velocity of the cells [begin, end), x fastest, borrowed; of walls their own. */
struct lb_flow_piece {
    uint32_t begin[3], end[3];
    const double *rho, *u;
};
enum { LB_WALL_REACH = 3 }; /* cells on each side of a fluid cell that its faces ask for */

struct lb_wall_load {
    double normal[3];
    double area;     /* of the smooth wall that the face stands for [cells^2] */
    double density;  /* at the wall [rho0] */
    double slope[3]; /* of the tangential velocity along the normal [1/step] */
};
/* The slope of a parabola that has the wall's velocity at the wall, and the value there of a line,
 * fitted to the fluid cells in front of the face: exact for Couette's and Poiseuille's flow.  The
 * body turns at `rate` [radians/step]: velocities are those that it sees, as turning with it is no
 * shear. */
void lb_wall_load(const struct lb_walls *walls, const struct lb_flow_piece *flow,
                  const struct lb_wall_face *face, const double rate[3], struct lb_wall_load *out);

#endif
