/* wake.c - the velocity of a start that is askew behind a body.
 * SPDX-License-Identifier: MIT */
#include "domain/wake.h"

#include <math.h>

double lb_wake_velocity(int dimensions, const double low[3], const double high[3], double length,
                        double most, const uint32_t at[3])
{
    double away = 0.0;
    for (int axis = 0; axis < dimensions; axis++) {
        const double middle = axis == 0 ? high[0] + 0.5 * length : 0.5 * (low[axis] + high[axis]);
        away += pow((at[axis] + 0.5 - middle) / length, 2.0);
    }
    return away < 1.0 ? most * (1.0 - away) : 0.0;
}
