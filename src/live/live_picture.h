/* live_picture.h - a slice of the flow as lines of half blocks in 256 colours, above the progress line of a
 * terminal.
 * SPDX-License-Identifier: MIT */
#ifndef LB_LIVE_LIVE_PICTURE_H
#define LB_LIVE_LIVE_PICTURE_H

#include "base/status.h"
#include "io/field.h"
#include "plot/picture.h"

/* Text that shows the picture's slice in at most `columns` letters and `rows` lines, each of which ends
 * with a line feed: two blocks of cells a letter, one above the other; walls are grey.  Reads the slice and
 * no more.  For free(); *lines are how many. */
enum lb_status lb_live_picture(const struct lb_picture *picture,
                               const struct lb_field_source *source, int columns, int rows,
                               char **out, int *lines, struct lb_error *err);

#endif
