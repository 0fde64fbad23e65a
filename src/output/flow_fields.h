/* flow_fields.h - the flow as a source of fields, and .vti files of it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_FLOW_FIELDS_H
#define LB_OUTPUT_FLOW_FIELDS_H

#include "fields/layers.h"
#include "io/field.h"
#include "io/vtk.h"
#include "output/output_files.h"

/* For lb_field_choose. */
unsigned lb_flow_has(const struct lb_case *c);

/* The fields of the current step; the caller reads them before the next one. */
struct lb_field_source lb_flow_source(struct lb_output_services *s);

/* What reads this rank's cells of it. */
struct lb_own_fields lb_flow_own(struct lb_output_services *s);

/* In the order of their names in format=. */
enum lb_fields_format { LB_FIELDS_AS_VTI = 1, LB_FIELDS_AS_ZARR = 2, LB_FIELDS_AS_VTKHDF = 4 };

/* The choice of fields=, format=, vtk-files= and vtk-units=, and the cells that are written. */
struct lb_chosen_fields {
    const struct lb_field *fields[LB_MAX_FIELDS + 1]; /* ends with NULL */
    unsigned formats;                                 /* LB_FIELDS_AS_VTI, ... */
    bool in_parts;                                    /* each rank writes a .vti of its own */
    struct lb_field_units units;
    struct lb_vtk_choice some; /* stride 0: all cells */
};
enum lb_status lb_chosen_fields_read(const struct lb_output_services *s,
                                     struct lb_chosen_fields *out, struct lb_error *err);

/* Its cells, or all of the source's with stride 1. */
struct lb_vtk_choice lb_chosen_cells(const struct lb_chosen_fields *chosen,
                                     const struct lb_field_source *source);

/* Writes these fields of a source as `stem`.vti or, in parts, .pvti, and returns its name in
 * `name`; `own` reads the cells of this rank. */
enum lb_status lb_chosen_fields_write(struct lb_output_services *s,
                                      const struct lb_chosen_fields *chosen,
                                      const struct lb_field_source *source,
                                      const struct lb_own_fields *own, const char *stem,
                                      char name[LB_OUTPUT_NAME_SIZE], struct lb_error *err);

#endif
