/* chart.h - a chart of lines or marks as PNG, SVG or PDF: measured against expected, linear or
 * logarithmic axes.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_CHART_H
#define LB_PLOT_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

struct lb_chart_series {
    const char *label;
    const double *x,
        *y; /* borrowed; points that are not finite (or not positive on a logarithmic axis) are left out */
    size_t count;
    size_t stride; /* distance of consecutive numbers in x and y; 0 means 1 */
    bool points;   /* marks instead of a line */
    bool dashed;
};

struct lb_chart {
    const char *title, *x_label, *y_label;
    bool x_logarithmic, y_logarithmic;
    bool equal_scales; /* shapes: a unit is as long along x as along y; linear axes only */
    const struct lb_chart_series *series;
    size_t series_count;
    /* half-widths of the error bars of the last series, one after the other; borrowed; NULL: none */
    const double *last_half;
};

/* False if the program is built without cairo: then all that draws fails. */
extern const bool lb_has_pictures;

/* SVG or PDF where `path` ends in ".svg" or ".pdf", else PNG.  Temporary name, then rename. */
enum lb_status lb_chart_write(const struct lb_chart *chart, const char *path, struct lb_error *err);

#endif
