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

/* Of now: whoever makes it reads it before the next step. */
struct lb_field_source lb_flow_source(struct lb_output_services *s);

/* What fields=, vtk-files= and vtk-units= choose, and of which cells. */
struct lb_chosen_fields {
    const struct lb_field *fields[LB_MAX_FIELDS + 1]; /* ends with NULL */
    bool in_parts;                                    /* each rank writes a .vti of its own */
    struct lb_field_units units;
    struct lb_vtk_choice some; /* stride 0: all cells */
};
enum lb_status lb_chosen_fields_read(const struct lb_output_services *s,
                                     struct lb_chosen_fields *out, struct lb_error *err);

/* These fields of a source as `stem`.vti or, in parts, .pvti, whose name goes to `name`; `own`
 * reads what the source's flow is on this rank. */
enum lb_status lb_chosen_fields_write(struct lb_output_services *s,
                                      const struct lb_chosen_fields *chosen,
                                      const struct lb_field_source *source,
                                      const struct lb_own_fields *own, const char *stem,
                                      char name[LB_OUTPUT_NAME_SIZE], struct lb_error *err);

#endif
