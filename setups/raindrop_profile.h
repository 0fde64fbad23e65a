/* raindrop_profile.h - the cavity and the crown that a drop makes, from the fill levels.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_RAINDROP_PROFILE_H
#define LB_SETUPS_RAINDROP_PROFILE_H

#include <stdint.h>

#include "run/solver.h"

/* The box, z upwards, and where to look; lengths in cells. */
struct lb_raindrop_site {
    uint32_t size[3];
    double level;   /* of the still water above the box's lower end */
    double radius;  /* of the drop */
    double axis[2]; /* of the part of the drop that is still falling, in x and y */
    bool is_falling;
};

/* All 0 where there is nothing to measure. */
struct lb_raindrop_profile {
    double cavity_depth;    /* most water that is missing below the still level, in a column as wide
                             * as an eighth of the drop */
    double cavity_diameter; /* of a disk of the area that is dry one cell below the still level */
    double cavity_volume;   /* water missing below the still level */
    double crown_height;    /* of the highest cell above the still level that hangs on the pool; the
                             * falling drop itself does not count */
    double crown_diameter;  /* twice the mean distance of the crown's cells from their middle, a
                             * quarter of the drop's diameter above the still level */
};

/* Reads the fill levels slab by slab. */
enum lb_status lb_raindrop_profile_read(struct lb_solver *solver,
                                        const struct lb_raindrop_site *site,
                                        struct lb_raindrop_profile *out, struct lb_error *err);

/* The same from fill levels on the host, x fastest. */
enum lb_status lb_raindrop_profile_measure(const double *fill, const struct lb_raindrop_site *site,
                                           struct lb_raindrop_profile *out, struct lb_error *err);

#endif
