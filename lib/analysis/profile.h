/* profile.h - a quantity along a line: its value between the nodes, and where it is least or most.
 *  Pure functions.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_PROFILE_H
#define LB_ANALYSIS_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

/* `count` nodes of increasing position; position and value of node n are numbers[2 * n] and [2 * n
 * + 1]. Distances may differ. */
struct lb_profile {
    const double *numbers;
    size_t count; /* at least 4 */
};

/* The cubic through the four nodes around `position`, which lies between the first and the last
 * node. */
double lb_profile_at(const struct lb_profile *p, double position);

/* The derivative at node n of the quartic through it and the four nodes about it; of a profile of at
 * least 5 nodes. */
double lb_profile_slope(const struct lb_profile *p, size_t n);

struct lb_extremum {
    double position, value;
};

/* The vertex of the parabola through the least inner node and its neighbours.  False if the
 * least value stands at an end of the line. */
bool lb_profile_min(const struct lb_profile *p, struct lb_extremum *out);
bool lb_profile_max(const struct lb_profile *p, struct lb_extremum *out);

#endif
