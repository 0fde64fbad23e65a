/* cube_table.h - the surface inside of a cube, by which of its corners are wet.
 * Marching cubes (Lorensen and Cline, SIGGRAPH 1987), with a table that is derived instead of typed:
 * on each face of the cube the wet corners are connected, over the diagonal too.  Both cubes of a
 * face read the same four corners, so they cut it along the same lines and no hole can open.  The
 * lines of the six faces close to polygons; these are cut into triangles so that no cut lies in a
 * face, where the neighbour's could meet it.
 * Corner c lies at the bits 1, 2, 4 of c along x, y, z.  Side e = 4 * axis + k is the k-th of the
 * four along that axis, counted by the lower of its corners.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_CUBE_TABLE_H
#define LB_GEOMETRY_CUBE_TABLE_H

#include <stdint.h>

enum { LB_CUBE_CORNERS = 8, LB_CUBE_SIDES = 12, LB_CUBE_MAX_TRIANGLES = 5 };

/* Corners of the triangles are sides of the cube; they run counter-clockwise as seen from the dry
 * side. */
struct lb_cube_case {
    uint8_t count;
    uint8_t side[3 * LB_CUBE_MAX_TRIANGLES];
};

struct lb_cube_table {
    struct lb_cube_case cases[1 << LB_CUBE_CORNERS]; /* bit c: corner c is wet */
    uint8_t low[LB_CUBE_SIDES];                      /* the lower corner of a side */
};

/* Derives all 256 cases, in well under a millisecond. */
void lb_cube_table_make(struct lb_cube_table *table);

#endif
