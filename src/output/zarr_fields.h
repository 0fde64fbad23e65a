/* zarr_fields.h - fields of a run in a zarr store.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_ZARR_FIELDS_H
#define LB_OUTPUT_ZARR_FIELDS_H

#include "io/zarr_store.h"
#include "output/flow_fields.h"

/* A store that is being described; members of `zarr` point into it. */
struct lb_zarr_fields {
    struct lb_zarr zarr;
    struct lb_field_source source; /* in the units of files */
    char folder[LB_PATH_SIZE], title[160];
};

/* The store `name` of the run's folder with the chosen fields of a source. */
enum lb_status lb_zarr_fields_choose(const struct lb_output_services *s,
                                     const struct lb_chosen_fields *chosen,
                                     const struct lb_field_source *source, const char *name,
                                     struct lb_zarr_fields *out, struct lb_error *err);

/* Writes these fields as a store of one step, in place of what is there; `own` as for
 * lb_chosen_fields_write. */
enum lb_status lb_zarr_fields_write(struct lb_output_services *s,
                                    const struct lb_chosen_fields *chosen,
                                    const struct lb_field_source *source,
                                    const struct lb_own_fields *own, const char *name,
                                    struct lb_error *err);

#endif
