/* cavity_reference.h - the centre lines of cavities with a sliding lid, and their published and computed
 * profiles.
 * docs/setups/cavity.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_CAVITY_REFERENCE_H
#define LB_SETUPS_CAVITY_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum lb_cavity_line {
    LB_CAVITY_UP,   /* from the bottom to the lid: the velocity along the lid */
    LB_CAVITY_LONG, /* along the lid's motion: the velocity towards the lid */
    LB_CAVITY_LINES
};
/* Of the line UP its least; of the line LONG its least and its most. */
enum lb_cavity_extremum {
    LB_CAVITY_LEAST_ALONG,
    LB_CAVITY_LEAST_UP,
    LB_CAVITY_MOST_UP,
    LB_CAVITY_EXTREMA
};

struct lb_cavity_centre_line {
    int axis, component;
    const char *csv, *chart, *columns, *title, *x_label, *y_label, *rms, *rms_label;
};

/* The lid slides along y in three dimensions, as in the paper, and along x in two. */
struct lb_cavity_shape {
    struct lb_cavity_centre_line lines[LB_CAVITY_LINES];
    const char *extrema[LB_CAVITY_EXTREMA][3]; /* value, position, and in words */
    const char *reference_columns;
    const char *known; /* Reynolds numbers */
};
const struct lb_cavity_shape *lb_cavity_shape_of(int dimensions);

enum { LB_CAVITY_POINTS = 17 };

/* Positions in L and velocities in u0; the points are those of Ghia, Ghia & Shin (1982). */
struct lb_cavity_reference {
    int dimensions;
    double reynolds;
    const char *label;
    double lines[LB_CAVITY_LINES][2 * LB_CAVITY_POINTS];
    bool has_extrema;
    double extrema[LB_CAVITY_EXTREMA];
    uint32_t length;       /* the gates are for this many cells */
    uint32_t min_length;   /* with fewer there is no verdict */
    double rms_tolerance;  /* of u0 */
    double weak_tolerance; /* extrema may be this much weaker */
    double deep_tolerance; /* or this much stronger */
    /* The change over a convective time, in u0, below which the flow counts as settled.  So many such
     * times are enough for it: where it still has not, the verdict fails. */
    double settled_change, times;
    /* Not 0: the flow does not become steady.  Behind `times` its mean over so many more is judged;
     * the change is that between the means over both halves. */
    double mean_times;
};

/* NULL where there is none. */
const struct lb_cavity_reference *lb_cavity_find_reference(int dimensions, double reynolds);

/* At least 1: coarser grids get wider gates, as the error of a second-order scheme grows. */
double lb_cavity_coarseness(const struct lb_cavity_reference *r, uint32_t length);

#endif
