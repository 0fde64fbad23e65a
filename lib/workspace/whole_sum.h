/* whole_sum.h - sums of 64-bit integers that need more: as two words, of which the first counts 2^32 units, modulo
 * 2^64, so that negative ones add, too, and sums of them add over ranks in any order.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_WHOLE_SUM_H
#define LB_WORKSPACE_WHOLE_SUM_H

#include <math.h>
#include <stdint.h>

static inline void lb_whole_add(uint64_t sum[2], int64_t units)
{
    const int64_t low = units & INT64_C(0xffffffff);
    sum[0] += (uint64_t)((units - low) / (INT64_C(1) << 32));
    sum[1] += (uint64_t)low;
}

/* Of units of 2^-bits. */
static inline double lb_whole_value(const uint64_t sum[2], int bits)
{
    const uint64_t high = sum[0] + (sum[1] >> 32), low = sum[1] & UINT32_MAX;
    return ldexp(ldexp((double)(int64_t)high, 32) + (double)low, -bits);
}

#endif
