/* body_surface.h - pressure and wall shear on the bodies of a case, as .vtp files.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_BODY_SURFACE_H
#define LB_OUTPUT_BODY_SURFACE_H

#include "analysis/wall_faces.h"
#include "output/body_forces.h"
#include "output/flow_fields.h"

/* Whether a body of the case, by its place in it, is at rest: the others' cells move. */
bool lb_body_is_at_rest(const struct lb_case *c, int body);

/* Its name as a part of a name of a file, at most 40 letters. */
void lb_body_file_name(const struct lb_case *c, int body, char out[LB_OUTPUT_NAME_SIZE]);

/* The faces of the bodies, of a mean flow of those at rest, and what the flow does there. */
struct lb_body_surface {
    struct lb_wall_face *faces; /* owned */
    struct lb_wall_load *loads; /* owned, of each face */
    double *forces;             /* owned, three of each face; NULL: of a mean flow */
    size_t count;
    double rates[LB_MAX_BODIES][3]; /* at which bodies turn [radians/step] */
};
/* Collective: reads the flow of a source in front of all faces, a few layers at a time.  `before`: of
 * the step before, if that was taken; NULL: no forces. */
enum lb_status lb_body_surface_find(const struct lb_output_services *s,
                                    const struct lb_field_source *source,
                                    const struct lb_body_record *before,
                                    struct lb_body_surface *out, struct lb_error *err);
void lb_body_surface_free(struct lb_body_surface *b); /* {0} is fine */

/* Those of one body into a file of the folder, in the units of source->units. */
enum lb_status lb_body_surface_write(struct lb_output_services *s, const struct lb_body_surface *b,
                                     const struct lb_field_source *source, int body,
                                     const char *name, struct lb_error *err);

#endif
