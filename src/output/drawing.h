/* drawing.h - the pictures that a run draws, as the user or the setup chose them, and their axes.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_DRAWING_H
#define LB_OUTPUT_DRAWING_H

#include "output/schedule.h"
#include "plot/picture_choice.h"

struct lb_drawing {
    struct lb_picture_choice choice;
    double axis_unit; /* [cells]; 0: cells */
    const char *axis_unit_name;
    struct lb_schedule schedule; /* of png=N */
};

enum lb_status lb_drawing_read(const struct lb_output_services *s, struct lb_drawing *out,
                               struct lb_error *err);

/* The names of the pictures, as "mean-NAME.png" with what stands before and behind, for `owner`. */
enum lb_status lb_drawing_claim(const struct lb_drawing *d, struct lb_output_services *s,
                                const char *before, const char *behind, const char *owner,
                                struct lb_error *err);

/* A picture of the source with these axes, as a file of the run; `title` stands in it. */
enum lb_status lb_drawing_write(const struct lb_drawing *d, struct lb_output_services *s,
                                const char *name, const struct lb_picture *picture,
                                const char *title, const struct lb_field_source *source,
                                struct lb_error *err);

#endif
