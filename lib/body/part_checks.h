/* part_checks.h - is every part of a mesh in its cells?  Measures of both, side by side.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_PART_CHECKS_H
#define LB_BODY_PART_CHECKS_H

#include "body/body_checks.h"
#include "body/mesh_parts.h"

/* A part by itself.  Across the layer of two dimensions all measures are those of one cell. */
struct lb_part_report {
    bool is_closed, is_measured; /* the second: its cells are known */
    uint32_t pieces, triangles;
    double low[3], high[3]; /* of the mesh [cells] */
    double volume,
        frontal; /* of the mesh [cells^3, cells^2 along x]; volume: negative where it is the
                             * other way round */
    uint64_t cells, frontal_cells;
    uint64_t cell_pieces;      /* into which its cells fall */
    uint64_t taken_cells;      /* of an inverted part: those that it takes out of the body */
    uint32_t begin[3], end[3]; /* of its cells, in cells of the box, `end` behind the last */
};

/* Free with lb_part_reports_free(). */
struct lb_part_reports {
    uint32_t count, pieces;
    struct lb_part_report *part;
};

/* Of body `number` of those in `all`, counted from 1, with its own report.  The cells of many
 * parts are looked for as long as all of them together are about eight times as many as the
 * body's own. */
enum lb_status lb_part_reports_make(const struct lb_voxel_body *body,
                                    const struct lb_voxel_report *report, uint8_t number,
                                    const uint32_t box[3], const struct lb_voxels *all,
                                    struct lb_part_reports *out, struct lb_error *err);
void lb_part_reports_free(struct lb_part_reports *reports);

/* Notes if a part has no solid cell, if its cells end more than a cell before it does, if their
 * volume is off by a tenth (of a body of one part a twentieth) or their frontal area by a
 * twentieth, if its cells fall into more pieces than it has, if a part takes cells out of the
 * body, if some are not measured. */
void lb_part_reports_check(const struct lb_part_reports *reports, const char *name,
                           const uint32_t box[3], struct lb_body_notes *notes);

/* Why a mesh that is `extent` cells long has no solid cell: its unit, sheets, faces that cancel. */
enum lb_status lb_part_explain_no_cell(const struct lb_mesh *mesh, const double extent[3],
                                       const char **out, struct lb_error *err);

/* A note where the frontal area of all cells is off by a twentieth of that of all meshes. */
void lb_body_check_frontal(double of_mesh, double of_cells, struct lb_body_notes *notes);

#endif
