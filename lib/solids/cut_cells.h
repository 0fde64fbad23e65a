/* cut_cells.h - cells that surfaces of bodies pass through, and as what planes.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SOLIDS_CUT_CELLS_H
#define LB_SOLIDS_CUT_CELLS_H

#include <stdint.h>

#include "base/status.h"
#include "case/curved_walls.h"

struct lb_cut_cell {
    uint64_t cell;    /* its number, x fastest */
    double normal[3]; /* of the plane, out of the body, of length 1 */
    double place;     /* of the plane from the centre along the normal [cells] */
    double away;      /* of the surface from the centre [cells] */
    int surface;
};

struct lb_cut_cells {
    struct lb_cut_cell *list; /* owned; by cell, the nearest surface of each first */
    uint64_t count, room;
};

/* The plane is that of the triangle, or face, or tangent that is nearest.  `out` is {0}; surfaces at rest, none a sheet. */
enum lb_status lb_cut_cells_find(const struct lb_wall_surface *surfaces, int count,
                                 const uint32_t size[3], int dimensions, struct lb_cut_cells *out,
                                 struct lb_error *err);
void lb_cut_cells_free(struct lb_cut_cells *c); /* {0} is fine */

#endif
