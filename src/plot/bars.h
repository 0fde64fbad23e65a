/* bars.h - a figure of horizontal bars in groups, as SVG inside an HTML page (html.h has its style).
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_BARS_H
#define LB_PLOT_BARS_H

#include <stddef.h>
#include <stdio.h>

struct lb_bar {
    char label[64]; /* left of it */
    char text[128]; /* right of it */
    int colour;     /* 0 to LB_HTML_COLOURS - 1 */
    double value;
    double min, max; /* drawn as a thin line */
    double mark;     /* drawn across; NaN: none */
};

struct lb_bar_group {
    char title[320];
    struct lb_bar *bars; /* borrowed */
    size_t count;
};

/* One common axis from 0.  `unit` stands under it, `title` is what a reader hears who cannot see. */
void lb_bars_write(FILE *out, const struct lb_bar_group *groups, size_t count, const char *unit,
                   const char *title);

#endif
