/* vtkhdf_files.h - fields at many steps in one .vtkhdf, VTK's HDF5, of an image with steps.
 * A step is appended: its numbers, then all that describes the file anew, then the first bytes point
 * there.  What is before them never changes, so a reader, or a run that is killed, has the file of before.
 * SPDX-License-Identifier: MIT */
#ifndef LB_FIELDS_VTKHDF_FILES_H
#define LB_FIELDS_VTKHDF_FILES_H

#include "base/table.h"
#include "io/field.h"
#include "io/vtk.h"

struct lb_vtkhdf {
    const char *path;
    const struct lb_field_source *source;
    const struct lb_field *const *fields;
    struct lb_vtk_choice cells; /* stride 1: all of them */
};

/* The columns of a table with a row for each step of the file. */
enum { LB_VTKHDF_TIME, LB_VTKHDF_OBJECTS, LB_VTKHDF_END, LB_VTKHDF_COLUMNS };

/* LB_STATUS_USAGE if an array of a step is too large for the format. */
enum lb_status lb_vtkhdf_check(const struct lb_vtkhdf *v, struct lb_error *err);

/* Collective: appends the source at time step `time`, and its row to `steps`; one rank writes.  On failure
 * the file is as before. */
enum lb_status lb_vtkhdf_add(const struct lb_vtkhdf *v, double time, struct lb_table *steps,
                             struct lb_error *err);

/* Makes the file what it was after the steps of the table; forgets these if it does not have them. */
enum lb_status lb_vtkhdf_restore(const struct lb_vtkhdf *v, struct lb_table *steps,
                                 struct lb_error *err);

#endif
