/* volume_raw.c - numbers without a head, x fastest.
 * SPDX-License-Identifier: MIT */
#include "volume/volume_internal.h"

enum lb_status lb_volume_head_raw(const char *head, size_t size,
                                  const struct lb_volume_hints *hints, struct lb_volume *out,
                                  struct lb_error *err)
{
    const uint64_t extent[3] = {hints->size[0], hints->size[1], hints->size[2]};
    (void)head;
    (void)size;
    LB_NEED(hints->size[0] > 0, LB_STATUS_USAGE,
            "'%s' needs size=, the numbers of cells along its axes, x fastest", out->path);
    out->type = hints->type;
    return lb_volume_set_size(out, extent, hints->dimensions, err);
}
