/* vtkhdf_fields.h - fields of a run in a .vtkhdf.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_VTKHDF_FIELDS_H
#define LB_OUTPUT_VTKHDF_FIELDS_H

#include "fields/vtkhdf_files.h"
#include "output/flow_fields.h"

/* A file that is being described; members of `vtkhdf` point into it. */
struct lb_vtkhdf_fields {
    struct lb_vtkhdf vtkhdf;
    struct lb_field_source source; /* in the units of files */
    char path[LB_PATH_SIZE];
};

/* The file `name` of the run's folder with the chosen fields of a source. */
enum lb_status lb_vtkhdf_fields_choose(const struct lb_output_services *s,
                                       const struct lb_chosen_fields *chosen,
                                       const struct lb_field_source *source, const char *name,
                                       struct lb_vtkhdf_fields *out, struct lb_error *err);

/* LB_STATUS_USAGE where an array of the chosen fields is larger than a .vtkhdf takes; `is_double`: its numbers are. */
enum lb_status lb_vtkhdf_fields_check(const struct lb_case *c,
                                      const struct lb_chosen_fields *chosen, bool is_double,
                                      struct lb_error *err);

/* Writes these fields as a file of one step, in place of what is there. */
enum lb_status lb_vtkhdf_fields_write(struct lb_output_services *s,
                                      const struct lb_chosen_fields *chosen,
                                      const struct lb_field_source *source, const char *name,
                                      struct lb_error *err);

#endif
