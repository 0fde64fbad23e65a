/* axis.h - where the ticks of an axis go and what they say.  Knows no drawing.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_AXIS_H
#define LB_PLOT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

enum { LB_AXIS_MAX_TICKS = 160, LB_AXIS_LABEL_SIZE = 32 };

struct lb_tick {
    double at;                      /* 0 at the low end of the axis, 1 at the high end */
    char label[LB_AXIS_LABEL_SIZE]; /* empty: a minor tick.  UTF-8 */
};

struct lb_axis {
    bool logarithmic;
    double low, high; /* numbers; their decimal logarithms on a logarithmic axis */
    int factor;       /* the labels are multiples of 10^factor */
    size_t tick_count;
    struct lb_tick ticks[LB_AXIS_MAX_TICKS];
};

/* At most `max_labels` ticks at multiples of 1, 2 or 5 times a power of ten; low < high. */
void lb_axis_fill_linear(struct lb_axis *axis, double low, double high, int max_labels);

/* `low` < `high` are decimal logarithms.  Labels at powers of ten, or every second, fifth, ... of
 * them where there are many; minor ticks between. */
void lb_axis_fill_logarithmic(struct lb_axis *axis, double low, double high, int max_labels);

/* 0 at the low end, 1 at the high end; the value must be positive on a logarithmic axis. */
double lb_axis_place(const struct lb_axis *axis, double value);

/* "10" with a raised exponent. */
void lb_axis_print_power(int exponent, char out[LB_AXIS_LABEL_SIZE]);

#endif
