/* crown.h - how high and wide a splash stands over a pool, and how deep its cavity goes.
 * Lattice units; heights count from the bottom of the box, the axes along the pool are the two that
 * are not up, the lower one first.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_CROWN_H
#define LB_ANALYSIS_CROWN_H

#include <stdint.h>

#include "base/status.h"
#include "analysis/components.h"

/* Where to look. */
struct lb_crown_place {
    double level;   /* of the undisturbed pool [cells] */
    double axis[2]; /* where the drop hit */
    double inner; /* what is nearer to the axis is no crown, but the drop itself or a jet [cells] */
    double cut;   /* height above the level at which the diameter is measured [cells] */
};

struct lb_crown {
    double height;   /* above the level; 0: there is no crown [cells] */
    double diameter; /* outer, mean of both axes, at the cut; 0: it does not reach that [cells] */
};

/* The crown is what is connected to the last layer that is all below the level.  A droplet that
 * passes that layer inside of the cavity is taken for a part of it as long as it does.
 * Right to a share of a cell; flat surfaces exactly.  Needs fill levels: of two layers. */
enum lb_status lb_crown_measure(const struct lb_layers *layers, const struct lb_crown_place *place,
                                struct lb_crown *out, struct lb_error *err);

struct lb_cavity {
    double depth;    /* on the axis, below the level; negative: higher than that [cells] */
    double deepest;  /* anywhere */
    double place[2]; /* where that is: the middle of a column */
};

/* From the height of what stands on the floor of each column (lb_solver_read_columns): NaN if a
 * column is all wall.  The depth on the axis lies between those of the columns around it. */
void lb_cavity_measure(const double *standing, const uint32_t size[2], double level,
                       const double axis[2], struct lb_cavity *out);

#endif
