/* body_checks.h - is this the body that the user meant?  Refusals and warnings.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BODY_BODY_CHECKS_H
#define LB_BODY_BODY_CHECKS_H

#include "body/voxel_shape.h"
#include "body/voxels.h"

/* Warnings for the user that do not stop the run.  Initialise with {0}; any more are left out. */
enum { LB_BODY_MAX_NOTES = 24, LB_BODY_NOTE_SIZE = 512 };
struct lb_body_notes {
    int count;
    char text[LB_BODY_MAX_NOTES][LB_BODY_NOTE_SIZE];
};

void lb_body_note(struct lb_body_notes *notes, const char *format, ...) LB_PRINTF_LIKE(2, 3);

/* Beyond these shares of the rows that meet the body, and of its solid cells, holes are refused:
 * both are the same at every resolution. */
#define LB_BODY_MAX_OPEN 0.1
#define LB_BODY_MAX_DOUBTED (1.0 / 3.0)

/* Checks the findings about one body.  LB_STATUS_USAGE: outside of the box, no solid cell, the
 * box is full, more rows than LB_BODY_MAX_OPEN that are open or wrong, or more cells than
 * LB_BODY_MAX_DOUBTED that only two axes say are solid, unless the body accepts holes.  Notes:
 * fewer of both, triangles that are turned, cells that earlier bodies have, too. */
enum lb_status lb_body_check(const struct lb_voxel_body *body, const struct lb_voxel_report *report,
                             const uint32_t box[3], struct lb_body_notes *notes,
                             struct lb_error *err);

/* Faces of the box, bits: 1 << (2 * axis), and the next one for the face at the upper end. */
unsigned lb_body_touched_faces(const struct lb_voxel_report *report, const uint32_t box[3]);

/* LB_STATUS_USAGE if solid cells touch a face that is not in `allowed`; those across z in two
 * dimensions are. */
enum lb_status lb_body_check_faces(const struct lb_voxel_body *body,
                                   const struct lb_voxel_report *report, const uint32_t box[3],
                                   unsigned allowed, struct lb_error *err);

/* "'car.stl' extends 4200 x 1800 x 1400 in its file, which is ... m with a unit of 1 m; with one
 * of 0.001 m it would be ... m", the latter where it is longer than 500 m or shorter than 5 mm;
 * returns whether it is. */
bool lb_body_unit_text(const char *name, const double extent[3], double unit_si,
                       char out[LB_BODY_NOTE_SIZE]);

/* A note if a body is longer than 500 m or shorter than 5 mm: `extent` in the file's unit, which
 * has `unit_si` [m].  For users who gave SI lengths. */
void lb_body_check_unit(const char *name, const double extent[3], double unit_si,
                        struct lb_body_notes *notes);

/* Notes where more than a twentieth of the solid cells are in parts, or any cell is in a gap, of
 * less than LB_UNRESOLVED_CELLS cells; of gaps to the ground where their cells are more than a
 * tenth of those in the shadow that the body casts on it. */
void lb_body_check_thinness(const struct lb_thinness *t, struct lb_body_notes *notes);

#endif
