/* picture_choice.h - the pictures that a user asks for: words as vorticity, velocity.x@z=12.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_PICTURE_CHOICE_H
#define LB_PLOT_PICTURE_CHOICE_H

#include "base/status.h"
#include "plot/picture.h"

enum { LB_MAX_PICTURES = 8, LB_PICTURE_NAME_SIZE = 40 };

struct lb_picture_choice {
    struct lb_picture pictures[LB_MAX_PICTURES];
    char names[LB_MAX_PICTURES][LB_PICTURE_NAME_SIZE]; /* for files: "velocity_x_z12" */
    int count;
};

/* As the user wrote them; "" if he did not.  Lists are separated by commas. */
struct lb_picture_words {
    const char *pictures; /* FIELD, FIELD.x, ... each with @x, @y, @z or @z=CELL or without */
    const char *ranges;   /* LOW:HIGH, one for each picture or one for all */
    const char *map, *flow;
    uint32_t side;
};

/* The box that they are of. */
struct lb_picture_box {
    const uint32_t *size;
    unsigned has; /* lb_field_choose */
};

/* The kinds of files that a chart may have, "png" first; ends with NULL. */
enum { LB_CHART_KINDS = 3 };
extern const char *const lb_chart_kinds[LB_CHART_KINDS + 1];

/* Of a list of them: which are in it.  LB_STATUS_USAGE names a word that is none. */
enum lb_status lb_chart_kinds_read(const char *list, bool out[LB_CHART_KINDS],
                                   struct lb_error *err);

/* Fills `out`; without words, with the setup's own picture, `usual`, of the name "picture", or
 * with none if that has no field.  A picture of the usual field has its colour range, too.
 * LB_STATUS_USAGE, with the name of the parameter, for what is no picture here. */
enum lb_status lb_picture_choose(const struct lb_picture_words *words,
                                 const struct lb_picture *usual, const struct lb_picture_box *box,
                                 struct lb_picture_choice *out, struct lb_error *err);

#endif
