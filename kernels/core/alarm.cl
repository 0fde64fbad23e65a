/* alarm.cl - how kernels report a number that diverged where later ones would not show it: {why, step}
 * of the first.
 * SPDX-License-Identifier: MIT */
#include "shared/alarm.h"

LB_INLINE void lb_raise_alarm(global uint *alarm, const uint why, const uint step)
{
    if (atomic_cmpxchg(alarm, 0u, why) == 0u) alarm[1] = step;
}
