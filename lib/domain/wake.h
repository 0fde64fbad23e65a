/* wake.h - a start that is askew behind a body: vortices that are to be shed need not wait for round-off.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_WAKE_H
#define LB_DOMAIN_WAKE_H

#include <stdint.h>

/* Velocity across the stream, which flows along x, of cell `at`: `most` half a length behind the body, 0 from one
 * length away from there.  low, high: the body's extents [cells]; length [cells]. */
double lb_wake_velocity(int dimensions, const double low[3], const double high[3], double length,
                        double most, const uint32_t at[3]);

#endif
