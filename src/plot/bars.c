/* bars.c - lays out bars and writes them as SVG.
 * SPDX-License-Identifier: MIT */
#include "plot/bars.h"

#include <math.h>

#include "plot/axis.h"
#include "io/html.h"

/* [SVG units]; the figure is as wide as the page. */
enum {
    WIDTH = 1000,
    LEFT = 120,   /* labels */
    RIGHT = 190,  /* texts */
    HEADING = 30, /* of a group */
    PITCH = 25,   /* from bar to bar */
    THICKNESS = 17,
    GROUP_GAP = 8,
    AXIS_HEIGHT = 46,
    MAX_LABELS = 7
};

static double greatest(double a, double b)
{
    return isfinite(b) && b > a ? b : a; /* NaN is none */
}

static double end_of(const struct lb_bar *bar)
{
    return greatest(greatest(bar->value, bar->max), bar->mark);
}

static double across(const struct lb_axis *axis, double value)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * lb_axis_place(axis, value);
}

static void write_line(FILE *out, const char *name, double x1, double y1, double x2, double y2)
{
    fprintf(out, "<line class=\"%s\" x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\"/>\n", name, x1,
            y1, x2, y2);
}

static void write_text(FILE *out, const char *name, const char *anchor, int size, double x,
                       double y, const char *text)
{
    fprintf(out, "<text class=\"%s\" text-anchor=\"%s\" font-size=\"%d\" x=\"%.2f\" y=\"%.2f\">",
            name, anchor, size, x, y);
    lb_html_text(out, text);
    fputs("</text>\n", out);
}

static void write_axis(FILE *out, const struct lb_axis *axis, double height, const char *unit)
{
    const double bottom = height - AXIS_HEIGHT;
    char scaled[LB_AXIS_LABEL_SIZE + 128];
    for (size_t i = 0; i < axis->tick_count; i++) {
        const struct lb_tick *tick = &axis->ticks[i];
        const double x = LEFT + (WIDTH - LEFT - RIGHT) * tick->at;
        if (tick->label[0] == '\0') continue;
        write_line(out, "grid", x, 4.0, x, bottom);
        write_text(out, "tick", "middle", 12, x, bottom + 17.0, tick->label);
    }
    if (axis->factor != 0) {
        char power[LB_AXIS_LABEL_SIZE];
        lb_axis_print_power(axis->factor, power);
        snprintf(scaled, sizeof scaled, "%s \xC3\x97 %s", power, unit);
    } else {
        snprintf(scaled, sizeof scaled, "%s", unit);
    }
    write_text(out, "tick", "middle", 12, LEFT + 0.5 * (WIDTH - LEFT - RIGHT), bottom + 36.0,
               scaled);
}

static void write_bar(FILE *out, const struct lb_axis *axis, const struct lb_bar *bar, double top)
{
    const double middle = top + 0.5 * THICKNESS;
    write_text(out, "label", "end", 14, LEFT - 10.0, middle + 5.0, bar->label);
    fprintf(out,
            "<rect class=\"c%d\" x=\"%d\" y=\"%.2f\" width=\"%.2f\" height=\"%d\" rx=\"2\"/>\n",
            bar->colour, LEFT, top, fmax(across(axis, bar->value) - LEFT, 0.5), THICKNESS);
    if (bar->max > bar->min)
        write_line(out, "spread", across(axis, bar->min), middle, across(axis, bar->max), middle);
    if (isfinite(bar->mark)) {
        const double x = across(axis, bar->mark);
        write_line(out, "halo", x, top, x, top + THICKNESS);
        write_line(out, "mark", x, top - 3.0, x, top + THICKNESS + 3.0);
    }
    write_text(out, "figure", "start", 14, across(axis, end_of(bar)) + 9.0, middle + 5.0,
               bar->text);
}

void lb_bars_write(FILE *out, const struct lb_bar_group *groups, size_t count, const char *unit,
                   const char *title)
{
    struct lb_axis axis;
    double max = 0.0, height = AXIS_HEIGHT;
    for (size_t g = 0; g < count; g++) {
        height += HEADING + GROUP_GAP + (double)groups[g].count * PITCH;
        for (size_t i = 0; i < groups[g].count; i++)
            max = greatest(max, end_of(&groups[g].bars[i]));
    }
    lb_axis_fill_linear(&axis, 0.0, max > 0.0 ? max : 1.0, MAX_LABELS);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 %d %.0f\">\n",
            WIDTH, height);
    lb_html_element(out, "title", NULL, title);
    fputc('\n', out);
    write_axis(out, &axis, height, unit);
    double y = 0.0;
    for (size_t g = 0; g < count; g++) {
        write_text(out, "group", "start", 15, LEFT + 8.0, y + HEADING - 9.0, groups[g].title);
        y += HEADING;
        for (size_t i = 0; i < groups[g].count; i++, y += PITCH)
            write_bar(out, &axis, &groups[g].bars[i], y);
        y += GROUP_GAP;
    }
    write_line(out, "mark", LEFT, 4.0, LEFT, height - AXIS_HEIGHT);
    fputs("</svg>\n", out);
}
