/* error_bars.h - how far results may be from the truth, from the run and its twins: the same case on coarser grids,
 * in another format, at another speed.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_ERROR_BARS_H
#define LB_RUN_ERROR_BARS_H

#include "parameters/scale.h"
#include "run/outcome.h"

enum lb_twin_kind {
    LB_TWIN_GRID,   /* with fewer cells, at the same speed in cells/step */
    LB_TWIN_DOUBLE, /* the coarsest grid in FP64 */
    LB_TWIN_SLOW    /* the coarsest grid at half the speed */
};
enum { LB_TWINS = 6 };

struct lb_twin {
    enum lb_twin_kind kind;
    const char *name;                     /* of its folder; borrowed */
    struct lb_rescaling scale;            /* from the run to the twin */
    const struct lb_run_outcome *outcome; /* borrowed */
};

struct lb_twins {
    struct lb_twin twin[LB_TWINS]; /* grids first, the finest of them first */
    int count;                     /* without one in FP64 the run is in FP64 itself */
};

/* Half-widths of 95 % intervals. */
enum lb_error_share {
    LB_SHARE_GRID,
    LB_SHARE_TIME,
    LB_SHARE_FORMAT,
    LB_SHARE_COMPRESSIBILITY,
    LB_SHARE_BOX,
    LB_SHARES
};
extern const char *const lb_error_share_names[LB_SHARES];

struct lb_error_bar {
    char name[LB_RUN_NAME_SIZE]; /* of the result */
    char unit[24];
    double measured;            /* the result */
    double value;               /* with cells of no size, where that can be told; else the result */
    double half_width;          /* of what is known: the root of the sum of the squares */
    double share[LB_SHARES];    /* NaN: not known */
    double grids[1 + LB_TWINS]; /* the result on all grids, the finest first, in its unit */
    int grid_count;
    double order; /* NaN: none */
    bool
        is_even; /* the errors fall evenly from grid to grid: `value` is that of cells of no size */
};

struct lb_run;

/* Behind the setup's finish: the bars of its results, and verdicts by them. */
void lb_run_find_error_bars(struct lb_run *run);
/* Then a chart of each, "error-bars-drag_mean.png"; one for results that differ by a factor. */
enum lb_status lb_run_draw_error_bars(struct lb_run *run, struct lb_error *err);

/* "drag_mean 1.09 +- 0.06 (grid 0.06, time 0.003, format 0.0004, box unknown; order 1.3)" */
enum { LB_ERROR_BAR_TEXT = 400 };
const char *lb_error_bar_text(const struct lb_error_bar *bar, char out[LB_ERROR_BAR_TEXT]);

#endif
