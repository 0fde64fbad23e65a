/* slices.h - a folder of numbered pictures, each a layer of one volume: the names of its files in the order of their
 * numbers.
 * SPDX-License-Identifier: MIT */
#ifndef LB_VOLUME_SLICES_H
#define LB_VOLUME_SLICES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

struct lb_slices {
    char **names; /* owned, and each of them; without the folder; by number */
    size_t count;
};

bool lb_slices_is_folder(const char *path); /* also by a link */

/* Files of other endings than .png, .tif and .tiff are no slices.  LB_STATUS_USAGE with a sentence where there are
 * none, where they are of several kinds or differ in more than a number, and where a number is missing or twice. */
enum lb_status lb_slices_list(const char *folder, struct lb_slices *out, struct lb_error *err);
void lb_slices_free(struct lb_slices *s); /* {0} is fine */

#endif
