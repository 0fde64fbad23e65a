/* state.h - regions of a box, and the names of all that a workspace keeps on its device.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_STATE_H
#define LB_WORKSPACE_STATE_H

#include <stdint.h>

#include "base/status.h"
#include "layout/device_buffers.h"

/* A box of cells [begin, end) in each direction. */
struct lb_region {
    uint32_t begin[3];
    uint32_t end[3];
};

struct lb_state_item {
    const char *name;
    uint64_t bytes;
    enum lb_state_role role;
};
typedef enum lb_status lb_state_visitor(void *context, const struct lb_state_item *item,
                                        struct lb_error *err);

#endif
