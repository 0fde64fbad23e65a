/* inlet_profile.h - speeds over the height of a face, as shares of a stream's.
 *
 * A profile is an array with a number for each of `count` cells along an axis, owned by the caller.
 * Cell k is k - 1/2 cells above the end of the box, as cell 0 is of the boundary; heights are in
 * units of `unit` cells. In messages a profile is called `name`. SPDX-License-Identifier: MIT */
#ifndef LB_DOMAIN_INLET_PROFILE_H
#define LB_DOMAIN_INLET_PROFILE_H

#include <stdint.h>

#include "base/status.h"

struct lb_inlet_axis {
    uint32_t count; /* cells of the box along the axis */
    double unit;    /* cells of a unit of height */
};

/* Height^exponent, in the first cell as at half a cell; 1 at height 1. */
void lb_inlet_profile_power(const struct lb_inlet_axis *a, double exponent, double *profile);

/* A CSV file with columns `height` and `u`, on straight lines between its rows, constant beyond
 * their ends. LB_STATUS_USAGE: a file that cannot be read, no rows, heights that do not rise. */
enum lb_status lb_inlet_profile_read(const struct lb_inlet_axis *a, const char *path,
                                     const char *name, double *profile, struct lb_error *err);

/* LB_STATUS_USAGE where a speed, times the stream's `u` [cells/step], is not from 0 to 0.25, or all
 * are 0. */
enum lb_status lb_inlet_profile_check(const struct lb_inlet_axis *a, const double *profile,
                                      double u, const char *name, struct lb_error *err);

/* Over cells `begin` to `end` - 1; 1 where `profile` is NULL. */
double lb_inlet_profile_mean(const double *profile, uint32_t begin, uint32_t end);

#endif
