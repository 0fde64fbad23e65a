/* periodic.h - the only place of the host where coordinates wrap round; that of the kernels is
 * kernels/core/layout.cl.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_PERIODIC_H
#define LB_BASE_PERIODIC_H

#include <stdint.h>

/* `at` inside of an axis of `size` cells, size > 0. */
static inline uint32_t lb_wrapped(int64_t at, uint32_t size)
{
    const int64_t rest = at % (int64_t)size;
    return (uint32_t)(rest < 0 ? rest + (int64_t)size : rest);
}

#endif
