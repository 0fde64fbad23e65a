#pragma once
/* add_to_mean.cl - Welford's update: with d = x - m, of sample n, m += d / n and sum d_a d_b (n - 1) / n.  A mean is
 * kept as two numbers, so that small steps are not lost behind many samples.
 * SPDX-License-Identifier: MIT */
/* Adds `step` to the number that is kept in two planes, whose sum it is. */
LB_INLINE void lb_add_to_mean(global scalar *high, global scalar *low, const scalar step)
{
    const scalar a = *high, b = *low + step;
    const scalar sum = a + b, part = sum - a;
    *high = sum;
    *low = (a - (sum - part)) + (b - part);
}

/* Adds a number to the mean in planes `high` and the next; what it was apart from the mean. */
LB_INLINE scalar lb_add_sample(global scalar *high, const ulong cells, const scalar x,
                               const scalar share)
{
    global scalar *low = high + cells;
    const scalar apart = (x - *high) - *low;
    lb_add_to_mean(high, low, apart * share);
    return apart;
}
