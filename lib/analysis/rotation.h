/* rotation.h - how fast a rigid body turns, by the velocities of places on it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_ROTATION_H
#define LB_ANALYSIS_ROTATION_H

#include <stddef.h>

/* The rate [radians/step] that fits the velocities u[3 * n] at place[3 * n] best, by least squares;
 * its component is 0 about an axis through all places, and of less than two places all are. */
void lb_rotation_fit(size_t count, const double *place, const double *u, double rate[3]);

#endif
