/* voxels.h - the cells of the box inside bodies that are given as triangles.
 * Plain data, computed on the host before any device is chosen: docs/theory/voxels.md.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_VOXELS_H
#define LB_BODY_VOXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "geometry/mesh.h"

enum {
    LB_MAX_VOXEL_BODIES = 255, /* their numbers are bytes */
    LB_MAX_REACH = 1 << 22,    /* of a body [cells], to either side of the box's corner */
    LB_UNRESOLVED_CELLS = 3,   /* parts and gaps below this are not resolved */
};

struct lb_voxel_body {
    const char *name;           /* for messages: the file's, or the shape's */
    const struct lb_mesh *mesh; /* [cells]; may reach out of the box: what is in it counts */
    bool accepts_holes;         /* however many rows are open; see lb_body_check() */
    bool encloses_fluid;        /* inside is where the signed count of crossings is above 0 */
};

/* The cells of a region around all bodies.  Free with lb_voxels_free(). */
struct lb_voxels {
    uint32_t begin[3], size[3]; /* of the region, in cells of the box; size 0: no body is in it */
    uint8_t *number; /* x fastest, then y: 0 free, else 1 + the index of the first body there */
};

/* Findings about one body. */
struct lb_voxel_report {
    double low[3], high[3]; /* extents of the mesh [cells] */
    uint64_t cells;         /* solid */
    uint64_t shared_cells;  /* of these, that an earlier body has too: they keep its number */
    uint64_t disagreements; /* cells for which the three axes do not say the same: beside holes */
    uint64_t doubted_cells; /* of these, the solid ones: two axes of three say so */
    uint64_t open_rows[3];  /* rows of cells along each axis that go in and do not come out */
    /* Where rows are open or axes disagree: the rows that have a solid cell or are wrong, and the wrong
     * ones: not what the other two axes say. */
    uint64_t rows[3], wrong_rows[3];
    int open_axis;       /* of the first open row, or else of the first wrong one, and its cells; */
    uint32_t open_at[3]; /* in cells of the box; the one along the axis is 0 */
    uint32_t begin[3], end[3]; /* of its solid cells, in cells of the box, `end` behind the last */
};

/* Makes `out` and a report for each body.  A cell is solid if its centre is inside by at least two
 * of three counts of signed crossings, along x, y and z.  A closed mesh is solid without a leak
 * whatever lies on what, bodies of one mesh that overlap are their union, and which way round the
 * triangles are does not matter where all are alike.  Of a mesh that encloses fluid, it matters:
 * what is inside out, such as a valve in a port, is taken away, also where it reaches out of the
 * rest.  In two dimensions (box[2] is 1) bodies are prisms across the one layer.  Takes up to two
 * bytes for each cell of the region, and 20 for each triangle, for a moment.  LB_STATUS_USAGE: more
 * bodies than LB_MAX_VOXEL_BODIES, or positions beyond LB_MAX_REACH. */
enum lb_status lb_voxels_make(const struct lb_voxel_body *bodies, int count, const uint32_t box[3],
                              struct lb_voxels *out, struct lb_voxel_report *reports,
                              struct lb_error *err);
void lb_voxels_free(struct lb_voxels *voxels);

/* The number of connected components of the cells with a number, by faces, edges or corners. */
enum lb_status lb_voxels_pieces(const struct lb_voxels *voxels, uint8_t number, uint64_t *out,
                                struct lb_error *err);

/* 0 free, else 1 + the index of the body.  Any cell of the box. */
static inline uint8_t lb_voxels_at(const struct lb_voxels *v, uint32_t x, uint32_t y, uint32_t z)
{
    /* what lies before the region wraps to beyond it */
    const uint32_t i = x - v->begin[0], j = y - v->begin[1], k = z - v->begin[2];
    if (i >= v->size[0] || j >= v->size[1] || k >= v->size[2]) return 0;
    return v->number[((size_t)k * v->size[1] + j) * v->size[0] + i];
}

#endif
