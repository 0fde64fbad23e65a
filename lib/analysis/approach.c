/* approach.c - the tail of an exponential approach.
 * SPDX-License-Identifier: MIT */
#include "analysis/approach.h"

#include <math.h>

enum { FEWEST = 12 };
static const double fastest = 0.25, slowest = 0.9;

static double range(const double *numbers, size_t begin, size_t end, size_t stride)
{
    double low = numbers[begin * stride], high = low;
    for (size_t n = begin; n <= end; n++) {
        low = fmin(low, numbers[n * stride]);
        high = fmax(high, numbers[n * stride]);
    }
    return high - low;
}

double lb_approach_tail(const double *numbers, size_t count, size_t stride)
{
    if (count < FEWEST) return nan("");
    const size_t quarter = count / 4, last = count - 1;
    const double before = range(numbers, last - 2 * quarter, last - quarter, stride),
                 now = range(numbers, last - quarter, last, stride);
    const double share = before > 0.0 ? fmin(fmax(now / before, fastest), slowest) : slowest;
    return now * share / (1.0 - share) / fabs(numbers[last * stride]);
}
