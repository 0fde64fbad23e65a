/* placement.h - puts a body of a file into the box: axes, angles, scale, place.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_PLACEMENT_H
#define LB_BODY_PLACEMENT_H

#include <stdbool.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* One of the file's axes, as "x", "+x" or "-x" (sign -1). */
struct lb_signed_axis {
    int axis, sign;
};

/* Whether the text is one. */
bool lb_signed_axis_parse(const char *text, struct lb_signed_axis *out);

/* In the box the stream goes along x and up is z: in two dimensions up is y, and the body becomes a prism
 * from z = -1 to z = 2 across the one layer.
 *
 * The nose is where the stream comes from.  The angles are those of flight, about axes of the body:
 * positive roll lowers the side at higher y (right as seen from behind the nose), positive pitch raises
 * the nose, which is a positive angle of attack, positive yaw turns the nose to higher y.  They are
 * done in this order: roll about the stream, pitch about the side, yaw about the vertical.
 * In two dimensions there is only pitch. */
struct lb_placement {
    int dimensions;
    struct lb_signed_axis flow, up; /* which of the file's axes go along the stream, and up */
    double pitch, yaw, roll;        /* [degrees] */
    double
        length; /* what has `cells` cells [unit of the file]; 0: the body along the stream, before
                    * it is turned by angles */
    double cells;
    double at
        [3]; /* of the centre of the turned body's box [cells]; in two dimensions [2] is not used */
};

/* What was done: position in cells = matrix * position in the file + shift. */
struct lb_placed {
    double matrix[9], shift[3];
    double scale;                     /* [cells per unit of the file] */
    double file_low[3], file_high[3]; /* extents in the file [its unit] */
    double low[3], high[3];           /* in the box [cells] */
};

/* Moves the nodes of `count` meshes, which are one body.  LB_STATUS_USAGE: flow and up along the same axis,
 * yaw or roll in two dimensions, a body without length along the stream; the message has `name` and the
 * extents of the file. */
enum lb_status lb_placement_apply(const struct lb_placement *p, const char *name,
                                  struct lb_mesh *meshes, int count, struct lb_placed *out,
                                  struct lb_error *err);

/* A second map behind what was done: position * stretch + by [cells], along each axis. */
void lb_placed_move(struct lb_placed *placed, const double stretch[3], const double by[3],
                    struct lb_mesh *meshes, int count);

/* A point of the file in cells. */
void lb_placed_point(const struct lb_placed *placed, const double in_file[3], double in_cells[3]);

#endif
