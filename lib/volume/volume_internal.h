/* volume_internal.h - the readers of heads, a file each.
 * SPDX-License-Identifier: MIT */
#ifndef LB_VOLUME_VOLUME_INTERNAL_H
#define LB_VOLUME_VOLUME_INTERNAL_H

#include <stddef.h>

#include "volume/volume.h"

/* The beginning of the file is in head[0 .. size), which ends with a NUL more. */
typedef enum lb_status lb_volume_head(const char *head, size_t size,
                                      const struct lb_volume_hints *hints, struct lb_volume *out,
                                      struct lb_error *err);
lb_volume_head lb_volume_head_npy, lb_volume_head_nrrd, lb_volume_head_raw, lb_volume_head_tif,
    lb_volume_head_vti;

/* Extents as the file has them, the first axis fastest; LB_STATUS_USAGE where they are none. */
enum lb_status lb_volume_set_size(struct lb_volume *v, const uint64_t *extent, int count,
                                  struct lb_error *err);

#endif
