/* chart.h - a chart of lines, marks or bars as PNG, SVG or PDF: measured against expected, linear or
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

enum lb_chart_mark { LB_MARK_CIRCLE, LB_MARK_SQUARE, LB_MARK_DIAMOND };

/* Not one of the colours, but that of the text. */
enum { LB_CHART_INK = -1 };

/* How a series looks where its place in the list does not decide it. */
struct lb_chart_look {
    bool bars; /* a bar at each x, which counts the chart's groups from 0, beside the bars of the
                * other series */
    enum lb_chart_mark mark; /* of points */
    int colour; /* 1: the first, ...; 0: that of the series' place; LB_CHART_INK.  After the last
                 * the colours come round again: dotted lines (dashed: dots between the dashes), hollow
                 * marks */
    const char *note; /* at the end of the line, which then needs no legend; or NULL */
    bool note_below;  /* the line instead of above */
};

struct lb_chart {
    const char *title, *x_label, *y_label;
    bool x_logarithmic, y_logarithmic;
    bool equal_scales; /* shapes: a unit is as long along x as along y; linear axes only */
    const struct lb_chart_series *series;
    size_t series_count;
    const struct lb_chart_look *looks; /* one for each series, or NULL */
    const char *const
        *groups; /* names of the groups of bars, in place of numbers along x; or NULL */
    size_t group_count;
};

/* False where the program is built without cairo: then all that draws fails. */
extern const bool lb_has_pictures;

/* SVG or PDF where `path` ends in ".svg" or ".pdf", else PNG.  Temporary name, then rename. */
enum lb_status lb_chart_write(const struct lb_chart *chart, const char *path, struct lb_error *err);

#endif
